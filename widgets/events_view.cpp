// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/events_view.h"

#include <algorithm>

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace draftscope {

EventsView::EventsView(QWidget* parent)
    : QWidget(parent), m_model(new EventsModel(this)), m_filtered(new QSortFilterProxyModel(this)),
      m_filter(new QLineEdit), m_table(new QTableView)
{
    m_filtered->setSourceModel(m_model);
    m_filtered->setFilterKeyColumn(-1);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter: a token, a moment, “rejected” …"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter of the events"));
    m_table->setModel(m_filtered);
    m_table->setAccessibleName(tr("Events"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    const int character = m_table->fontMetrics().averageCharWidth();
    const int widths[] = {8, 13, 20, 9, 9, 13, 9};
    for (int column = 0; column < EventsModel::outcome; ++column)
        m_table->setColumnWidth(column, widths[column] * character + 12);

    connect(m_filtered, &QAbstractItemModel::headerDataChanged, this, &EventsView::fitHeadings);
    connect(m_filtered, &QAbstractItemModel::modelReset, this, &EventsView::fitHeadings);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 6);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);

    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    const auto activate = [this](const QModelIndex& index) {
        emit positionActivated(m_model->positionOf(m_filtered->mapToSource(index).row()));
    };
    connect(m_table, &QTableView::clicked, this, activate);
    connect(m_table, &QTableView::activated, this, activate);
}

void EventsView::setRecording(const Recording* recording, int branch, Drafts drafts)
{
    m_model->setRecording(recording, branch, drafts);
}

/// What these are called depends on the run.
void EventsView::fitHeadings()
{
    const QHeaderView& header = *m_table->horizontalHeader();
    for (const int column : {EventsModel::acceptance, EventsModel::u})
        m_table->setColumnWidth(column, std::max(m_table->columnWidth(column), header.sectionSizeHint(column)));
}

void EventsView::setPosition(Position position)
{
    const int row = m_model->rowOf(position);
    const QModelIndex index = row < 0 ? QModelIndex() : m_filtered->mapFromSource(m_model->index(row, 0));
    if (!index.isValid()) { // or the filter leaves it out
        m_table->selectionModel()->clear();
        return;
    }
    m_table->selectRow(index.row());
    m_table->scrollTo(index);
}

} // namespace draftscope

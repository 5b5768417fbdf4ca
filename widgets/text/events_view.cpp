// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/events_view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QEvent>
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
    m_table->viewport()->installEventFilter(this);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    m_table->horizontalHeader()->setObjectName(QStringLiteral("tight")); // its words stand above those of the rows
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    connect(m_filtered, &QAbstractItemModel::headerDataChanged, this, &EventsView::fitColumns);
    connect(m_filtered, &QAbstractItemModel::modelReset, this, &EventsView::fitColumns);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (!m_isFitting && column != EventsModel::outcome) // the last one follows the others
            m_hasChosenWidths = true;
    });

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

/// As wide as is comfortable; where that leaves no room for the outcome, the last column, all give way as far as they
/// can.
void EventsView::fitColumns()
{
    struct Width {
        int comfortable, least; ///< in letters
    };
    constexpr Width widths[] = {{8, 5}, {13, 9}, {20, 9}, {9, 8}, {9, 8}, {13, 8}, {9, 8}};
    constexpr int outcomeLetters = 21;
    const QHeaderView& header = *m_table->horizontalHeader();
    if (m_hasChosenWidths) {
        for (int column = 0; column < EventsModel::outcome; ++column)
            setWidth(column, std::max(header.sectionSize(column), header.sectionSizeHint(column)));
        return;
    }
    const int letter = m_table->fontMetrics().averageCharWidth();
    std::vector<int> comfortable, least;
    int lacking = outcomeLetters * letter + 12 - m_table->viewport()->width(), givable = 0;
    for (int column = 0; column < EventsModel::outcome; ++column) {
        const int heading = header.sectionSizeHint(column); // what they are called depends on the run
        comfortable.push_back(std::max(heading, widths[column].comfortable * letter + 12));
        least.push_back(std::max(heading, widths[column].least * letter + 12));
        lacking += comfortable.back();
        givable += comfortable.back() - least.back();
    }
    const double share = givable > 0 ? std::clamp(double(lacking) / givable, 0.0, 1.0) : 0;
    for (std::size_t column = 0; column < comfortable.size(); ++column)
        setWidth(int(column), comfortable[column] - int(std::ceil(share * (comfortable[column] - least[column]))));
}

void EventsView::setWidth(int column, int width)
{
    m_isFitting = true;
    m_table->setColumnWidth(column, width);
    m_isFitting = false;
}

bool EventsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
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

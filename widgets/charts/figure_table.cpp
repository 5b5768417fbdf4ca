// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/figure_table.h"

#include <QHeaderView>

namespace draftscope {

Qt::Alignment figureAlignment(int column)
{
    return (column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
}

void showAsFigures(QTableWidget& table, const QString& titlePadding)
{
    for (int column = 0; column < table.columnCount(); ++column)
        table.horizontalHeaderItem(column)->setTextAlignment(figureAlignment(column));
    table.setFocusPolicy(Qt::TabFocus);
    table.setSelectionBehavior(QTableWidget::SelectRows);
    table.setSelectionMode(QTableWidget::SingleSelection);
    table.setEditTriggers(QTableWidget::NoEditTriggers);
    table.setShowGrid(false);
    table.setTabKeyNavigation(false);
    table.setWordWrap(false);
    table.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setSectionsClickable(false);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStyleSheet(
        QStringLiteral("QHeaderView::section { padding: %1; } QHeaderView::section:first { padding-left: 3px; }")
            .arg(titlePadding));
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lane_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QLocale>

#include "widgets/figure_table.h"
#include "widgets/qt_text.h"
#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

/// A column of figures: where its value is, what it is called, and how it is shown.
struct Figure {
    const char* title;  ///< in the table
    const char* csv;    ///< in CSV, as draftscope-cli compare calls it
    const char* metric; ///< as metricDefinition() knows it
    int decimals;
    std::optional<double> (*valueOf)(const LaneRow& row);
};

constexpr Figure figures[] = {
    {QT_TRANSLATE_NOOP("LaneTable", "tokens / step"), "tokens_per_step", "tokens per step", 2,
     [](const LaneRow& row) { return row.metrics.tokensPerStep(); }},
    {QT_TRANSLATE_NOOP("LaneTable", "acceptance α"), "acceptance_rate", "acceptance rate", 3,
     [](const LaneRow& row) { return row.metrics.acceptanceRate(); }},
    {QT_TRANSLATE_NOOP("LaneTable", "draft yield"), "draft_yield", "draft yield", 3,
     [](const LaneRow& row) { return row.metrics.draftYield(); }},
    {QT_TRANSLATE_NOOP("LaneTable", "cost c"), "cost_ratio", "cost ratio", 3,
     [](const LaneRow& row) { return row.speed.costRatio; }},
    {QT_TRANSLATE_NOOP("LaneTable", "verify v"), "verify_ratio", "verify ratio", 2,
     [](const LaneRow& row) { return row.speed.verifyRatio; }},
    {QT_TRANSLATE_NOOP("LaneTable", "expected speed-up"), "predicted_speed_up", "predicted speed-up", 2,
     [](const LaneRow& row) { return row.speed.predictedSpeedUp; }},
    {QT_TRANSLATE_NOOP("LaneTable", "measured speed-up"), "speed_up", "measured speed-up", 2,
     [](const LaneRow& row) { return row.speed.measuredSpeedUp; }},
    {QT_TRANSLATE_NOOP("LaneTable", "tokens/s"), "tokens_per_second", "tokens per second", 0,
     [](const LaneRow& row) { return row.speed.tokensPerSecond; }},
};
static_assert(std::size(figures) + 1 == LaneTable::columns);

const Figure& figureOf(int column)
{
    return figures[column - 1];
}

bool isSpeedUp(int column)
{
    return column == LaneTable::predictedSpeedUp || column == LaneTable::measuredSpeedUp;
}

QString shown(const Figure& figure, int column, double value)
{
    if (figure.decimals == 0)
        return QLocale(QLocale::English).toString(qRound(value));
    return number(value, figure.decimals) + (isSpeedUp(column) ? QStringLiteral(" ×") : QString());
}

QString quotedForCsv(QString words)
{
    return QStringLiteral("\"%1\"").arg(words.replace(QLatin1Char('"'), QStringLiteral("\"\"")));
}

/// Why there is no figure in a column.
QString whyMissing(const LaneRow& row, int column)
{
    const bool drafts = column == LaneTable::acceptanceRate || column == LaneTable::draftYield;
    const bool comparesTimes = column == LaneTable::costRatio || column == LaneTable::verifyRatio || isSpeedUp(column);
    if (row.isPlain && (drafts || column == LaneTable::costRatio))
        return LaneTable::tr("Plain decoding drafts nothing.");
    if (row.metrics.rounds() == 0)
        return LaneTable::tr("No round is shown yet.");
    if (comparesTimes && !row.hasPlain)
        return LaneTable::tr("It is a comparison with plain decoding of the same target on the same backend: add plain "
                             "decoding as a lane.");
    if (comparesTimes || column == LaneTable::tokensPerSecond)
        return LaneTable::tr("The first round reads the prompt, too, and does not count: there is no other one yet.");
    return LaneTable::tr("Nothing has been drafted yet.");
}

} // namespace

LaneTable::LaneTable(QWidget* parent) : QTableWidget(0, columns, parent)
{
    setObjectName(QStringLiteral("laneTable"));
    setAccessibleName(tr("Lanes in figures"));
    setHorizontalHeaderItem(lane, new QTableWidgetItem(tr("lane")));
    for (int column = lane + 1; column < columns; ++column) {
        auto* title = new QTableWidgetItem(tr(figureOf(column).title));
        title->setToolTip(qtText(metricDefinition(figureOf(column).metric)));
        setHorizontalHeaderItem(column, title);
    }
    showAsFigures(*this, QStringLiteral("4px 3px 4px 0"));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(lane, QHeaderView::Stretch);
    fit();
}

void LaneTable::setRows(const std::vector<LaneRow>& rows)
{
    m_rows = rows;
    const bool hasGrown = rowCount() != int(rows.size());
    setRowCount(int(rows.size()));
    for (int r = 0; r < rowCount(); ++r) {
        const LaneRow& row = rows[std::size_t(r)];
        for (int column = 0; column < columns; ++column) {
            if (!item(r, column))
                setItem(r, column, new QTableWidgetItem);
            QTableWidgetItem* cell = item(r, column);
            cell->setTextAlignment(figureAlignment(column));
            if (column == lane) {
                cell->setText(QStringLiteral("%1 · %2 · %3").arg(QString::number(row.number), row.name, row.settings));
                cell->setToolTip(cell->text());
                continue;
            }
            const auto value = figureOf(column).valueOf(row);
            cell->setText(value ? shown(figureOf(column), column, *value) : QStringLiteral("–"));
            if (column == predictedSpeedUp) { // what a formula says does not look like what was measured
                QFont font = cell->font();
                font.setItalic(true);
                cell->setFont(font);
                cell->setForeground(Theme::color(Role::muted));
            }
            cell->setToolTip(value ? horizontalHeaderItem(column)->toolTip() : whyMissing(row, column));
        }
    }
    if (hasGrown)
        fit();
}

QString LaneTable::csv() const
{
    QStringList lines;
    QStringList titles{QStringLiteral("lane"), QStringLiteral("method"), QStringLiteral("settings")};
    for (const Figure& figure : figures)
        titles << QLatin1String(figure.csv);
    lines << titles.join(QLatin1Char(','));
    for (const LaneRow& row : m_rows) {
        QStringList values{QString::number(row.number), quotedForCsv(row.name), quotedForCsv(row.settings)};
        for (const Figure& figure : figures) {
            const auto value = figure.valueOf(row);
            values << (value ? QString::number(*value, 'g', 17) : QString());
        }
        lines << values.join(QLatin1Char(','));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

/// All rows and titles are in sight, and no more room is taken.
void LaneTable::fit()
{
    fitColumns();
    const int line = fontMetrics().height() + 10;
    verticalHeader()->setDefaultSectionSize(line);
    for (int r = 0; r < rowCount(); ++r)
        setRowHeight(r, line);
    setFixedHeight(horizontalHeader()->sizeHint().height() + std::max(1, rowCount()) * line + 2);
}

/// Figures are apart from each other where there is room for that, and closer where the lanes' names need it.
void LaneTable::fitColumns()
{
    const auto widthOf = [this](const QString& words) { return fontMetrics().horizontalAdvance(words); };
    std::vector<int> widths;
    int room = width() - widthOf(QStringLiteral("4 · Plain decoding and so on"));
    for (int column = lane + 1; column < columns; ++column) {
        widths.push_back(std::max(widthOf(horizontalHeaderItem(column)->text()), widthOf(QStringLiteral("0.000"))) + 6);
        room -= widths.back();
    }
    const int between = std::clamp(room / (columns - 1), 4, 26);
    for (int column = lane + 1; column < columns; ++column)
        setColumnWidth(column, widths[std::size_t(column - 1)] + between);
}

void LaneTable::resizeEvent(QResizeEvent* event)
{
    fitColumns();
    QTableWidget::resizeEvent(event);
}

void LaneTable::changeEvent(QEvent* event)
{
    QTableWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
    if (event->type() == QEvent::PaletteChange)
        setRows(std::vector<LaneRow>(m_rows));
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/lane_table.h"

#include <numeric>

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include "widgets/charts/figure_table.h"
#include "widgets/style/data_table.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"
#include "widgets/words/metric_words.h"
#include "widgets/words/speed_figures.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr const char* titles[] = {
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "tokens / step"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "acceptance α"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "draft yield"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "cost c"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "verify v"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "expected speed-up"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "measured speed-up"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "tokens/s"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "TTFT ms"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "prompt tokens/s"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "memory MB"),
    QT_TRANSLATE_NOOP("draftscope::LaneTable", "published"),
};
static_assert(std::size(titles) + 1 == LaneTable::columns);

/// Columns come in the order of comparedFigures().
const ComparedFigure& figureOf(int column)
{
    return comparedFigures()[std::size_t(column - 1)];
}

FigureValue figureIn(const LaneRow& row, int column)
{
    return row.figures.empty() ? FigureValue() : row.figures.at(std::size_t(column - 1));
}

bool isSpeedUp(int column)
{
    return column == LaneTable::predictedSpeedUp || column == LaneTable::measuredSpeedUp;
}

QString digits(int column, double value)
{
    const int decimals = figureOf(column).decimals;
    return decimals == 0 ? grouped(qRound(value)) : number(value, decimals);
}

bool isTimed(int column)
{
    return draftscope::isTimed(figureOf(column));
}

/// "2.41 ×", and below it its interval, "2.36 to 2.46". Where there are quartiles the interval stands beside it, in
/// brackets, and below are the prompts' "median 2.35" and, in a line of their own, these: "1.98 – 2.70".
QString shown(const LaneRow& row, int column, double value)
{
    const FigureValue figure = figureIn(row, column);
    if (!figure.quartiles && figure.interval)
        return QStringLiteral("%1\n%2").arg(timesText(value), intervalText(*figure.interval));
    QString words = isSpeedUp(column) ? timesText(value, figure.interval) : digits(column, value);
    if (const auto& spread = figure.quartiles) {
        const QString range =
            QStringLiteral("%1 – %2").arg(digits(column, spread->lower), digits(column, spread->upper));
        words += QLatin1Char('\n')
            + (spread->median
                   ? LaneTable::tr("median %1").arg(digits(column, *spread->median)) + QLatin1Char('\n') + range
                   : range);
    }
    return words;
}

QString quotedForCsv(QString words)
{
    return QStringLiteral("\"%1\"").arg(words.replace(QLatin1Char('"'), QStringLiteral("\"\"")));
}

} // namespace

std::optional<double> LaneTable::valueOf(const LaneRow& row, Column column)
{
    return figureIn(row, column).value;
}

QString LaneTable::whyMissing(const LaneRow& row, Column column)
{
    if (isTimed(column) && !row.whyNoTimes.isEmpty() && (row.hasPlain || !row.whyNothing.isEmpty()))
        return row.whyNoTimes;
    if (!row.whyNothing.isEmpty())
        return row.whyNothing;
    const bool drafts = column == acceptanceRate || column == draftYield;
    const bool comparesTimes = column == costRatio || column == verifyRatio || isSpeedUp(column);
    if (row.isPlain && (drafts || column == costRatio))
        return tr("Plain decoding drafts nothing.");
    if (column == memory)
        return tr("The memory of this lane was not planned: it is known of lanes whose models are loaded here.");
    if (!row.hasRounds && !isTimed(column))
        return tr("No round is shown yet.");
    if (comparesTimes && !row.hasPlain)
        return tr("It is a comparison with plain decoding of the same target on the same backend: add plain "
                  "decoding as a lane.");
    if (isTimed(column) && !row.whyNoTimes.isEmpty())
        return row.whyNoTimes;
    if (!row.hasRounds)
        return tr("No round is shown yet.");
    if (comparesTimes || column == tokensPerSecond)
        return tr("The first round reads the prompt, too, and does not count: there is no other one yet.");
    return tr("Nothing has been drafted yet.");
}

LaneTable::LaneTable(QWidget* parent) : QTableWidget(0, columns, parent)
{
    setObjectName(QStringLiteral("laneTable"));
    setAccessibleName(tr("Lanes in figures"));
    setHorizontalHeaderItem(lane, new QTableWidgetItem(tr("lane")));
    for (int column = lane + 1; column < columns; ++column)
        setHorizontalHeaderItem(column, new QTableWidgetItem(titleOf(column, false)));
    setTips();
    showAsFigures(*this, QStringLiteral("4px 3px 4px 0"));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(lane, QHeaderView::Stretch);
    fit();
}

void LaneTable::setTips()
{
    for (int column = lane + 1; column < published; ++column) {
        QString tip = definitionOf(figureOf(column).metric);
        if (m_kind == Kind::ofPrompts)
            tip += QLatin1Char('\n')
                + tr("Over the rounds of all prompts together; below it the prompts' own: their median and their "
                     "quartiles (a quarter of them is below the first number, a quarter above the second).");
        horizontalHeaderItem(column)->setToolTip(tip);
    }
    horizontalHeaderItem(published)->setToolTip(tr("Tokens per step and speed-up that others have published of the "
                                                   "method, with other models on other machines: no "
                                                   "figures of this comparison"));
}

void LaneTable::setRows(const std::vector<LaneRow>& rows, Kind kind)
{
    const bool isOther = std::exchange(m_kind, kind) != kind;
    if (isOther)
        setTips();
    m_rows = rows;
    int lines = kind == Kind::ofPrompts ? 2 : 1;
    for (const LaneRow& row : rows)
        for (const FigureValue& figure : row.figures)
            lines = std::max({lines, figure.interval ? 2 : 1, figure.quartiles && figure.quartiles->median ? 3 : 1});
    const bool isToFit = isOther || rowCount() != int(rows.size()) || std::exchange(m_lines, lines) != lines;
    m_lines = lines;
    setRowCount(int(rows.size()));
    std::vector<int> numbers;
    for (const LaneRow& row : rows)
        numbers.push_back(row.number);
    const std::vector<int> looks = styleIndexes(numbers);
    for (int r = 0; r < rowCount(); ++r) {
        const LaneRow& row = rows[std::size_t(r)];
        for (int column = 0; column < columns; ++column) {
            if (!item(r, column))
                setItem(r, column, new QTableWidgetItem);
            QTableWidgetItem* cell = item(r, column);
            cell->setTextAlignment(figureAlignment(column));
            if (column == lane) {
                cell->setText(QStringLiteral("%1 · %2 · %3")
                                  .arg(row.number > 0 ? QString::number(row.number) : QStringLiteral("–"), row.name,
                                       row.settings));
                cell->setToolTip(cell->text());
                cell->setIcon(laneSwatch(looks[std::size_t(r)], laneSwatchSide()));
                continue;
            }
            if (column == published) {
                showPublished(*cell, row);
                continue;
            }
            const auto value = figureIn(row, column).value;
            cell->setText(value ? shown(row, column, *value) : QStringLiteral("–"));
            if (column == predictedSpeedUp) { // what a formula says does not look like what was measured
                QFont font = cell->font();
                font.setItalic(true);
                cell->setFont(font);
                cell->setForeground(Theme::color(Role::muted));
            }
            QString tip = value ? horizontalHeaderItem(column)->toolTip() : whyMissing(row, Column(column));
            if (value && isTimed(column) && !row.busy.isEmpty())
                tip += QLatin1Char('\n') + row.busy;
            cell->setToolTip(tip);
        }
    }
    if (isToFit)
        fit();
    else if (m_kind == Kind::ofPrompts)
        fitColumns(); // the spread may have grown
}

/// Smaller, slanted and grey: so that it is not taken for a figure of this machine.
void LaneTable::showPublished(QTableWidgetItem& cell, const LaneRow& row)
{
    const bool isKnown = !row.published.isEmpty();
    cell.setText(isKnown ? row.publishedShort : QStringLiteral("–"));
    QFont font = Theme::font(0.85);
    font.setItalic(true);
    cell.setFont(font);
    cell.setForeground(Theme::color(Role::muted));
    cell.setToolTip(isKnown           ? tr("Published, not measured here: %1. %2").arg(row.published, row.source)
                        : row.isPlain ? QString()
                                      : tr("No figure of this method that could be looked up is known here."));
}

QString LaneTable::csvOf(const std::vector<LaneRow>& rows, Kind kind)
{
    const bool isOfPrompts = kind == Kind::ofPrompts;
    QStringList lines;
    QStringList names{QStringLiteral("lane"), QStringLiteral("method"), QStringLiteral("settings")};
    if (isOfPrompts)
        names << QStringLiteral("prompts");
    for (const ComparedFigure& figure : comparedFigures()) {
        const QString name = qtText(figure.name);
        names << name;
        if (isOfPrompts)
            names << name + QStringLiteral("_lower_quartile") << name + QStringLiteral("_upper_quartile")
                  << name + QStringLiteral("_median");
    }
    names << QStringLiteral("speed_up_lower") << QStringLiteral("speed_up_upper");
    names << QStringLiteral("published");
    lines << names.join(QLatin1Char(','));
    for (const LaneRow& row : rows) {
        QStringList values{row.number > 0 ? QString::number(row.number) : QString(), quotedForCsv(row.name),
                           quotedForCsv(row.settings)};
        if (isOfPrompts)
            values << QString::number(row.prompts);
        for (int column = lane + 1; column < published; ++column) {
            values << exactCell(figureIn(row, column).value);
            if (!isOfPrompts)
                continue;
            const auto spread = figureIn(row, column).quartiles;
            values << exactCell(spread ? std::optional(spread->lower) : std::nullopt)
                   << exactCell(spread ? std::optional(spread->upper) : std::nullopt)
                   << exactCell(spread ? spread->median : std::nullopt);
        }
        const auto interval = figureIn(row, measuredSpeedUp).interval;
        values << exactCell(interval ? std::optional(interval->lower) : std::nullopt)
               << exactCell(interval ? std::optional(interval->upper) : std::nullopt);
        values << (row.published.isEmpty() ? QString() : quotedForCsv(row.published));
        lines << values.join(QLatin1Char(','));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

/// All rows and titles are in sight, and no more room is taken.
void LaneTable::fit()
{
    setIconSize({laneSwatchSide(), laneSwatchSide()});
    fitColumns();
    const int line = m_lines * fontMetrics().height() + 10;
    verticalHeader()->setDefaultSectionSize(line);
    for (int r = 0; r < rowCount(); ++r)
        setRowHeight(r, line);
    fitHeight();
}

/// The height includes the horizontal scroll bar where the columns do not fit even with titles of two lines.
void LaneTable::fitHeight()
{
    const int rows = std::max(1, rowCount()) * verticalHeader()->defaultSectionSize();
    int columnsNeed = horizontalHeader()->minimumSectionSize(); // of the lanes, which take what the others leave
    for (int column = lane + 1; column < columns; ++column)
        columnsNeed += isColumnHidden(column) ? 0 : columnWidth(column);
    const int scrollBar = columnsNeed > width() ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(horizontalHeader()->sizeHint().height() + rows + scrollBar + 2);
}

/// "expected speed-up", over one line or two.
QString LaneTable::titleOf(int column, bool isOfTwoLines)
{
    QString title = tr(titles[column - 1]);
    if (const qsizetype space = title.indexOf(QLatin1Char(' ')); isOfTwoLines && space > 0)
        title[space] = QLatin1Char('\n');
    return title;
}

std::vector<int> LaneTable::neededWidths(bool areTitlesOfTwoLines) const
{
    const auto widthOf = [this](const QString& text) {
        int widest = 0;
        for (const QString& words : text.split(QLatin1Char('\n')))
            widest = std::max(widest, fontMetrics().horizontalAdvance(words));
        return widest;
    };
    std::vector<int> widths;
    for (int column = lane + 1; column < columns; ++column) {
        int widest = std::max(widthOf(titleOf(column, areTitlesOfTwoLines)), widthOf(QStringLiteral("0.000")));
        for (int row = 0; row < rowCount(); ++row)
            if (const QTableWidgetItem* cell = item(row, column))
                widest = std::max(widest, widthOf(cell->text()));
        widths.push_back(widest + 6);
    }
    return widths;
}

/// Figures are apart from each other where there is room for that, and closer where the lanes' names need it.
void LaneTable::fitColumns()
{
    const int name =
        laneSwatchSide() + 6 + fontMetrics().horizontalAdvance(QStringLiteral("4 · Plain decoding and so on"));
    const auto roomBeside = [&](const std::vector<int>& widths) {
        return width() - name - std::accumulate(widths.begin(), widths.end(), 0);
    };
    std::vector<int> widths = neededWidths(false);
    const bool areTitlesOfTwoLines = roomBeside(widths) < 0;
    if (areTitlesOfTwoLines)
        widths = neededWidths(true);
    int room = roomBeside(widths);
    // What was measured here comes first: where there is no room for both, what was published is left to the report.
    const bool isNarrow = room < 0;
    setColumnHidden(published, isNarrow);
    if (isNarrow)
        room += widths.back();
    setColumnHidden(promptTokensPerSecond, room < 0); // the time to the first token says nearly the same
    if (room < 0)
        room += widths[std::size_t(promptTokensPerSecond - 1)];
    const int between = std::clamp(room / (columns - 1), 4, 26);
    for (int column = lane + 1; column < columns; ++column) {
        horizontalHeaderItem(column)->setText(titleOf(column, areTitlesOfTwoLines));
        setColumnWidth(column, widths[std::size_t(column - 1)] + between);
    }
    fitHeight();
}

void LaneTable::resizeEvent(QResizeEvent* event)
{
    fitColumns();
    QTableWidget::resizeEvent(event);
}

void LaneTable::changeEvent(QEvent* event)
{
    QTableWidget::changeEvent(event);
    if (changesSizes(*event))
        fit();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) // swatches have colour and size
        setRows(std::vector<LaneRow>(m_rows), m_kind);
}

} // namespace draftscope

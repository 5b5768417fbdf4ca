// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/stage_times_table.h"

#include <algorithm>

#include <QEvent>
#include <QHeaderView>

#include "widgets/charts/figure_table.h"
#include "widgets/charts/phase_chart.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr double letterScale = 0.92; ///< of the letters

QString megabytesText(double bytes)
{
    const double megabytes = bytes / 1e6;
    return number(megabytes, megabytes < 9.995 ? 2 : megabytes < 99.95 ? 1 : 0);
}

QString gigabytesText(double bytesPerSecond)
{
    return number(bytesPerSecond / 1e9, bytesPerSecond < 99.95e9 ? 1 : 0);
}

constexpr double overAll = 1.005; ///< a share that is shown as more than 100 %

QString shareText(double bytesPerSecond, double bandwidth)
{
    if (bandwidth <= 0)
        return QStringLiteral("–");
    const QString share = QStringLiteral("%1 %").arg(number(100 * bytesPerSecond / bandwidth, 0));
    return bytesPerSecond > overAll * bandwidth ? StageTimesTable::tr("%1 (caches)").arg(share) : share;
}

bool hasSharesOverAll(const StageTimes& times)
{
    return times.bandwidth > 0 && std::any_of(times.stages.begin(), times.stages.end(), [&](const StageTime& stage) {
               return stage.bytesPerSecond() > overAll * times.bandwidth;
           });
}

} // namespace

QString sentenceOf(const StageTimes& times)
{
    return StageTimesTable::tr("A pass of %1 of %2 after %3 on %4 takes %5.")
        .arg(times.rows == 1 ? StageTimesTable::tr("1 row") : StageTimesTable::tr("%1 rows").arg(times.rows),
             QString::fromStdString(times.model),
             times.context == 1 ? StageTimesTable::tr("1 token") : StageTimesTable::tr("%1 tokens").arg(times.context),
             QString::fromStdString(times.backend), durationText(times.milliseconds()));
}

QString noteOf(const StageTimes& times)
{
    QString note = times.bandwidth > 0 ? StageTimesTable::tr("100 % are the %1 GB/s at which this memory could be read "
                                                             "in the same run.")
                                             .arg(gigabytesText(times.bandwidth))
                                       : StageTimesTable::tr("The bandwidth of the memory is not known.");
    note += QLatin1Char(' ')
        + StageTimesTable::tr("MB are what a stage has to read at least: its weights and, in attention, keys and "
                              "values.");
    if (hasSharesOverAll(times))
        note += QLatin1Char(' ') + StageTimesTable::tr("More than 100 %: caches held the weights.");
    return note;
}

StageTimesTable::StageTimesTable(QWidget* parent) : QTableWidget(0, columns, parent)
{
    setAccessibleName(tr("Stages of a pass"));
    setHorizontalHeaderLabels({tr("Stage"), tr("ms"), tr("MB"), tr("GB/s"), tr("bandwidth")});
    const QString tips[] = {tr("Part of the pass, over all layers"), tr("Median of several passes"),
                            tr("What the stage has to read at least"), tr("These bytes in this time"),
                            tr("Share of the bandwidth of the memory, measured in the same run")};
    for (int column = 0; column < columns; ++column)
        horizontalHeaderItem(column)->setToolTip(tips[column]);
    showAsFigures(*this, QStringLiteral("2px 3px 2px 12px"));
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fit();
}

void StageTimesTable::setTimes(const StageTimes& times)
{
    clearContents();
    setRowCount(int(times.stages.size()) + 1);
    const int decimals = times.milliseconds() < 10 ? 3 : times.milliseconds() < 1000 ? 2 : 1;
    const auto put = [&](int row, const StageTime& time) {
        const QString texts[] = {QString::fromStdString(time.stage), number(time.milliseconds, decimals),
                                 megabytesText(time.bytes), gigabytesText(time.bytesPerSecond()),
                                 shareText(time.bytesPerSecond(), times.bandwidth)};
        for (int column = 0; column < columns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setTextAlignment(figureAlignment(column));
            item->setData(
                Qt::AccessibleTextRole,
                QStringLiteral("%1, %2: %3").arg(texts[stage], horizontalHeaderItem(column)->text(), texts[column]));
            if (column == stage)
                item->setToolTip(texts[stage]);
            setItem(row, column, item);
        }
    };
    for (std::size_t i = 0; i < times.stages.size(); ++i)
        put(int(i), times.stages[i]);
    put(int(times.stages.size()), {tr("all stages").toStdString(), times.milliseconds(), times.bytes()});
    fit();
}

void StageTimesTable::changeEvent(QEvent* event)
{
    QTableWidget::changeEvent(event);
    if (changesSizes(*event))
        QMetaObject::invokeMethod(this, &StageTimesTable::fit,
                                  Qt::QueuedConnection); // when the header has changed, too
}

/// Numbers take what they need, the stages' names the rest.
void StageTimesTable::fit()
{
    const QFont small = Theme::font(letterScale);
    if (font() != small)
        setFont(small);
    for (int column = 0; column < columns && rowCount() > 0; ++column)
        item(rowCount() - 1, column)->setFont(Theme::font(letterScale, true));
    verticalHeader()->setDefaultSectionSize(QFontMetrics(small).height() + 4);
    horizontalHeader()->setMinimumSectionSize(
        QFontMetrics(Theme::font(letterScale, true)).horizontalAdvance(QStringLiteral("0.000")) + 10);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(stage, QHeaderView::Stretch);
    setFixedHeight(horizontalHeader()->sizeHint().height() + rowCount() * verticalHeader()->defaultSectionSize() + 2);
}

} // namespace draftscope

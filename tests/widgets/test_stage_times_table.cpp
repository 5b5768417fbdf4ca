// SPDX-License-Identifier: MIT
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/charts/stage_times_table.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

StageTimes sampleTimes()
{
    StageTimes times;
    times.backend = "CPU · AVX-512 · 2 threads";
    times.model = "tales-6m";
    times.rows = 1;
    times.context = 57;
    times.stages = {{"queries, keys, values", 0.25, 2e6}, {"attention", 0.0625, 0.25e6}, {"logits", 0.5, 5e6}};
    times.bandwidth = 20e9;
    return times;
}

/// As printed lines, so that a reader sees the table.
QStringList lines(const StageTimesTable& table)
{
    QStringList lines;
    for (int row = 0; row < table.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < table.columnCount(); ++column)
            cells << table.item(row, column)->text();
        lines << cells.join(" | ");
    }
    return lines;
}

} // namespace

/// The stages of a pass, and the sentences that say what was measured and compared.
class TestStageTimesTable : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void aRowAStageAndOneForAll()
    {
        StageTimesTable table;
        table.setTimes(sampleTimes());
        QCOMPARE(
            lines(table),
            QStringList({"queries, keys, values | 0.250 | 2.00 | 8.0 | 40 %", "attention | 0.063 | 0.25 | 4.0 | 20 %",
                         "logits | 0.500 | 5.00 | 10.0 | 50 %", "all stages | 0.813 | 7.25 | 8.9 | 45 %"}));
        QCOMPARE(table.item(1, StageTimesTable::share)->data(Qt::AccessibleTextRole).toString(),
                 "attention, bandwidth: 20 %");
    }

    void anotherMeasurementReplacesIt()
    {
        StageTimesTable table;
        table.setTimes(sampleTimes());
        StageTimes other = sampleTimes();
        other.stages = {{"logits", 120, 3e9}};
        table.setTimes(other);
        QCOMPARE(lines(table),
                 QStringList({"logits | 120.00 | 3000 | 25.0 | 125 % (caches)",
                              "all stages | 120.00 | 3000 | 25.0 | 125 % (caches)"}));
    }

    void unknownBandwidthHasNoShares()
    {
        StageTimes times = sampleTimes();
        times.bandwidth = 0;
        StageTimesTable table;
        table.setTimes(times);
        QVERIFY(lines(table).first().endsWith("| –"));
        QVERIFY(noteOf(times).contains("not known"));
    }

    void sentencesSayWhatWasMeasured()
    {
        StageTimes times = sampleTimes();
        QCOMPARE(
            sentenceOf(times),
            QStringLiteral("A pass of 1 row of tales-6m after 57 tokens on CPU · AVX-512 · 2 threads takes 0.81 ms."));
        QVERIFY2(noteOf(times).startsWith("100 % are the 20.0 GB/s"), qPrintable(noteOf(times)));
        QVERIFY(noteOf(times).contains("at least"));
        QVERIFY(!noteOf(times).contains("caches"));
        times.stages[0].milliseconds = 0.05; // 40 GB/s
        QVERIFY(noteOf(times).contains("caches"));
        times.rows = 8;
        times.context = 1;
        QVERIFY(sentenceOf(times).contains("8 rows of tales-6m after 1 token "));
    }

    void allRowsAreInSight_data()
    {
        QTest::addColumn<double>("points");
        QTest::newRow("as usual") << 10.5;
        QTest::newRow("large text") << 18.0;
    }
    void allRowsAreInSight()
    {
        QFETCH(const double, points);
        StageTimesTable table;
        table.setTimes(sampleTimes());
        sample::show(table, {500, 400});
        Theme::apply(*qApp, ThemeKind::light, points);
        QCoreApplication::processEvents();
        const QRect last = table.visualItemRect(table.item(table.rowCount() - 1, 0));
        QVERIFY(last.bottom() <= table.viewport()->height());
        QVERIFY(last.height() >= table.fontMetrics().height());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestStageTimesTable)
#include "test_stage_times_table.moc"

// SPDX-License-Identifier: MIT
// The stage of a batch: which cell stands in which column, where cells lie, what is painted and what clicks and keys
// ask for.
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/record/example_recording.h"
#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/stage/batch_view.h"

using namespace draftscope;

namespace {

/// "root:2 draft:3 ..." with the columns in front.
QString line(const std::vector<BatchCell>& cells)
{
    static const char* const kinds[] = {"text", "gap", "root", "draft", "pending", "drawn"};
    QStringList words;
    for (const BatchCell& cell : cells) {
        QString word = QStringLiteral("%1 %2").arg(cell.column).arg(QLatin1String(kinds[int(cell.kind)]));
        if (cell.position >= 0)
            word += QStringLiteral(" @%1").arg(cell.position);
        if (cell.others > 0)
            word += QStringLiteral(" +%1").arg(cell.others);
        if (cell.isMasked)
            word += QStringLiteral(" masked");
        words << word;
    }
    return words.join(QStringLiteral(", "));
}

BatchRowRound at(const RoundRecord& whole, int moment)
{
    return {atMoment(whole, moment), whole, {}};
}

/// A round of a batch in step, whose root lies in K/V column 4: the text has a gap at 2 and 3, and so has what was
/// rejected.
RoundRecord inStep()
{
    RoundRecord round = example::rejectedRound(0, 3);
    using Kind = CacheChange::Kind;
    constexpr CacheOwner target = CacheOwner::target;
    round.cacheChanges = {
        {0, target, Kind::written, 0, 2, 0, noToken, 0},
        {0, target, Kind::committed, 0, 2},
        {0, target, Kind::gap, 2, 2},
        {2, target, Kind::written, 4, 1, 2, 11},
        {2, target, Kind::committed, 4, 1},
        {2, target, Kind::written, 5, 1, 3, 20},
        {2, target, Kind::written, 6, 1, 4, 21},
        {6, target, Kind::rolledBack, 6, 1},
        {6, target, Kind::committed, 5, 1},
        {6, target, Kind::gap, 6, 1},
    };
    return round;
}

BatchRowRound inStepAt(int moment)
{
    static const RoundRecord whole = inStep();
    Recording recording(example::header());
    recording.put(0, whole);
    return {atMoment(whole, moment), whole, cacheAt(recording, {0, 0, moment}).target};
}

/// Rows that alternate between what is rejected and what is accepted.
std::vector<BatchRow> rows(int count, const Recording& recording)
{
    std::vector<BatchRow> rows;
    for (int i = 0; i < count; ++i) {
        BatchRow& row = rows.emplace_back();
        row.name = QStringLiteral("%1 · Once upon a time there was a long prompt").arg(i + 1);
        row.note = QStringLiteral("…how it goes on");
        row.recording = &recording;
        row.round = at(i % 2 == 0 ? example::rejectedRound(0, 3) : example::acceptedRound(0, 3), 7);
    }
    return rows;
}

} // namespace

class TestBatchView : public QObject {
    Q_OBJECT

private:
    const Recording m_recording = example::recording();

private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    /// The rest of a cache is not copied for each frame.
    void whatIsInSightOfACacheIsAllThatIsShown()
    {
        for (int moment = 1; moment <= 7; ++moment) {
            BatchRowRound row = inStepAt(moment);
            CacheTable shifted; // a long text before it
            RoundRecord later = row.whole;
            for (CacheChange& change : later.cacheChanges)
                change.slot += 1000;
            for (int slot = 0; slot < 1000; ++slot)
                shifted[slot] = {SlotState::committed, slot, 7};
            for (const auto& [slot, held] : *row.cache)
                shifted[slot + 1000] = held;
            const BatchRowRound whole{row.round, later, shifted}, cut{row.round, later, columnsInSight(shifted, later)};
            QVERIFY(cut.cache->size() < 10 && whole.cache->size() >= 1000);
            const BatchColumnsShown columns = columnsOf({&whole});
            QVERIFY(columns == columnsOf({&cut}));
            QCOMPARE(line(cellsOf(cut, columns, m_recording.header())),
                     line(cellsOf(whole, columns, m_recording.header())));
        }
    }

    void cellsOfARound_data()
    {
        QTest::addColumn<int>("moment");
        QTest::addColumn<QString>("cells");
        QTest::newRow("draft 1") << 1 << "0 root @2, 1 draft @3, 2 pending @4, 3 pending";
        QTest::newRow("draft 2") << 2 << "0 root @2, 1 draft @3, 2 draft @4, 3 pending";
        QTest::newRow("residual") << 6 << "0 root @2, 1 draft @3, 2 draft @4, 3 drawn @4";
    }
    void cellsOfARound()
    {
        QFETCH(int, moment);
        const BatchRowRound row = at(example::rejectedRound(0, 3), moment);
        const BatchColumnsShown columns = columnsOf({&row});
        QVERIFY(!columns.firstSlot);
        QCOMPARE(columns.count(), 4);
        QTEST(line(cellsOf(row, columns, m_recording.header())), "cells");
    }

    void allRowsShareTheColumns()
    {
        const BatchRowRound two = at(example::rejectedRound(0, 3), 7), none = at(example::plainRound(2, 8), 3);
        const BatchColumnsShown columns = columnsOf({&none, &two});
        QCOMPARE(columns.depths, 2);
        QCOMPARE(line(cellsOf(none, columns, m_recording.header())), "0 root @7, 3 drawn @8");
    }

    void aLevelOfATreeShowsWhatBecameOfItAndHowManyMore()
    {
        const BatchRowRound row = at(example::prunedRound(0, 3), 6);
        const BatchColumnsShown columns = columnsOf({&row});
        const std::vector<BatchCell> cells = cellsOf(row, columns, m_recording.header());
        QCOMPARE(line(cells), "0 root @2, 1 draft @3 +1, 2 draft @4, 3 drawn @4");
        QCOMPARE(cells[1].node, 0); // the accepted one of two
    }

    void inStepColumnsAreThoseOfTheCache_data()
    {
        QTest::addColumn<int>("moment");
        QTest::addColumn<QString>("cells");
        QTest::newRow("draft 2") << 2
                                 << "0 text @0, 1 text @1, 2 gap, 3 gap, 4 root @2, 5 draft @3, 6 draft @4, "
                                    "7 pending";
        QTest::newRow("residual") << 6
                                  << "0 text @0, 1 text @1, 2 gap, 3 gap, 4 root @2, 5 draft @3, 6 draft @4, "
                                     "7 drawn @4";
        QTest::newRow("commit") << 7
                                << "0 text @0, 1 text @1, 2 gap, 3 gap, 4 root @2, 5 draft @3, "
                                   "6 draft @4 masked, 7 drawn @4";
    }
    void inStepColumnsAreThoseOfTheCache()
    {
        QFETCH(int, moment);
        const BatchRowRound row = inStepAt(moment);
        const BatchColumnsShown columns = columnsOf({&row});
        QCOMPARE(columns.firstSlot.value_or(-1), 0);
        QCOMPARE(columns.root, 4);
        QTEST(line(cellsOf(row, columns, m_recording.header())), "cells");
    }

    void columnsHaveTheNamesOfTheCache()
    {
        const BatchRowRound row = inStepAt(7);
        const BatchColumnsShown inStep = columnsOf({&row});
        QCOMPARE(BatchPainter::nameOf(2, inStep, false), "K/V 2");
        QVERIFY(BatchPainter::nameOf(4, inStep, false).startsWith("K/V 4 · root"));
        const BatchRowRound other = at(example::rejectedRound(0, 3), 7);
        const BatchColumnsShown drafts = columnsOf({&other});
        QCOMPARE(BatchPainter::nameOf(0, drafts, false), "Root");
        QCOMPARE(BatchPainter::nameOf(2, drafts, false), "Draft 2");
        QCOMPARE(BatchPainter::nameOf(2, drafts, true), "Level 2");
        QVERIFY(BatchPainter::nameOf(3, drafts, false).startsWith("Ends the round"));
    }

    void cellsFillTheViewAndScrollWhereTheyCannot_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("scrolls");
        QTest::newRow("2") << 2 << false;
        QTest::newRow("8") << 8 << false;
        QTest::newRow("32") << 32 << true;
    }
    void cellsFillTheViewAndScrollWhereTheyCannot()
    {
        QFETCH(int, rows);
        const QSizeF view(640, 380);
        const BatchLayout layout = BatchLayout::of(rows, 7, view, 17);
        QTEST(layout.contentSize.height() > view.height(), "scrolls");
        QVERIFY(layout.rowHeight >= 2 * 17); // two lines are read
        QVERIFY(layout.contentSize.width() <= view.width());
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < 7; ++column) {
                const QRectF cell = layout.cell(row, column);
                QCOMPARE(layout.rowAt(cell.center().y()), row);
                QCOMPARE(layout.columnAt(cell.center().x()), column);
                QVERIFY(layout.row(row).contains(cell));
                QVERIFY(!layout.label(row).intersects(cell));
            }
        QCOMPARE(layout.rowAt(layout.contentSize.height() + 1), -1);
        QCOMPARE(layout.columnAt(layout.labelWidth - 1), -1);
    }

    void verdictsAndGapsArePainted()
    {
        BatchView view;
        view.resize(700, 300);
        std::vector<BatchRow> two = rows(2, m_recording);
        view.setRows(two, 1);
        const QImage picture = sample::picture(view);
        const auto has = [&](int row, int column, Role role) {
            const QRectF cell = view.batchLayout().cell(row, column);
            return sample::count(picture, cell, Theme::color(role)) > 0;
        };
        QVERIFY(has(0, 1, Role::accepted) && has(0, 2, Role::rejected) && has(0, 3, Role::residual));
        QVERIFY(has(1, 2, Role::accepted) && !has(1, 2, Role::rejected) && has(1, 3, Role::bonus));

        two.resize(1);
        two[0].round = inStepAt(2);
        view.setRows(two, 0);
        const QImage gaps = sample::picture(view);
        const auto ink = [&](int column) {
            const QImage cell = gaps.copy(view.batchLayout().cell(0, column).toRect());
            int count = 0;
            for (int y = 0; y < cell.height(); ++y)
                for (int x = 0; x < cell.width(); ++x)
                    count += cell.pixelColor(x, y) != cell.pixelColor(0, 0) ? 1 : 0;
            return count;
        };
        QVERIFY2(ink(2) > 2 * ink(1), "a gap is hatched, a token of the text is a word");
    }

    void clicksAndKeysChooseASequence()
    {
        BatchView view;
        view.resize(700, 300);
        view.show();
        view.setRows(rows(12, m_recording), 0);
        QSignalSpy chosen(&view, &BatchView::rowSelected), looked(&view, &BatchView::contextSelected);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.batchLayout().label(2).center().toPoint());
        QCOMPARE(chosen.takeFirst().first().toInt(), 2);
        QVERIFY(looked.isEmpty());
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.batchLayout().cell(1, 2).center().toPoint());
        QCOMPARE(chosen.takeFirst().first().toInt(), 1);
        QCOMPARE(looked.takeFirst().first().toInt(), 1); // behind the first draft
        view.setRows(rows(12, m_recording), 1);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(chosen.takeFirst().first().toInt(), 2);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(chosen.takeFirst().first().toInt(), 0);
        QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(chosen.takeFirst().first().toInt(), 11);
        view.setRows(rows(12, m_recording), 11);
        QVERIFY(view.verticalScrollBar()->value() > 0); // it is in sight
        const QRectF last = view.batchLayout().row(11).translated(0, -view.verticalScrollBar()->value());
        QVERIFY(last.bottom() <= view.viewport()->height() + 1);
        // The names of columns cover what is scrolled below them.
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(200, 5));
        QVERIFY(chosen.isEmpty());
    }

    void whatIsDrawnIsAlsoSaid()
    {
        BatchView view;
        view.resize(700, 300);
        std::vector<BatchRow> shown = rows(1, m_recording);
        shown[0].round = inStepAt(7);
        BatchRow& apart = shown.emplace_back();
        apart.name = "2 · Another";
        apart.note = "waits for a place";
        apart.isApart = true;
        view.setRows(shown, 0);
        const QString words = view.description();
        for (const char* const part : {"K/V column 2 is a gap", "position 3, K/V column 5", "which is a gap by now",
                                       "accepted", "rejected", "2 · Another; waits for a place"})
            QVERIFY2(words.contains(part), qPrintable(QString(part) + " in " + words));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestBatchView)
#include "test_batch_view.moc"

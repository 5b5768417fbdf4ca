// SPDX-License-Identifier: MIT
// The events table: a row a moment, found both ways, growing with the run, filtered, and asking for positions.
#include <numeric>
#include <vector>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/style/theme.h"
#include "widgets/text/events_view.h"

using namespace draftscope;

namespace {

constexpr int firstRows = 14, allRows = 21; ///< moments of the sample's first round, and of both

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestEvents : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void rowsTellTheMoments_data();
    void rowsTellTheMoments();
    void numbersBearTheVerdictOut();
    void greedyRoundsHaveNoU();
    void whatAPersonChoseIsSaid();
    void theAcceptanceIsCalledWhatItIs();
    void outcomesHaveTheirColours();
    void columnsAreNamed();
    void rowsAndPositionsAreInverse();
    void positionsThatAreNotThereHaveNoRow_data();
    void positionsThatAreNotThereHaveNoRow();
    void growsWithTheRun();
    void otherBranchReplacesTheRows();
    void filterLeavesWhatMatches_data();
    void filterLeavesWhatMatches();
    void clickAsksForThePosition();
    void shownPositionIsSelected();
    void columnsGiveWayToTheOutcome();
    void chosenWidthsStay();

private:
    const Recording m_recording = sample::recording();
};

void TestEvents::rowsTellTheMoments_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<QStringList>("cells"); // round, moment, token, p, q, min(1, p/q), u, outcome
    QTest::newRow("drafted") << 0 << QStringList{"1", "Draft 1", "␣and", "", "0.420", "", "0.250", "drafted"};
    QTest::newRow("verify") << 6 << QStringList{"1", "Verify", "", "", "", "", "", "target pass over 7 rows"};
    QTest::newRow("accepted") << 7
                              << QStringList{"1", "Judge 1", "␣and", "0.510", "0.420", "1.000", "0.310", "✓ accepted"};
    QTest::newRow("rejected") << 11
                              << QStringList{"1", "Judge 5", "␣fly", "0.110", "0.480", "0.229", "0.630", "✗ rejected"};
    QTest::newRow("residual") << 12 << QStringList{"1", "Residual", "␣up", "", "", "", "0.500", "● drawn"};
    QTest::newRow("commit") << 13 << QStringList{"1", "Commit", "", "", "", "", "", "5 tokens committed"};
    QTest::newRow("the next round") << 15 << QStringList{"2", "Draft 2", "⏎", "", "0.500", "", "–", "drafted"};
    QTest::newRow("bonus") << 19
                           << QStringList{
                                  "2",     "Bonus",  QStringLiteral("%1␣שלום%2").arg(QChar(0x2068)).arg(QChar(0x2069)),
                                  "",      "",       "",
                                  "0.200", "+ drawn"};
}

void TestEvents::rowsTellTheMoments()
{
    QFETCH(const int, row);
    EventsModel model;
    model.setRecording(&m_recording, 0);
    QCOMPARE(model.rowCount(), allRows);
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << cell(model, row, column);
    QTEST(cells, "cells");
}

void TestEvents::numbersBearTheVerdictOut()
{
    RoundRecord round = m_recording.round(0, 0);
    round.nodes[4].acceptance = 0.9996;
    round.nodes[4].u = 0.9998;
    Recording close(m_recording.header());
    close.put(0, round);
    EventsModel model;
    model.setRecording(&close, 0);
    QCOMPARE(cell(model, 11, EventsModel::acceptance), QStringLiteral("0.9996"));
    QCOMPARE(cell(model, 11, EventsModel::u), QStringLiteral("0.9998"));
}

void TestEvents::greedyRoundsHaveNoU()
{
    RoundRecord round = m_recording.round(0, 0);
    round.sampler.greedy = true;
    Recording greedy(m_recording.header());
    greedy.put(0, round);
    EventsModel model;
    model.setRecording(&greedy, 0);
    for (const int row : {0, 7, 11, 12})
        QCOMPARE(cell(model, row, EventsModel::u), QStringLiteral("–"));
}

void TestEvents::whatAPersonChoseIsSaid()
{
    RoundRecord round = m_recording.round(0, 0);
    round.nodes[0].forcedToken = round.nodes[0].forcedU = round.nodes[4].forcedVerdict = true;
    Recording recording(m_recording.header());
    recording.put(0, round);
    EventsModel model;
    model.setRecording(&recording, 0);
    QCOMPARE(cell(model, 0, EventsModel::outcome), QStringLiteral("chosen by you"));
    QCOMPARE(cell(model, 0, EventsModel::u), QStringLiteral("–")); // it was not drawn
    QCOMPARE(cell(model, 7, EventsModel::outcome), QStringLiteral("✓ accepted (u chosen by you)"));
    QCOMPARE(cell(model, 11, EventsModel::outcome), QStringLiteral("✗ rejected (forced by you)"));
}

/// The column is headed by what its numbers are.
void TestEvents::theAcceptanceIsCalledWhatItIs()
{
    const auto headingOf = [this](const char* verifier, Drafts drafts, EventsModel::Column column) {
        TraceHeader header = m_recording.header();
        test::judgeBy(header, verifier);
        RoundRecord round = m_recording.round(0, 0);
        test::judgeBy(round, verifier);
        Recording recording(header);
        EventsModel model;
        model.setRecording(&recording, 0, drafts);
        recording.put(0, round);
        model.setRecording(&recording, 0, drafts);
        return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    const auto acceptance = EventsModel::acceptance;
    QCOMPARE(headingOf("speculative-sampling", Drafts::nodes, acceptance), "min(1, p/q)");
    QCOMPARE(headingOf("speculative-sampling", Drafts::levels, acceptance), "acceptance");
    QCOMPARE(headingOf("deterministic-children", Drafts::nodes, acceptance), "p");
    QCOMPARE(headingOf("block", Drafts::nodes, acceptance), "acceptance");
    for (const Drafts drafts : {Drafts::nodes, Drafts::levels}) {
        QCOMPARE(headingOf("typical", drafts, acceptance), "p");
        QCOMPARE(headingOf("typical", drafts, EventsModel::u), "u, threshold");
    }
    QCOMPARE(headingOf("block", Drafts::nodes, EventsModel::u), "u");
}

void TestEvents::outcomesHaveTheirColours()
{
    EventsModel model;
    model.setRecording(&m_recording, 0);
    const auto colorOf = [&](int row) {
        return model.index(row, EventsModel::outcome).data(Qt::ForegroundRole).value<QColor>();
    };
    QCOMPARE(colorOf(7), Theme::color(Role::accepted));
    QCOMPARE(colorOf(11), Theme::color(Role::rejected));
    QCOMPARE(colorOf(12), Theme::color(Role::residual));
    QCOMPARE(colorOf(19), Theme::color(Role::bonus));
    QVERIFY(!model.index(6, EventsModel::outcome).data(Qt::ForegroundRole).isValid());
}

void TestEvents::columnsAreNamed()
{
    EventsModel model;
    QStringList names;
    for (int column = 0; column < model.columnCount(); ++column)
        names << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    QCOMPARE(names, QStringList({"Round", "Moment", "Token", "p", "q", "min(1, p/q)", "u", "Outcome"}));
}

void TestEvents::rowsAndPositionsAreInverse()
{
    EventsModel model;
    model.setRecording(&m_recording, 0);
    for (int row = 0; row < allRows; ++row) {
        const Position expected = row < firstRows ? Position{0, 0, row + 1} : Position{0, 1, row - firstRows + 1};
        QCOMPARE(model.positionOf(row), expected);
        QCOMPARE(model.rowOf(expected), row);
    }
}

void TestEvents::positionsThatAreNotThereHaveNoRow_data()
{
    QTest::addColumn<Position>("position");
    QTest::newRow("before the first moment") << Position{0, 0, 0};
    QTest::newRow("behind the last of a round") << Position{0, 0, firstRows + 1};
    QTest::newRow("a round to come") << Position{0, 2, 1};
    QTest::newRow("no round") << Position{0, -1, 1};
    QTest::newRow("another branch") << Position{1, 0, 1};
}

void TestEvents::positionsThatAreNotThereHaveNoRow()
{
    QFETCH(const Position, position);
    EventsModel model;
    model.setRecording(&m_recording, 0);
    QCOMPARE(model.rowOf(position), -1);
}

void TestEvents::growsWithTheRun()
{
    Recording recording(m_recording.header());
    EventsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    recording.put(0, atMoment(m_recording.round(0, 0), 3));
    model.setRecording(&recording, 0);
    QCOMPARE(model.rowCount(), 3);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset), inserted(&model, &QAbstractItemModel::rowsInserted);
    recording.put(0, m_recording.round(0, 0));
    model.setRecording(&recording, 0);
    QCOMPARE(model.rowCount(), firstRows);
    recording.put(0, m_recording.round(0, 1));
    model.setRecording(&recording, 0);
    QCOMPARE(model.rowCount(), allRows);
    model.setRecording(&recording, 0);
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(inserted[0].at(1).toInt(), 3);
    QCOMPARE(inserted[0].at(2).toInt(), firstRows - 1);
    QCOMPARE(inserted[1].at(1).toInt(), firstRows);
    QVERIFY2(reset.isEmpty(), "growing keeps selection and scrolling: rows are added, not made anew");
    QCOMPARE(model.positionOf(allRows - 1), (Position{0, 1, 7}));
    model.setRecording(nullptr, 0);
    QCOMPARE(model.rowCount(), 0);
}

void TestEvents::otherBranchReplacesTheRows()
{
    Recording recording = sample::recording();
    const int branch = recording.fork({0, 0, 3}, "another token");
    recording.put(branch, atMoment(recording.round(0, 0), 5));
    EventsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRecording(&recording, 0);
    model.setRecording(&recording, branch);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.positionOf(4), (Position{branch, 0, 5}));
    QCOMPARE(model.rowOf({0, 0, 1}), -1);
}

void TestEvents::filterLeavesWhatMatches_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("rows");
    QTest::newRow("an outcome") << "rejected" << 1;
    QTest::newRow("in any case") << "REJECTED" << 1;
    QTest::newRow("a moment") << "judge" << 7;
    QTest::newRow("a token: drafted and judged") << "fly" << 2;
    QTest::newRow("nothing has it") << "zebra" << 0;
    QTest::newRow("everything") << "" << allRows;
}

void TestEvents::filterLeavesWhatMatches()
{
    QFETCH(const QString, filter);
    EventsView view;
    view.setRecording(&m_recording, 0);
    view.findChild<QLineEdit*>()->setText(filter);
    QTEST(view.table()->model()->rowCount(), "rows");
}

void TestEvents::clickAsksForThePosition()
{
    EventsView view;
    sample::show(view, {900, 700});
    view.setRecording(&m_recording, 0);
    view.findChild<QLineEdit*>()->setText("drawn");
    QTableView* table = view.table();
    QCOMPARE(table->model()->rowCount(), 2);
    QSignalSpy spy(&view, &EventsView::positionActivated);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(1, EventsModel::moment)).center());
    QVERIFY(!spy.isEmpty());
    QCOMPARE(spy.last().first().value<Position>(), (Position{0, 1, 6}));
}

void TestEvents::shownPositionIsSelected()
{
    EventsView view;
    sample::show(view, {900, 200});
    view.setRecording(&m_recording, 0);
    const auto selectedRow = [&] {
        const QModelIndexList rows = view.table()->selectionModel()->selectedRows();
        return rows.isEmpty() ? -1 : rows.first().row();
    };
    QSignalSpy spy(&view, &EventsView::positionActivated);
    view.setPosition({0, 1, 7});
    QCOMPARE(selectedRow(), allRows - 1);
    const QRect shown = view.table()->visualRect(view.table()->model()->index(allRows - 1, 0));
    QVERIFY2(view.table()->viewport()->rect().contains(shown.center()), "and scrolled to");
    view.setPosition({0, 0, 0});
    QCOMPARE(selectedRow(), -1);
    QVERIFY2(spy.isEmpty(), "showing a position asks for none");
}

void TestEvents::columnsGiveWayToTheOutcome()
{
    EventsView view;
    view.setRecording(&m_recording, 0);
    const QHeaderView& header = *view.table()->horizontalHeader();
    const int letter = view.table()->fontMetrics().averageCharWidth();
    const auto widthsAt = [&](int width) {
        sample::show(view, {width, 300});
        std::vector<int> widths;
        for (int column = 0; column < EventsModel::columnCountTotal; ++column)
            widths.push_back(header.sectionSize(column));
        return widths;
    };
    const std::vector<int> narrow = widthsAt(letter * 110), wide = widthsAt(letter * 180);
    for (int column = 0; column < EventsModel::columnCountTotal; ++column) {
        QVERIFY2(narrow[std::size_t(column)] >= header.sectionSizeHint(column), "no heading is cut");
        QVERIFY(wide[std::size_t(column)] >= narrow[std::size_t(column)]);
    }
    QVERIFY(wide[EventsModel::token] > narrow[EventsModel::token]);
    QVERIFY(narrow[EventsModel::outcome] >= 20 * letter);
    QVERIFY(std::accumulate(narrow.begin(), narrow.end(), 0) <= view.table()->viewport()->width());
    QCOMPARE(widthsAt(letter * 110), narrow);
}

void TestEvents::chosenWidthsStay()
{
    EventsView view;
    view.setRecording(&m_recording, 0);
    sample::show(view, {900, 300});
    QHeaderView& header = *view.table()->horizontalHeader();
    header.resizeSection(EventsModel::token, 300); // as a person does who drags its edge
    header.resizeSection(EventsModel::p, 2);
    const int asFitted = header.sectionSize(EventsModel::q);
    sample::show(view, {600, 300});
    QCOMPARE(header.sectionSize(EventsModel::token), 300);
    QCOMPARE(header.sectionSize(EventsModel::q), asFitted);
    QCOMPARE(header.sectionSize(EventsModel::p), header.sectionSizeHint(EventsModel::p)); // its heading can be read
    view.setRecording(&m_recording, 0, Drafts::levels);                                   // as another run would
    QCOMPARE(header.sectionSize(EventsModel::token), 300);
}

DRAFTSCOPE_WINDOW_TEST(TestEvents)
#include "test_events.moc"

// SPDX-License-Identifier: MIT
#include <QTest>

#include <fmt/format.h>

#include "engine/session/stop_conditions.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

/// Two drafts, the first accepted (acceptance 0.8), the second rejected (0.1; residual mass 0.9), as far as `moments`.
RoundRecord roundAfter(int moments)
{
    RoundRecord round;
    round.round = 3;
    NodeRecord fly{.token = 10, .q = 0.5, .p = 0.4, .acceptance = 0.8, .u = 0.2, .verdict = Verdict::accepted};
    NodeRecord high{.token = 11,
                    .parent = 0,
                    .depth = 2,
                    .q = 0.5,
                    .p = 0.05,
                    .acceptance = 0.1,
                    .u = 0.7,
                    .verdict = Verdict::rejected};
    round.nodes = {fly, high};
    round.contexts.resize(3);
    round.contexts[0].residualMass = 0.2;
    round.contexts[1].residualMass = 0.9;
    round.draw = DrawRecord{12, TokenSource::residual, 1, 0.5};
    round.committed = {{10, TokenSource::accepted, 0}, {12, TokenSource::residual, -1}};
    round.moments = {{MomentKind::draft, 0},  {MomentKind::draft, 1}, {MomentKind::verify, -1},
                     {MomentKind::judge, 0},  {MomentKind::judge, 1}, {MomentKind::residual, -1},
                     {MomentKind::commit, -1}};
    round.moments.resize(std::size_t(moments));
    return round;
}

} // namespace

Q_DECLARE_METATYPE(StopConditions)

class TestStopConditions : public QObject {
    Q_OBJECT
private slots:
    void reasons_data()
    {
        QTest::addColumn<StopConditions>("conditions");
        QTest::addColumn<int>("moments");
        QTest::addColumn<QString>("reason"); // empty: goes on
        StopConditions c;
        QTest::newRow("nothing set") << c << 5 << "";
        QTest::newRow("no moment") << StopConditions{.onRejection = true} << 0 << "";
        QTest::newRow("rejection, while accepting") << StopConditions{.onRejection = true} << 4 << "";
        QTest::newRow("rejection") << StopConditions{.onRejection = true} << 5 << "Stopped: \"t11\" was rejected.";
        QTest::newRow("rejection, later moments") << StopConditions{.onRejection = true} << 6 << "";
        QTest::newRow("low acceptance") << StopConditions{.acceptanceBelow = 0.5} << 5
                                        << "Stopped: \"t11\" had an acceptance of 0.100, under 0.500.";
        QTest::newRow("acceptance high enough") << StopConditions{.acceptanceBelow = 0.5} << 4 << "";
        QTest::newRow("residual mass") << StopConditions{.residualAbove = 0.5} << 5
                                       << "Stopped: the residual mass at \"t11\" is 0.900, above 0.500.";
        QTest::newRow("a token") << StopConditions{.tokens = {7, 12}} << 7 << "Stopped: \"t12\" was committed.";
        QTest::newRow("a token, not yet committed") << StopConditions{.tokens = {7, 12}} << 6 << "";
        QTest::newRow("a rejected token") << StopConditions{.tokens = {11}} << 7 << "";
        QTest::newRow("round") << StopConditions{.atRound = 3} << 1 << "Stopped: round 4 began.";
        QTest::newRow("round, within") << StopConditions{.atRound = 3} << 2 << "";
        QTest::newRow("another round") << StopConditions{.atRound = 2} << 1 << "";
        QTest::newRow("all accepted, but not") << StopConditions{.onAllAccepted = true} << 6 << "";
        QTest::newRow("end of text, but not") << StopConditions{.onEndOfText = true} << 7 << "";
    }
    void reasons()
    {
        QFETCH(StopConditions, conditions);
        QFETCH(int, moments);
        QFETCH(QString, reason);
        const auto text = [](TokenId token) { return fmt::format("t{}", token); };
        QCOMPARE(QString::fromStdString(stopReason(conditions, roundAfter(moments), text).value_or(Message{}).text),
                 reason);
        for (int end = 0; end <= 7; ++end) { // and whether it stops anywhere until then
            bool stops = false;
            for (int moment = 1; moment <= end; ++moment)
                stops = stops || stopReason(conditions, roundAfter(moment), text);
            QCOMPARE(stopsWithin(conditions, roundAfter(end)), stops);
        }
    }

    /// Where the last draft is an accepted end of the text there is no bonus moment to stop at.
    void allAcceptedWithoutABonus()
    {
        RoundRecord round = roundAfter(7);
        round.nodes[1].verdict = Verdict::accepted;
        round.moments.erase(round.moments.begin() + 5);
        round.draw.reset();
        round.endOfText = true;
        round.committed = {{10, TokenSource::accepted, 0}, {11, TokenSource::accepted, 1}};
        const auto text = [](TokenId) { return std::string(); };
        QCOMPARE(stopReason({.onAllAccepted = true}, round, text).value_or(Message{}).text,
                 std::string("Stopped: all 2 draft tokens were accepted."));
        QCOMPARE(stopReason({.onAllAccepted = true, .onEndOfText = true}, round, text).value_or(Message{}).text,
                 std::string("Stopped: the text ended."));
    }

    void allAcceptedAndEndOfText()
    {
        RoundRecord round = roundAfter(4);
        round.nodes.resize(1);
        round.moments.push_back({MomentKind::bonus, -1});
        const auto text = [](TokenId) { return std::string(); };
        QCOMPARE(stopReason({.onAllAccepted = true}, round, text).value_or(Message{}).text,
                 std::string("Stopped: all 1 draft tokens were accepted."));
        round.moments.push_back({MomentKind::commit, -1});
        round.endOfText = true;
        QCOMPARE(stopReason({.onEndOfText = true}, round, text).value_or(Message{}).text,
                 std::string("Stopped: the text ended."));
    }
};

DRAFTSCOPE_TEST(TestStopConditions)
#include "test_stop_conditions.moc"

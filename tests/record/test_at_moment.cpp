// SPDX-License-Identifier: MIT
#include <algorithm>

#include <QTest>

#include "engine/record/names.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

/// Stepping back: what each moment brought is gone before it. A round is compared as one printed line.
class TestAtMoment : public QObject {
    Q_OBJECT

private:
    static QString line(const RoundRecord& round)
    {
        QStringList words;
        for (const NodeRecord& node : round.nodes) {
            QString word = QString("%1").arg(node.token);
            if (node.p > 0)
                word += "p";
            if (node.verdict != Verdict::notJudged)
                word += node.verdict == Verdict::accepted ? "+" : "-";
            if (node.u)
                word += "u";
            words << word;
        }
        for (const DistributionRecord& context : round.contexts)
            words << QString("[%1%2]").arg(context.hasP ? "p" : "", context.hasQ ? "q" : "");
        if (round.draw)
            words << QString("draw %1").arg(round.draw->token);
        for (const CommittedToken& token : round.committed)
            words << QString("=%1").arg(token.token);
        return words.join(' ');
    }

private slots:
    void takesAwayWhatCameLater_data()
    {
        QTest::addColumn<int>("moments");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing yet") << 0 << "[]";
        QTest::newRow("draft 1") << 1 << "20 [q] []";
        QTest::newRow("draft 2") << 2 << "20 21 [q] [q] []";
        QTest::newRow("verify") << 3 << "20p 21p [pq] [pq] [p]";
        QTest::newRow("judge 1") << 4 << "20p+u 21p [pq] [pq] [p]";
        QTest::newRow("judge 2") << 5 << "20p+u 21p-u [pq] [pq] [p]";
        QTest::newRow("residual") << 6 << "20p+u 21p-u [pq] [pq] [p] draw 22";
        QTest::newRow("commit") << 7 << "20p+u 21p-u [pq] [pq] [p] draw 22 =20 =22";
    }

    void takesAwayWhatCameLater()
    {
        QFETCH(int, moments);
        QFETCH(QString, expected);
        const RoundRecord round = atMoment(example::rejectedRound(0, 3), moments);
        QCOMPARE(line(round), expected);
        QCOMPARE(int(round.moments.size()), moments);
        QCOMPARE(int(round.times.draftSteps.size()), std::min(moments, 2));
        QCOMPARE(round.times.verify > 0, moments >= 3);
    }

    void goingBackInTwoStepsIsGoingBackInOne()
    {
        for (const RoundRecord& whole : {example::acceptedRound(0, 3), example::prunedRound(0, 3)})
            for (int a = 0; a <= 7; ++a)
                for (int b = 0; b <= a; ++b)
                    QVERIFY(atMoment(atMoment(whole, a), b) == atMoment(whole, b));
    }

    /// A level of a tree comes with one moment, and pruning with the verify moment.
    void treesAreDraftedByLevelAndPrunedWithTheTargetsPass()
    {
        const RoundRecord whole = example::prunedRound(0, 3);
        const int nodes[] = {0, 2, 3, 3, 3, 3, 3}, contexts[] = {1, 3, 4, 4, 4, 4, 4};
        for (int moments = 0; moments <= 6; ++moments) {
            const RoundRecord round = atMoment(whole, moments);
            QCOMPARE(int(round.nodes.size()), nodes[moments]);
            QCOMPARE(int(round.contexts.size()), contexts[moments]);
            QCOMPARE(int(std::ranges::count(round.nodes, true, &NodeRecord::pruned)), moments < 3 ? 0 : 2);
        }
        QVERIFY(atMoment(whole, 2).contexts[0].hasQ && !atMoment(whole, 2).contexts[0].hasP);
        QVERIFY(!atMoment(whole, 1).contexts[2].hasQ); // its child is of the next level
        QVERIFY(atMoment(whole, 2).contexts[2].hasQ);
    }

    /// What a rule makes of p comes with p, and says more with each rejection.
    void theRulesArithmeticComesWithTheTargetsPass()
    {
        const RoundRecord whole = example::prunedRound(0, 3);
        const DistributionRecord drafted = atMoment(whole, 2).contexts[0], verified = atMoment(whole, 3).contexts[0];
        QVERIFY(drafted.remainders.empty() && drafted.numbers == RuleNumbers());
        QVERIFY(verified.remainders == whole.contexts[0].remainders && verified.numbers == whole.contexts[0].numbers);
        QVERIFY(atMoment(whole, 2).likeliest.empty() && atMoment(whole, 3).likeliest == whole.likeliest);
        QVERIFY(atMoment(whole, 2).sideRows.empty() && atMoment(whole, 3).sideRows == whole.sideRows);

        RoundRecord round = example::rejectedRound(0, 3);
        round.nodes.push_back(round.nodes[1]); // a second child of the first draft
        round.contexts.emplace_back();
        round.contexts[1].remainders = {{1, 0.5, {0, 1}, 0}, {2, 0.25, {1, 0}, 0}};
        const auto nodeOf = [](const RemainderRecord* left) { return left ? left->node : -1; };
        QCOMPARE(nodeOf(round.remainderBefore(1)), -1);
        QCOMPARE(nodeOf(round.remainderBefore(2)), 1);
        QCOMPARE(nodeOf(round.remainderAt(1)), 2);
        round.nodes[2].verdict = Verdict::accepted; // what it was judged by is still what was left
        QCOMPARE(nodeOf(round.remainderAt(1)), 1);
        round.nodes[1].verdict = Verdict::notJudged;
        QVERIFY(!round.remainderAt(1) && !round.remainderAt(0) && !round.remainderAt(9));
    }

    void changesGoWithTheMomentsTheyBelongTo()
    {
        const RoundRecord whole = example::acceptedRound(0, 3);
        QCOMPARE(atMoment(whole, 7).overrides.size(), std::size_t(3));
        QCOMPARE(atMoment(whole, 4).overrides.size(), std::size_t(2)); // the verdict is not there yet
        QVERIFY(!atMoment(whole, 4).nodes[1].forcedVerdict);
        QVERIFY(atMoment(whole, 4).nodes[1].forcedToken);
        QCOMPARE(atMoment(whole, 1).overrides.size(), std::size_t(1)); // only K, which holds for the whole round
    }

    void countsAreOfVerdicts()
    {
        QCOMPARE(example::rejectedRound(0, 3).acceptedCount(), 1);
        QCOMPARE(example::rejectedRound(0, 3).judgedCount(), 2);
        QCOMPARE(atMoment(example::rejectedRound(0, 3), 4).judgedCount(), 1);
        QCOMPARE(example::rejectedRound(0, 3).times.total(), 0.25 + 0.5 + 1.75 + 0.0625);
    }

    void tooManyMomentsIsTheWholeRound()
    {
        QVERIFY(atMoment(example::plainRound(0, 3), 99) == example::plainRound(0, 3));
    }

    void everyNameLeadsBack()
    {
        for (int i = 0; i < 7; ++i)
            QVERIFY(named<MomentKind>(nameOf(MomentKind(i))) == MomentKind(i));
        for (int i = 0; i < 5; ++i)
            QVERIFY(named<TokenSource>(nameOf(TokenSource(i))) == TokenSource(i));
        QVERIFY(!named<Verdict>("maybe"));
    }
};

DRAFTSCOPE_TEST(TestAtMoment)
#include "test_at_moment.moc"

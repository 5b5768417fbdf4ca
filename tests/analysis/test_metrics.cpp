// SPDX-License-Identifier: MIT
#include <QTest>

#include "engine/analysis/metrics.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestMetrics : public QObject {
    Q_OBJECT

private slots:
    void nothingIsUnknownAndNotZero()
    {
        const Metrics metrics;
        QVERIFY(!metrics.tokensPerStep() && !metrics.acceptanceRate() && !metrics.draftYield());
        QVERIFY(!metrics.survivalAt(1) && !metrics.conditionalAcceptanceAt(1) && !metrics.survivalAt(0));
    }

    void plainRoundsHaveNoAcceptance()
    {
        Metrics metrics;
        metrics.add(example::plainRound(0, 3));
        QCOMPARE(*metrics.tokensPerStep(), 1.0);
        QVERIFY(!metrics.acceptanceRate());
        QVERIFY(!metrics.draftYield());
    }

    void countsWhatTheDefinitionsSay()
    {
        // Round 1: 20 accepted, 21 rejected, residual. Round 2: both accepted, bonus. Round 3: the first one rejected,
        // so the second is not judged.
        RoundRecord fallen = example::rejectedRound(2, 8);
        fallen.nodes[0].verdict = Verdict::rejected;
        fallen.nodes[1].verdict = Verdict::notJudged;
        fallen.committed = {{22, TokenSource::residual, -1}};
        Metrics metrics;
        metrics.add(example::rejectedRound(0, 3));
        metrics.add(example::acceptedRound(1, 5));
        metrics.add(fallen);
        QCOMPARE(metrics.rounds(), 3);
        QCOMPARE(*metrics.tokensPerStep(), 6.0 / 3);
        QCOMPARE(*metrics.acceptanceRate(), 3.0 / 5);
        QCOMPARE(*metrics.draftYield(), 3.0 / 6);
        QCOMPARE(*metrics.survivalAt(1), 2.0 / 3);
        QCOMPARE(*metrics.survivalAt(2), 1.0 / 3);
        QCOMPARE(*metrics.conditionalAcceptanceAt(2), 1.0 / 2);
        QCOMPARE(metrics.maxDepth(), 2);
        QCOMPARE(*metrics.expectedTokensPerStep(), expectedTokens(0.6, 2)); // every round drafted two
        Metrics longer = metrics;
        longer.add(example::plainRound(3, 9)); // and one none
        QCOMPARE(*longer.expectedTokensPerStep(), (3 * expectedTokens(0.6, 2) + 1) / 4);
        QVERIFY(!Metrics().expectedTokensPerStep());
        QCOMPARE(metrics.draftMs(), 3 * 0.75);
        QCOMPARE(metrics.verifyMs(), 3 * 1.75);
    }

    /// Of each committed token the distance behind whose context it was written; of contexts that no token came from,
    /// none.
    void distancesAreThoseOfCommittedTokens()
    {
        RoundRecord round = example::rejectedRound(0, 3); // node 0 accepted, node 1 rejected, then a residual
        round.contexts.resize(round.nodes.size() + 1);
        round.contexts[0].distance = 0.25; // node 0
        round.contexts[std::size_t(round.draw->context)].distance = 0.5;
        round.contexts.back().distance = 0.125; // behind the rejected one
        QCOMPARE(round.draw->context, 1);
        Metrics metrics;
        QVERIFY(!metrics.distance());
        metrics.add(round);
        QCOMPARE(*metrics.distance(), 0.375);
        round.contexts[0].distance.reset();
        metrics.add(round);
        QCOMPARE(*metrics.distance(), 1.25 / 3);
        QCOMPARE(metrics.distancesKnown(), 3);
        Metrics twice = metrics;
        twice.add(metrics);
        QCOMPARE(*twice.distance(), *metrics.distance());
        QCOMPARE(twice.distancesKnown(), 6);
    }

    void whatAPersonForcedIsCounted()
    {
        Metrics metrics, twice;
        metrics.add(example::rejectedRound(0, 3));
        QCOMPARE(metrics.chosen(), 0);
        metrics.add(example::acceptedRound(1, 5)); // token and verdict of its second node
        QCOMPARE(metrics.chosen(), 1);
        QCOMPARE(metrics.judged(), 4);
        twice.add(metrics);
        twice.add(metrics);
        QCOMPARE(twice.chosen(), 2);
    }

    // Siblings at one depth: survival counts the round once, conditional acceptance every judged node.
    void aDepthOfSeveralSiblingsIsOneRound()
    {
        RoundRecord tree = example::rejectedRound(0, 3);
        tree.nodes[0].verdict = Verdict::rejected;
        tree.nodes[1].parent = -1;
        tree.nodes[1].depth = 1;
        tree.nodes[1].verdict = Verdict::accepted;
        Metrics metrics;
        metrics.add(tree);
        QCOMPARE(*metrics.survivalAt(1), 1.0);
        QCOMPARE(*metrics.conditionalAcceptanceAt(1), 0.5);
    }

    void unfinishedRoundsDoNotCount()
    {
        Metrics metrics;
        metrics.add(atMoment(example::rejectedRound(0, 3), 6));
        QCOMPARE(metrics.rounds(), 0);
    }

    void expectedTokensOfTheLiterature_data()
    {
        QTest::addColumn<double>("acceptance");
        QTest::addColumn<int>("k");
        QTest::addColumn<double>("expected");
        QTest::newRow("0.8, 5") << 0.8 << 5 << 3.689;
        QTest::newRow("0.7, 4") << 0.7 << 4 << 2.773;
        QTest::newRow("0.9, 7") << 0.9 << 7 << 5.695;
        QTest::newRow("0.7, 5, not the 3.28 in circulation") << 0.7 << 5 << 2.941;
        QTest::newRow("all accepted") << 1.0 << 4 << 5.0;
        QTest::newRow("none accepted") << 0.0 << 4 << 1.0;
        QTest::newRow("nothing drafted") << 0.5 << 0 << 1.0;
    }

    void expectedTokensOfTheLiterature()
    {
        QFETCH(double, acceptance);
        QFETCH(int, k);
        QFETCH(double, expected);
        QVERIFY(std::abs(expectedTokens(acceptance, k) - expected) < 5e-4);
    }

    void predictedSpeedUpDividesByTheCost()
    {
        QCOMPARE(predictedSpeedUp(1.0, 4, 0.25, 1.0), 2.5);
        QCOMPARE(predictedSpeedUp(0.8, 5, 0.1, 1.5), expectedTokens(0.8, 5) / 2.0);
    }

    void everyMetricOfTheTableIsDefined_data()
    {
        QTest::addColumn<QString>("metric");
        for (const char* name :
             {"tokens per step", "acceptance rate", "draft yield", "survival at i", "conditional acceptance at i",
              "expected tokens", "cost ratio", "verify ratio", "predicted speed-up", "measured speed-up",
              "tokens per second", "distance from the target"})
            QTest::newRow(name) << name;
    }

    void everyMetricOfTheTableIsDefined()
    {
        QFETCH(QString, metric);
        QVERIFY(metricDefinition(metric.toStdString()).ends_with('.'));
        QVERIFY(metricDefinition("no such metric").empty());
    }
};

DRAFTSCOPE_TEST(TestMetrics)
#include "test_metrics.moc"

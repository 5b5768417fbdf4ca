// SPDX-License-Identifier: MIT
// What a tree's nodes are to each other, moment by moment, and what stands behind the text while it is judged.
#include <QTest>

#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "tests/widgets/sample_recording.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/style/theme.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"
#include "widgets/words/tree_words.h"

using namespace draftscope;

class TestRoundTree : public QObject {
    Q_OBJECT

private:
    /// "play in ✗": the drafts behind the text after so many moments.
    QString behindText(const RoundRecord& whole, int moment) const
    {
        QStringList words;
        for (const NodeRecord& node : draftsBehindText(atMoment(whole, moment)))
            words << (tokenText(m_recording, node.token).trimmed() + QLatin1Char(' ') + markOf(node.verdict)).trimmed();
        return words.join(QLatin1Char(' '));
    }

    const Recording m_recording = sample::treeRecording();
    const RoundRecord& m_fifteen = m_recording.round(0, 0);
    const RoundRecord& m_pruned = m_recording.round(0, 2);

private slots:
    void chainsAreTold()
    {
        QVERIFY(!isChain(m_fifteen));
        QVERIFY(isChain(m_recording.round(0, 3)));
        QVERIFY(isChain(sample::rejectedRound(0, 3)));
        QVERIFY(isChain(RoundRecord()));
        QVERIFY(isChain(atMoment(sample::rejectedRound(0, 3), 2)));
        QVERIFY2(!isChain(atMoment(m_fifteen, 1)), "siblings of the root");
    }

    void childrenShareAContext()
    {
        QCOMPARE(childrenOf(m_fifteen, 0), (std::vector<int>{0, 1, 2}));
        QCOMPARE(childrenOf(m_fifteen, 1), (std::vector<int>{3, 4, 5}));
        QCOMPARE(childrenOf(m_fifteen, 9), (std::vector<int>{11, 12, 13}));
        QCOMPARE(childrenOf(m_fifteen, 3), std::vector<int>());
    }

    void momentsAddLevels()
    {
        const int ends[] = {3, 7, 11, 15};
        for (int level = 0; level < 4; ++level) {
            const Moment at = m_fifteen.moments[std::size_t(level)];
            QCOMPARE(levelOf(m_fifteen, at).first, level == 0 ? 0 : ends[level - 1]);
            QCOMPARE(levelOf(m_fifteen, at).end, ends[level]);
            QCOMPARE(nameOf(at, m_fifteen.moments, Drafts::levels), QStringLiteral("Level %1").arg(level + 1));
        }
        QVERIFY(levelOf(m_fifteen, m_fifteen.moments[1]).contains(6));
        QVERIFY(!levelOf(m_fifteen, m_fifteen.moments[1]).contains(7));
        QCOMPARE(nameOf(m_fifteen.moments[7], m_fifteen.moments, Drafts::levels), "Judge 5");
        const RoundRecord chain = sample::rejectedRound(0, 3);
        QCOMPARE(nameOf(chain.moments[4], chain.moments), "Draft 5");
        QCOMPARE(nameOf(chain.moments[4], chain.moments, Drafts::levels), "Level 5");
    }

    /// A number does not say which node of a tree is judged: its token does.
    void nodesOfTreesHaveNames()
    {
        const Moment judged = m_fifteen.moments[7];
        const QString token = quoted(m_recording, m_fifteen.nodes[std::size_t(judged.node)].token);
        QCOMPARE(nodeName(m_fifteen, judged, m_recording, Drafts::levels), token);
        QCOMPARE(
            nameOf(judged, m_fifteen.moments, Drafts::levels, nodeName(m_fifteen, judged, m_recording, Drafts::levels)),
            "Judge " + token);
        QCOMPARE(nodeName(m_fifteen, judged, m_recording, Drafts::nodes), QString()); // a chain's have numbers
        QCOMPARE(nodeName(m_fifteen, m_fifteen.moments[0], m_recording, Drafts::levels), QString());
        const auto names = nodeNames(m_fifteen, m_fifteen.moments, m_recording, Drafts::levels);
        QCOMPARE(names.size(), m_fifteen.moments.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            QCOMPARE(names[i].isEmpty(), m_fifteen.moments[i].kind != MomentKind::judge);
    }

    void whatIsOutOfReach()
    {
        const auto outOfReach = [this](int moment) {
            QStringList nodes;
            const RoundRecord round = atMoment(m_fifteen, moment);
            for (int n = 0; n < int(round.nodes.size()); ++n)
                if (isOutOfReach(round, n))
                    nodes << QString::number(n);
            return nodes.join(QLatin1Char(' '));
        };
        QCOMPARE(outOfReach(5), "");                      // verified
        QCOMPARE(outOfReach(6), "1 2 6 10 14");           // play is accepted: go and sing, and what follows them
        QCOMPARE(outOfReach(7), "1 2 6 7 10 14");         // in is rejected, so is what follows it
        QCOMPARE(outOfReach(8), "1 2 5 6 7 10 14");       // with is accepted instead of outside
        QCOMPARE(outOfReach(11), "1 2 5 6 7 9 10 13 14"); // all is judged
        QCOMPARE(takenInstead(m_fifteen, 14), 0);
        QCOMPARE(takenInstead(m_fifteen, 13), 12);
        QCOMPARE(takenInstead(m_fifteen, 12), -1);
        QVERIFY(isOutOfReach(atMoment(m_pruned, 4), 2) && !isOutOfReach(atMoment(m_pruned, 3), 2));
        QCOMPARE(prunedCount(atMoment(m_pruned, 3)), 0);
        QCOMPARE(prunedCount(atMoment(m_pruned, 4)), 5);
    }

    void rejectionsBeforeASibling()
    {
        QCOMPARE(rejectedBefore(m_fifteen, 3), -1);
        QCOMPARE(rejectedBefore(m_fifteen, 4), 3);
        QCOMPARE(rejectedBefore(m_fifteen, 12), 11);
        QCOMPARE(rejectedBefore(atMoment(m_fifteen, 6), 4), -1);
    }

    void behindTheTextStandsThePath_data()
    {
        QTest::addColumn<int>("round");
        QTest::addColumn<int>("moment");
        QTest::addColumn<QString>("drafts");
        QTest::newRow("level 1") << 0 << 1 << "play";
        QTest::newRow("level 4") << 0 << 4 << "play in the";
        QTest::newRow("play is accepted") << 0 << 6 << "play ✓ in the";
        QTest::newRow("in has just been rejected") << 0 << 7 << "play ✓ in ✗";
        QTest::newRow("with is accepted") << 0 << 8 << "play ✓ with ✓ her friends";
        QTest::newRow("dog is accepted") << 0 << 11 << "play ✓ with ✓ her ✓ dog ✓";
        QTest::newRow("pruned ones are left out") << 2 << 4 << "dog with toys";
        QTest::newRow("one of two is rejected") << 2 << 5 << "dog ✗";
        QTest::newRow("both are") << 2 << 7 << QStringLiteral("🦊🌲 ✗");
        QTest::newRow("a chain") << 3 << 6 << "the ✓ dog ✗ in";
    }

    void behindTheTextStandsThePath()
    {
        QFETCH(int, round);
        QFETCH(int, moment);
        QTEST(behindText(m_recording.round(0, round), moment), "drafts");
    }

    void acceptanceIsCalledWhatItIs()
    {
        RoundRecord round = m_fifteen;
        QCOMPARE(acceptanceWords(round, 0), "min(1, p/q)");
        QCOMPARE(acceptanceWords(round, 4), "acceptance"); // of what is left of p
        test::judgeBy(round, "deterministic-children");
        QCOMPARE(acceptanceWords(round, 0), "p");
        round.nodes[0].q = 1; // copied
        QCOMPARE(acceptanceWords(round, 0), "min(1, p/q)");
        test::judgeBy(round, "block");
        QCOMPARE(acceptanceWords(round, 0), "acceptance");
        test::judgeBy(round, "typical");
        QCOMPARE(acceptanceWords(round, 4), "p");
        QVERIFY2(!isOutOfReach(atMoment(round, 6), 1), "typical acceptance judges all paths");
    }

    /// What a token must be above takes its children along where it is not; one that is only beside the best path does
    /// not.
    void behindATokenBelowTheThresholdNothingIsJudged()
    {
        RoundRecord round = atMoment(m_fifteen, 5);
        test::judgeBy(round, "typical");
        const int child = childrenOf(round, 1).front(); // behind node 0
        const auto judge = [&round](double p, double threshold) {
            round.nodes[0].acceptance = p;
            round.nodes[0].u = threshold;
            round.nodes[0].verdict = Verdict::rejected;
        };
        judge(0.3, 0.1);
        QVERIFY(!isOutOfReach(round, child));
        judge(0.1, 0.1);
        QVERIFY(isOutOfReach(round, child));
        round.nodes[0].forcedVerdict = true;
        round.overrides = {{OverrideRecord::Kind::verdict, 0, 1}};
        QVERIFY2(!isOutOfReach(round, child), "kept by a person");
        QCOMPARE(chosenVerdict(round, 0), "kept by you");
        round.overrides = {{OverrideRecord::Kind::verdict, 0, 0}};
        QVERIFY(isOutOfReach(round, child));
        QCOMPARE(chosenVerdict(round, 0), "forced by you");
    }

    void whatWasNotDrawnIsNotSaidToBe()
    {
        RoundRecord round = m_fifteen;
        QCOMPARE(howDrafted(round, round.nodes[4], 2), "drawn with u = 0.25");
        round.nodes[4].drawU = 0; // one of the likeliest
        QCOMPARE(howDrafted(round, round.nodes[4], 2), "chosen without chance");
        QVERIFY(!draftU(round, round.nodes[4]));
        round.nodes[4].forcedToken = true;
        QCOMPARE(howDrafted(round, round.nodes[4], 2), "chosen by you");
        QVERIFY(nodeInWords(round, 4, m_recording).contains(", u "));
        QVERIFY(treeInWords(round, m_recording).contains("drawn"));
        test::judgeBy(round, "typical");
        QVERIFY(round.takesLikeliest());
        QVERIFY2(nodeInWords(round, 4, m_recording).contains(", threshold "),
                 qPrintable(nodeInWords(round, 4, m_recording)));
        QVERIFY(treeInWords(round, m_recording).contains("taken"));
        QVERIFY(drawToolTip(round, m_recording).contains("taken, not drawn"));
    }

    void whatIsLeftOfPDependsOnTheRule()
    {
        RoundRecord round = m_fifteen;
        for (const char* rule : {"", "greedy", "speculative-sampling", "without-replacement"}) {
            test::judgeBy(round, rule);
            QVERIFY2(leavesPWithoutQ(round, 0), rule);
        }
        for (const char* rule : {"block", "k-seq", "deterministic-children", "typical"}) {
            test::judgeBy(round, rule);
            QVERIFY2(!leavesPWithoutQ(round, 0), rule);
        }
        test::judgeBy(round, "deterministic-children");
        round.nodes[0].q = 1; // copied
        QVERIFY(leavesPWithoutQ(round, 0) && !leavesPWithoutQ(round, 1));
    }

    /// A token is in the text, and not its words: "%1" in it is not a place for another word.
    void tokensMayLookLikePlaceholders()
    {
        Recording recording = m_recording;
        recording.addToken(sample::play, " %2%1");
        QVERIFY(nodeToolTip(m_fifteen, 0, recording)
                    .contains(QString::fromUtf8("␣%2%1 · id ") + QString::number(sample::play)));
    }

    void toolTipsAreExact()
    {
        const QString tip = nodeToolTip(m_fifteen, 4, m_recording);
        for (const char* says :
             {"␣with · id 6", "draft 5 · depth 2 · after “play”", "q = 0.300000   p = 0.520000",
              "acceptance = 0.970000   u = 0.440000", "✓ accepted", "drafted: drawn with u = 0.250000"})
            QVERIFY2(tip.contains(QString::fromUtf8(says)), qPrintable(tip));
        const QString before = nodeToolTip(atMoment(m_fifteen, 4), 4, m_recording);
        QVERIFY2(!before.contains("p = ") && before.contains("no verdict yet"), qPrintable(before));
        const QString pruned = nodeToolTip(m_pruned, 2, m_recording);
        QVERIFY2(!pruned.contains("p = ") && pruned.contains("pruned: the target has not seen it"), qPrintable(pruned));
        RoundRecord markup = m_fifteen;
        markup.nodes[4].token = sample::markup;
        QVERIFY(nodeToolTip(markup, 4, m_recording).contains("&lt;b&gt;&amp;"));
        QVERIFY(drawToolTip(m_fifteen, m_recording).contains("bonus · after “dog”"));
        QVERIFY(rootToolTip(m_fifteen, m_recording).contains("position 7"));
    }

    void theRoundInWords()
    {
        QCOMPARE(
            treeInWords(m_fifteen, m_recording),
            "Round 1: 15 drafts in 4 levels. Accepted: “play”, “with”, “her”, “dog”. Rejected: “in”, “friends”. “in” "
            "drawn (bonus).");
        QCOMPARE(treeInWords(atMoment(m_fifteen, 1), m_recording), "Round 1: 3 drafts in 1 level.");
        QVERIFY(treeInWords(m_pruned, m_recording).contains("Pruned: 5."));
        QCOMPARE(nodeInWords(m_fifteen, 3, m_recording),
                 "Draft 4: “in”, after “play”. q 0.36, p 0.20, acceptance 0.56, u 0.80: ✗ rejected.");
    }
};

DRAFTSCOPE_WINDOW_TEST(TestRoundTree)
#include "test_round_tree.moc"

// SPDX-License-Identifier: MIT
#include <QTest>

#include <algorithm>

#include "engine/speculation/verifiers.h"

using namespace draftscope;

namespace {

/// A chain of tokens with one q for all.
DraftTree chainOf(const std::vector<TokenId>& tokens, const Distribution& q)
{
    DraftTree tree;
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        tree.nodes.push_back({tokens[n], int(n) - 1, int(n) + 1});
        tree.q.push_back(q);
    }
    return tree;
}

/// "0: 0.40 accepted, 1: 0.80 rejected; residual 2 at 1"
QString story(const Verifier& verifier, const DraftTree& tree, const std::vector<Distribution>& p, double u,
              const ForceSource& forces = {})
{
    const auto judging = verifier.begin(
        tree, [&](int context) -> const Distribution& { return p[std::size_t(context)]; },
        [&](int, Purpose) { return u; }, forces);
    QStringList judged;
    while (const auto judgement = judging->next())
        judged << QString("%1: %2 %3")
                      .arg(judgement->node)
                      .arg(judgement->acceptance, 0, 'f', 2)
                      .arg(judgement->verdict == Verdict::accepted ? "accepted" : "rejected");
    const Draw draw = judging->draw();
    const char* const source = draw.source == TokenSource::residual ? "residual"
        : draw.source == TokenSource::bonus                         ? "bonus"
                                                                    : "plain";
    return QString("%1; %2 %3 at %4").arg(judged.join(", "), source).arg(draw.token).arg(draw.context);
}

} // namespace

class TestVerifiers : public QObject {
    Q_OBJECT
private slots:
    void names()
    {
        for (const Verifier* verifier : allVerifiers()) {
            QVERIFY(verifierNamed(verifier->name()).has_value());
            QCOMPARE(*verifierNamed(verifier->name()), verifier);
        }
        const auto none = verifierNamed("strict");
        QVERIFY(!none);
        QCOMPARE(
            none.error().sentence,
            std::string("There is no verifier \"strict\": choose one of greedy, speculative-sampling, block, k-seq, "
                        "without-replacement, deterministic-children, typical."));
    }

    void drawRules()
    {
        QVERIFY(speculativeSamplingVerifier().supports(DrawRule::independent));
        QVERIFY(!speculativeSamplingVerifier().supports(DrawRule::withoutReplacement));
        // min(1, p/q) would judge a token that was chosen, not drawn, by a q that it was not drawn from.
        QVERIFY(!speculativeSamplingVerifier().supports(DrawRule::deterministic));
        for (const DrawRule rule : {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic}) {
            QVERIFY(greedyVerifier().supports(rule));
            QVERIFY(checkRule(greedyVerifier(), rule, "any").has_value());
            QCOMPARE(deterministicChildrenVerifier().supports(rule), rule == DrawRule::deterministic);
            QVERIFY(rule == DrawRule::withoutReplacement || usualVerifier(false, rule).supports(rule));
            QCOMPARE(&usualVerifier(true, rule), &greedyVerifier());
        }
        QVERIFY(checkRule(speculativeSamplingVerifier(), DrawRule::independent, "two-model").has_value());
        QCOMPARE(checkRule(speculativeSamplingVerifier(), DrawRule::deterministic, "n-gram").error().sentence,
                 std::string("The verifier speculative-sampling needs tokens that were chosen at random and "
                             "independently from q, and the method n-gram chooses them without chance: choose the "
                             "verifier deterministic-children, or another method."));
        QVERIFY(checkRule(speculativeSamplingVerifier(), DrawRule::withoutReplacement, "tree")
                    .error()
                    .sentence.find("chooses them at random without replacement")
                != std::string::npos);
    }

    void speculativeSampling_data()
    {
        QTest::addColumn<double>("u");
        QTest::addColumn<QString>("expected");
        // p = (.2, .5, .3), q = (.5, .3, .2): acceptances .4, 1, 1; the residual is (0, 2/3, 1/3).
        QTest::newRow("all accepted") << 0.39 << "0: 1.00 accepted, 1: 0.40 accepted; bonus 1 at 2";
        QTest::newRow("rejected at the bound") << 0.4 << "0: 1.00 accepted, 1: 0.40 rejected; residual 1 at 1";
        QTest::newRow("high") << 0.9 << "0: 1.00 accepted, 1: 0.40 rejected; residual 2 at 1";
    }
    void speculativeSampling()
    {
        QFETCH(double, u);
        QFETCH(QString, expected);
        const std::vector<Distribution> p(3, Distribution{0.2, 0.5, 0.3});
        QCOMPARE(story(speculativeSamplingVerifier(), chainOf({1, 0}, {0.5, 0.3, 0.2}), p, u), expected);
    }

    void greedy()
    {
        const std::vector<Distribution> p = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
        const Distribution q = {0.4, 0.3, 0.3};
        QCOMPARE(story(greedyVerifier(), chainOf({1, 2}, q), p, 0.9),
                 "0: 1.00 accepted, 1: 1.00 accepted; bonus 0 at 2");
        QCOMPARE(story(greedyVerifier(), chainOf({1, 0}, q), p, 0.0),
                 "0: 1.00 accepted, 1: 0.00 rejected; residual 2 at 1");
    }

    void nothingDraftedIsPlain()
    {
        for (const Verifier* verifier : allVerifiers())
            QCOMPARE(story(*verifier, {}, {{0, 1, 0}}, 0.5), "; plain 1 at 0");
    }

    void siblingsSeeWhatIsLeftOfP()
    {
        // Two children of the root, both token 0. p = (.6, .4), q = (1, 0): R(0) = .6, then 0.
        DraftTree tree;
        tree.q = {{1, 0}};
        tree.nodes = {{0, -1, 1, 0.0}, {0, -1, 1, 0.0}};
        const std::vector<Distribution> p(3, Distribution{0.6, 0.4});
        QCOMPARE(story(speculativeSamplingVerifier(), tree, p, 0.7),
                 "0: 0.60 rejected, 1: 0.00 rejected; residual 1 at 0");
        QCOMPARE(story(speculativeSamplingVerifier(), tree, p, 0.5), "0: 0.60 accepted; bonus 0 at 1");
    }

    void deterministicChildren()
    {
        // Two children of the root, the first with one of its own; p = (.5, .3, .2) everywhere. Without token 0 its R is
        // (0, .6, .4).
        DraftTree tree;
        tree.rule = DrawRule::deterministic;
        tree.nodes = {{0, -1, 1}, {1, -1, 1}, {2, 0, 2}};
        const std::vector<Distribution> p(4, Distribution{0.5, 0.3, 0.2});
        const Verifier& verifier = deterministicChildrenVerifier();
        QCOMPARE(story(verifier, tree, p, 0.1), "0: 0.50 accepted, 2: 0.20 accepted; bonus 0 at 3");
        QCOMPARE(story(verifier, tree, p, 0.4), "0: 0.50 accepted, 2: 0.20 rejected; residual 0 at 1");
        QCOMPARE(story(verifier, tree, p, 0.55), "0: 0.50 rejected, 1: 0.60 accepted; bonus 1 at 2");
        QCOMPARE(story(verifier, tree, p, 0.7), "0: 0.50 rejected, 1: 0.60 rejected; residual 2 at 0");
    }

    void forcedVerdictsKeepAcceptanceAndU()
    {
        const std::vector<Distribution> p(3, Distribution{0.2, 0.5, 0.3});
        const DraftTree tree = chainOf({1, 0}, {0.5, 0.3, 0.2});
        const auto accept = [](int) { return ForcedVerdict{std::nullopt, true}; };
        const auto reject = [](int) { return ForcedVerdict{std::nullopt, false}; };
        const auto low = [](int node) { return node == 1 ? ForcedVerdict{0.1, std::nullopt} : ForcedVerdict{}; };
        const Verifier& verifier = speculativeSamplingVerifier();
        QCOMPARE(story(verifier, tree, p, 0.9, accept), "0: 1.00 accepted, 1: 0.40 accepted; bonus 2 at 2");
        QCOMPARE(story(verifier, tree, p, 0.9, reject), "0: 1.00 rejected; residual 2 at 0");
        QCOMPARE(story(verifier, tree, p, 0.9, low), "0: 1.00 accepted, 1: 0.40 accepted; bonus 2 at 2");
    }

    void aForcedTokenThatTheDraftHadRuledOut()
    {
        // q gives token 2 nothing: min(1, p / 0) is 1 where p is positive and 0 where it is not.
        const DraftTree tree = chainOf({2}, {0.5, 0.5, 0});
        QVERIFY(story(speculativeSamplingVerifier(), tree, {{0.5, 0.4, 0.1}, {1, 0, 0}}, 0.9)
                    .startsWith("0: 1.00 accepted"));
        QVERIFY(
            story(speculativeSamplingVerifier(), tree, {{0.6, 0.4, 0}, {1, 0, 0}}, 0.0).startsWith("0: 0.00 rejected"));
    }
};

QTEST_GUILESS_MAIN(TestVerifiers)
#include "test_verifiers.moc"

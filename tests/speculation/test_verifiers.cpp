// SPDX-License-Identifier: MIT
#include <QTest>

#include <algorithm>

#include "engine/speculation/verifiers.h"
#include "tests/test_main.h"

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

/// What is left of p behind a context: "0: 0.30 of p, 0.00 0.67 0.33", rejected child by child, and the rule's numbers.
QString arithmetic(const Verifier& verifier, const DraftTree& tree, const std::vector<Distribution>& p, int context = 0)
{
    QStringList lines;
    const RuleNumbers numbers = verifier.arithmetic(
        tree, context, [&](int of) -> const Distribution& { return p[std::size_t(of)]; },
        [&](int node, const Distribution& left, double mass) {
            QStringList values;
            for (const double value : left)
                values << QString::number(value, 'f', 2);
            lines << QString("%1: %2 of p, %3").arg(node).arg(mass, 0, 'f', 3).arg(values.join(' '));
        });
    for (const auto& [name, number] : {std::pair("kept", numbers.kept),
                                       {"rho", numbers.divisor},
                                       {"entropy", numbers.entropy},
                                       {"threshold", numbers.threshold}})
        if (number)
            lines << QString("%1 %2").arg(name).arg(*number, 0, 'f', 3);
    return lines.join("; ");
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
        std::string names;
        for (const Verifier* verifier : allVerifiers())
            names.append(names.empty() ? "" : ", ").append(verifier->name());
        const auto none = verifierNamed("strict");
        QVERIFY(!none);
        QCOMPARE(none.error().sentence, "There is no verifier \"strict\": choose one of " + names + ".");
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
            QVERIFY(rule == DrawRule::withoutReplacement || defaultVerifier(false, rule).supports(rule));
            QCOMPARE(&defaultVerifier(true, rule), &greedyVerifier());
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
        // Two children of the root, the first with one of its own; p = (.5, .3, .2) everywhere. Without token 0 its R
        // is (0, .6, .4).
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

    /// By hand: p = (.2, .5, .3), q = (.5, .3, .2), two children.
    void whatIsLeftOfPShrinksChildByChild()
    {
        const std::vector<Distribution> p(3, Distribution{0.2, 0.5, 0.3});
        DraftTree tree;
        tree.q = {{0.5, 0.3, 0.2}};
        tree.nodes = {{0, -1, 1, 0.5}, {1, -1, 1, 0.3}};
        // R1 = norm(0, .2, .1), .3 of p; R2 = norm(0, .367, .133), half of that.
        QCOMPARE(arithmetic(speculativeSamplingVerifier(), tree, p),
                 "0: 0.300 of p, 0.00 0.67 0.33; 1: 0.150 of p, 0.00 0.73 0.27");
        // The second was drawn from D = norm(0, .3, .2): R2 = norm(0, .067, 0), a fifteenth of R1.
        QCOMPARE(arithmetic(withoutReplacementVerifier(), tree, p),
                 "0: 0.300 of p, 0.00 0.67 0.33; 1: 0.020 of p, 0.00 1.00 0.00");
        // Whatever q is: without token 0, then without token 1, too.
        QCOMPARE(arithmetic(deterministicChildrenVerifier(), tree, p),
                 "0: 0.800 of p, 0.00 0.63 0.38; 1: 0.300 of p, 0.00 0.00 1.00");
        // Nothing is taken away before the last child; what stays is what is not emitted of p.
        QCOMPARE(arithmetic(kSeqVerifier(), tree, p), "1: 0.124 of p, 0.00 0.76 0.24; rho 1.352");
        QCOMPARE(arithmetic(greedyVerifier(), tree, p), "");
        QCOMPARE(arithmetic(speculativeSamplingVerifier(), tree, p, 1), ""); // a leaf
    }

    void otherRulesHaveNumbersOfTheirOwn()
    {
        const std::vector<Distribution> p(3, Distribution{0.2, 0.5, 0.3});
        const DraftTree chain = chainOf({0, 1}, {0.5, 0.3, 0.2});
        // p_1 = .2 / .5 = .4; [.4 p - q] is all 0 behind it, so p is what is left. p_2 = .4 * .5 / .3.
        QCOMPARE(arithmetic(blockVerifier(), chain, p, 0), "-1: 0.300 of p, 0.00 0.67 0.33; kept 1.000");
        QCOMPARE(arithmetic(blockVerifier(), chain, p, 1), "-1: 0.000 of p, 0.20 0.50 0.30; kept 0.400");
        QCOMPARE(arithmetic(blockVerifier(), chain, p, 2), "kept 0.667");
        // H = -(.2 ln .2 + .5 ln .5 + .3 ln .3) = 1.030 nats, and .3 exp(-H) = .107 is above .09.
        QCOMPARE(arithmetic(typicalVerifier(), chain, p), "entropy 1.030; threshold 0.090");
        const std::vector<Distribution> even(3, Distribution(8, 0.125));
        QCOMPARE(arithmetic(typicalVerifier(), chainOf({0}, even[0]), even), "entropy 2.079; threshold 0.038");
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

DRAFTSCOPE_TEST(TestVerifiers)
#include "test_verifiers.moc"

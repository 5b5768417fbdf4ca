// SPDX-License-Identifier: MIT
// Distributions of which a part is known, and the rules that judge by them.
#include <cmath>
#include <limits>
#include <vector>

#include <QTest>

#include "engine/core/decode_failure.h"
#include "engine/speculation/partial_judging.h"
#include "engine/speculation/verifiers.h"
#include "tests/speculation/round_distribution.h"
#include "tests/test_main.h"

using namespace draftscope;
using draftscope::testing::RandomDistributions;

namespace {

constexpr int sizeOfPartial = 6;

/// A round of two drafts in a chain behind a text, judged with p of the drafts and the target's own draws.
struct PartialRound {
    RandomDistributions p{sizeOfPartial, 3}, q{sizeOfPartial, 4};
    bool isCertain = false;
    int draws = 0;

    /// The tokens that one round commits; numbers are those of `seed`.
    std::vector<TokenId> committed(std::uint64_t seed, bool isWhole)
    {
        const auto number = [seed](int node, Purpose purpose) {
            return uniform(seed, 0, 0, std::uint32_t(node), purpose);
        };
        DraftTree tree;
        tree.rule = isCertain ? DrawRule::deterministic : DrawRule::independent;
        std::vector<TokenId> text;
        std::vector<Distribution> after = {p(text)};
        for (int n = 0; n < 2; ++n) {
            Distribution from = q(text);
            const TokenId token = isCertain ? TokenId(std::ranges::max_element(from) - from.begin())
                                            : drawFrom(from, number(n, Purpose::draft));
            tree.nodes.push_back({token, n - 1, n + 1, from[std::size_t(token)]});
            tree.q.push_back(std::move(from));
            text.push_back(token);
            after.push_back(p(text));
        }
        std::vector<PartialDistribution> known;
        for (int context = 0; context < 3; ++context) {
            std::vector<TokenProbability> told;
            if (context < 2)
                told.push_back(
                    {text[std::size_t(context)], after[std::size_t(context)][std::size_t(text[std::size_t(context)])]});
            known.push_back(*PartialDistribution::of(told, 0, false, sizeOfPartial));
        }
        const Verifier& rule = isCertain ? deterministicChildrenVerifier() : speculativeSamplingVerifier();
        const PartialTarget target = {
            [&](int context) -> const PartialDistribution& { return known[std::size_t(context)]; },
            [&](int context, double u) {
                ++draws;
                const Distribution& of = after[std::size_t(context)];
                const TokenId token = drawFrom(of, u);
                return TokenProbability{token, of[std::size_t(token)]};
            }};
        const auto judging = isWhole
            ? rule.begin(tree, [&](int context) -> const Distribution& { return after[std::size_t(context)]; }, number,
                         {})
            : rule.beginPartly(tree, target, number, {});
        while (judging->next()) {}
        const Draw drawn = judging->draw();
        std::vector<TokenId> tokens;
        for (const int node : tree.pathTo(judging->acceptedEnd()))
            tokens.push_back(tree.nodes[std::size_t(node)].token);
        tokens.push_back(drawn.token);
        return tokens;
    }
};

} // namespace

class TestPartialP : public QObject {
    Q_OBJECT
private slots:
    void whatIsKnownAndWhatIsNot()
    {
        const auto p = PartialDistribution::of({{4, 0.5}, {1, 0.25}, {2, 0.0}}, 2, false, sizeOfPartial);
        QVERIFY(p);
        QCOMPARE(p->at(4), std::optional(0.5));
        QCOMPARE(p->at(2), std::optional(0.0));
        QVERIFY(!p->at(0));
        QCOMPARE(p->likeliest(), std::optional(TokenId(4)));
        QCOMPARE(p->rest(), 0.25);
        QVERIFY(!p->isComplete());
        PartialDistribution more = *p;
        more.learn({0, 0.125});
        more.learn({4, 0.9}); // was known
        QCOMPARE(more.at(0), std::optional(0.125));
        QCOMPARE(more.at(4), std::optional(0.5));
        QCOMPARE(more.rest(), 0.125);
        const auto complete = PartialDistribution::of({{3, 0.25}, {5, 0.75}}, 0, true, sizeOfPartial);
        QVERIFY(complete && complete->isComplete());
        QCOMPARE(complete->likeliest(), std::optional(TokenId(5)));
        QCOMPARE(complete->at(0), std::optional(0.0));
        QCOMPARE(complete->whole(sizeOfPartial), (Distribution{0, 0, 0, 0.25, 0, 0.75}));
        QCOMPARE(PartialDistribution::of(Distribution{0, 0.5, 0.5}).likeliest(), std::optional(TokenId(1)));
        QVERIFY(!PartialDistribution().likeliest() && PartialDistribution().rest() == 1);
    }

    void whatIsNoDistributionIsAnError_data()
    {
        QTest::addColumn<std::vector<TokenProbability>>("known");
        QTest::addColumn<int>("likeliest");
        QTest::addColumn<bool>("isComplete");
        const double none = std::numeric_limits<double>::quiet_NaN();
        using Known = std::vector<TokenProbability>;
        QTest::newRow("not a number") << Known{{1, none}} << 0 << false;
        QTest::newRow("negative") << Known{{1, -0.1}} << 0 << false;
        QTest::newRow("over 1") << Known{{1, 1.5}} << 0 << false;
        QTest::newRow("over 1 together") << Known{{1, 0.6}, {2, 0.5}} << 0 << false;
        QTest::newRow("under 1 together") << Known{{1, 0.3}, {2, 0.5}} << 0 << true;
        QTest::newRow("outside") << Known{{6, 0.1}} << 0 << false;
        QTest::newRow("below 0") << Known{{-1, 0.1}} << 0 << false;
        QTest::newRow("twice") << Known{{2, 0.1}, {1, 0.1}, {2, 0.1}} << 0 << false;
        QTest::newRow("not falling") << Known{{2, 0.1}, {1, 0.2}} << 2 << false;
    }
    void whatIsNoDistributionIsAnError()
    {
        QFETCH(std::vector<TokenProbability>, known);
        QFETCH(int, likeliest);
        QFETCH(bool, isComplete);
        QVERIFY(!PartialDistribution::of(known, likeliest, isComplete, sizeOfPartial));
    }

    /// The first token of a round is distributed as p, and a second one as p behind the first.
    void theRulesStayLossless_data()
    {
        QTest::addColumn<bool>("isCertain");
        QTest::newRow("speculative sampling") << false;
        QTest::newRow("deterministic children") << true;
    }
    void theRulesStayLossless()
    {
        QFETCH(bool, isCertain);
        constexpr int rounds = 200'000;
        PartialRound round;
        round.isCertain = isCertain;
        std::map<TokenId, int> first;
        std::map<TokenId, std::map<TokenId, int>> second;
        for (int i = 0; i < rounds; ++i) {
            const std::vector<TokenId> tokens = round.committed(std::uint64_t(i), false);
            ++first[tokens[0]];
            if (tokens.size() > 1)
                ++second[tokens[0]][tokens[1]];
        }
        const auto isNear = [](int count, int of, double p) {
            return std::abs(count - of * p) < 5 * std::sqrt(of * p * (1 - p) + 1);
        };
        const Distribution p = round.p({});
        for (TokenId a = 0; a < sizeOfPartial; ++a) {
            QVERIFY(isNear(first[a], rounds, p[std::size_t(a)]));
            int longer = 0;
            for (const auto& [token, count] : second[a])
                longer += count;
            for (TokenId b = 0; longer > 0 && b < sizeOfPartial; ++b)
                QVERIFY(isNear(second[a][b], longer, round.p({a})[std::size_t(b)]));
        }
        QVERIFY(!second.empty());
        QVERIFY(round.draws > rounds); // behind a rejection some draws are not kept
    }

    /// Verdicts are those of the whole p, which has the same random numbers.
    void verdictsAreThoseOfTheWholeP()
    {
        for (const bool isCertain : {false, true}) {
            PartialRound round;
            round.isCertain = isCertain;
            for (int i = 0; i < 1000; ++i) {
                std::vector<TokenId> part = round.committed(std::uint64_t(i), false),
                                     whole = round.committed(std::uint64_t(i), true);
                QCOMPARE(part.size(), whole.size());
                part.pop_back(); // the round's own token is drawn with other numbers
                whole.pop_back();
                QCOMPARE(part, whole);
            }
        }
    }

    /// A person rejects a draft where nothing of p is left without it.
    void aForcedRejectionEnds()
    {
        DraftTree tree;
        tree.rule = DrawRule::deterministic;
        tree.addCertain(2, -1, sizeOfPartial);
        const auto one = PartialDistribution::of({{2, 1.0}}, 1, true, sizeOfPartial);
        const PartialTarget target = {[&](int) -> const PartialDistribution& { return *one; },
                                      [](int, double) {
                                          return TokenProbability{2, 1};
                                      }};
        const auto number = [](int, Purpose) { return 0.5; };
        const auto rejected = deterministicChildrenVerifier().beginPartly(tree, target, number, [](int) {
            return ForcedVerdict{std::nullopt, false};
        });
        QVERIFY(rejected->next()->verdict == Verdict::rejected);
        QCOMPARE(rejected->draw().token, TokenId(2));
    }

    /// A target that lists a token as impossible and draws nothing else is not believed for ever.
    void drawsThatContradictTheProbabilitiesEnd()
    {
        DraftTree tree;
        tree.rule = DrawRule::deterministic;
        tree.addCertain(2, -1, sizeOfPartial);
        const auto none = PartialDistribution::of({{2, 0.0}}, 0, false, sizeOfPartial);
        const PartialTarget target = {[&](int) -> const PartialDistribution& { return *none; },
                                      [](int, double) {
                                          return TokenProbability{2, 1};
                                      }};
        const auto judging =
            deterministicChildrenVerifier().beginPartly(tree, target, [](int, Purpose) { return 0.5; }, {});
        QVERIFY(judging->next()->verdict == Verdict::rejected);
        QVERIFY_EXCEPTION_THROWN(judging->draw(), DecodeFailure);
    }

    void greedyGoesByTheFirst()
    {
        DraftTree tree;
        tree.addCertain(2, -1, sizeOfPartial);
        tree.addCertain(3, 0, sizeOfPartial);
        const std::vector<PartialDistribution> known = {*PartialDistribution::of({{2, 0.4}}, 1, false, sizeOfPartial),
                                                        *PartialDistribution::of({{5, 0.3}}, 1, false, sizeOfPartial),
                                                        {}};
        const PartialTarget target = {
            [&](int context) -> const PartialDistribution& { return known[std::size_t(context)]; }, {}};
        const auto judging = greedyVerifier().beginPartly(tree, target, {}, {});
        QVERIFY(judging->next()->verdict == Verdict::accepted);
        QVERIFY(judging->next()->verdict == Verdict::rejected);
        QCOMPARE(judging->draw().token, TokenId(5));
    }

    /// Each rule says what it needs: those that need a part judge with it, the others are refused and say why.
    void everyRuleSaysWhatItNeeds()
    {
        DraftTree tree;
        for (const Verifier* verifier : allVerifiers()) {
            const NeedOfP need = verifier->needOfP();
            const bool needsAll = need.known == KnownOfP::all;
            QCOMPARE(verifier->beginPartly(tree, {}, {}, {}) == nullptr, needsAll);
            QCOMPARE(need.reason.empty(), !needsAll);
            QVERIFY(checkKnown(*verifier, KnownOfP::all, false, "a server"));
            QCOMPARE(bool(checkKnown(*verifier, KnownOfP::draftTokens, true, "a server")), !needsAll);
            QCOMPARE(bool(checkKnown(*verifier, KnownOfP::draftTokens, false, "a server")),
                     need.known == KnownOfP::likeliest);
            QCOMPARE(bool(checkKnown(*verifier, KnownOfP::likeliest, true, "a server")),
                     need.known == KnownOfP::likeliest);
        }
        QCOMPARE(checkKnown(blockVerifier(), KnownOfP::draftTokens, true, "a server").error().sentence,
                 std::string("The verifier block needs all of p, because it adds up what p has over q in all tokens, "
                             "and a server tells a part of p: choose the verifier speculative-sampling or greedy."));
        QCOMPARE(checkKnown(speculativeSamplingVerifier(), KnownOfP::draftTokens, false, "a server").error().sentence,
                 std::string("With several drafts at one place the verifier speculative-sampling needs all of p, and a "
                             "server tells a part of p: choose the shape chain, or temperature 0."));
    }
};

DRAFTSCOPE_TEST(TestPartialP)
#include "test_partial_p.moc"

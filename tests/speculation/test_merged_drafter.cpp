// SPDX-License-Identifier: MIT
// Chains of several drafts in one tree: which nodes it has, and by enumeration of every draft and verdict that the
// rules that take it keep the target's distribution.
#include <QTest>

#include "engine/speculation/draw_children.h"
#include "engine/speculation/faulty_verifier.h"
#include "engine/speculation/merged_drafter.h"
#include "engine/speculation/verifiers.h"
#include "tests/speculation/round_distribution.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::testing;

namespace {

/// Drafts chains from distributions that are given.
class TableDrafter final : public Drafter {
public:
    explicit TableDrafter(ConditionalDistribution q) : m_q(std::move(q)) {}
    void begin(std::span<const TokenId> text, const Progress&) override { m_text.assign(text.begin(), text.end()); }
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws, const Progress&) override
    {
        Text context = m_text;
        for (const DraftTree::Node& node : tree.nodes)
            context.push_back(node.token);
        tree.q.resize(tree.nodes.size() + 1);
        tree.q.back() = m_q(context);
        return drawChildren(tree, level.front(), draws);
    }

private:
    ConditionalDistribution m_q;
    Text m_text;
};

/// Copies one token after another, from a text that goes round the vocabulary; nothing behind token 0.
class CyclingDrafter final : public Drafter {
public:
    explicit CyclingDrafter(int tokens) : m_vocabulary(tokens) {}
    void begin(std::span<const TokenId> text, const Progress&) override { m_last = text.back(); }
    int addLevel(DraftTree& tree, std::span<const Expansion>, const LevelDraws&, const Progress&) override
    {
        const TokenId before = tree.nodes.empty() ? m_last : tree.nodes.back().token;
        if (before == 0)
            return 0;
        tree.addCertain((before + 1) % m_vocabulary, int(tree.nodes.size()) - 1, m_vocabulary);
        return 1;
    }

private:
    int m_vocabulary;
    TokenId m_last = noToken;
};

struct Case {
    int drafts, depth, vocabulary;
    bool copies = false; ///< another chain is copied
};

std::unique_ptr<MergedDrafter> merged(const Case& one, bool sparse)
{
    std::vector<std::unique_ptr<Drafter>> drafters;
    for (int i = 0; i < one.drafts; ++i)
        drafters.push_back(
            std::make_unique<TableDrafter>(RandomDistributions{one.vocabulary, std::uint64_t(10 + i), sparse, false}));
    if (one.copies)
        drafters.push_back(std::make_unique<CyclingDrafter>(one.vocabulary));
    return std::make_unique<MergedDrafter>(std::move(drafters));
}

/// The tree that comes of these tokens; behind them token 0 is drawn.
void draft(MergedDrafter& drafter, const Text& text, int depth, std::span<const TokenId> forced, DraftTree& tree)
{
    tree.clear();
    drafter.begin(text);
    const MergedChainsShape shape;
    const LevelDraws draws = {{},
                              [](int) { return 0.5; },
                              [&](int node) -> std::optional<TokenId> {
                                  if (tree.rule == DrawRule::deterministic)
                                      return std::nullopt;
                                  return std::size_t(node) < forced.size() ? forced[std::size_t(node)] : 0;
                              }};
    while (true) {
        const auto level = shape.nextLevel(tree, {depth, 64});
        if (level.empty() || drafter.addLevel(tree, level, draws) == 0)
            return;
    }
}

/// Every tree with its probability: the product of what each node was drawn from.
RoundDistribution::TreeSource treesOf(const Case& one, bool sparse, DrawRule rule)
{
    return [=](const Text& prefix, DraftTree& tree, const std::function<void(double)>& judge) {
        const auto drafter = merged(one, sparse);
        tree.rule = rule;
        Text text = {1}; // the prompt
        text.insert(text.end(), prefix.begin(), prefix.end());
        const std::function<void(Text&, double)> go = [&](Text& forced, double weight) {
            draft(*drafter, text, one.depth, forced, tree);
            if (rule == DrawRule::deterministic || tree.nodes.size() == forced.size())
                return judge(weight);
            const Distribution q = tree.qOf(int(forced.size()));
            for (TokenId token = 0; token < one.vocabulary; ++token) {
                if (q[std::size_t(token)] == 0)
                    continue;
                forced.push_back(token);
                go(forced, weight * q[std::size_t(token)]);
                forced.pop_back();
            }
        };
        Text forced;
        go(forced, 1);
    };
}

double errorOf(const Verifier& verifier, const Case& one, DrawRule rule, bool sparse, bool oneHot = false,
               const std::function<void(DraftTree&)>& prepare = {})
{
    const RandomDistributions p{one.vocabulary, 3, false, oneHot};
    RoundDistribution round(verifier, {}, p, p);
    round.draftBy(treesOf(one, sparse, rule));
    if (prepare)
        round.prepareBy(prepare);
    return round.errorOfFirst(2);
}

} // namespace

Q_DECLARE_METATYPE(Case)

class TestMergedDrafter : public QObject {
    Q_OBJECT
private slots:
    void isLossless_data()
    {
        QTest::addColumn<Case>("one");
        QTest::newRow("two drafts, K 1") << Case{2, 1, 4};
        QTest::newRow("two drafts, K 2") << Case{2, 2, 3};
        QTest::newRow("two drafts, K 3") << Case{2, 3, 2};
        QTest::newRow("three drafts, K 1") << Case{3, 1, 4};
        QTest::newRow("three drafts, K 2") << Case{3, 2, 2};
        QTest::newRow("a draft and a copy, K 3") << Case{1, 3, 3, true};
        QTest::newRow("two drafts and a copy, K 2") << Case{2, 2, 3, true};
    }
    void isLossless()
    {
        QFETCH(Case, one);
        constexpr double exact = 1e-11;
        for (const bool sparse : {false, true}) {
            const double drawn = errorOf(speculativeSamplingVerifier(), one, DrawRule::independent, sparse);
            QVERIFY2(drawn < exact, qPrintable(QString::number(drawn)));
            const double chosen = errorOf(deterministicChildrenVerifier(), one, DrawRule::deterministic, sparse);
            QVERIFY2(chosen < exact, qPrintable(QString::number(chosen)));
            const double greedy = errorOf(greedyVerifier(), one, DrawRule::deterministic, sparse, true);
            QVERIFY2(greedy < exact, qPrintable(QString::number(greedy)));
        }
    }

    /// What such drafts are refused for, and what is wrong with them.
    void otherRulesAreNot()
    {
        constexpr double far = 1e-3;
        const auto error = [](const Verifier& verifier, const std::function<void(DraftTree&)>& prepare) {
            double largest = 0; // of some p and q it is little
            for (const Case& one : {Case{2, 1, 4}, Case{3, 1, 4}})
                for (const bool sparse : {false, true})
                    largest = std::max(largest, errorOf(verifier, one, DrawRule::independent, sparse, false, prepare));
            return largest;
        };
        QVERIFY(error(kSeqVerifier(), {}) > far);
        QVERIFY(!kSeqVerifier().allowsDifferentQ());
        QVERIFY(!withoutReplacementVerifier().allowsDifferentQ());
        QVERIFY(error(speculativeSamplingVerifier(), dropRepeats) > far);
        const auto ofFirst = [](DraftTree& tree) { // all are judged by the first draft's q
            for (DraftTree::Node& node : tree.nodes)
                node.hasOwnQ = false;
        };
        QVERIFY(error(speculativeSamplingVerifier(), ofFirst) > far);
    }

    /// A token that two drafts drew stays as two nodes, and both chains go on behind the first.
    void repeatsAreLeaves()
    {
        const auto drafter = merged({2, 2, 3}, false);
        DraftTree tree;
        const std::vector<TokenId> same = {2, 2, 0, 1}, others = {2, 1, 0, 1};
        draft(*drafter, {1}, 2, same, tree);
        QCOMPARE(tree.nodes.size(), std::size_t(4));
        QCOMPARE(tree.nodes[0].chains, 2);
        QCOMPARE(tree.nodes[1].chains, 0);
        QCOMPARE(tree.nodes[2].parent, 0);
        QCOMPARE(tree.nodes[3].parent, 0);
        QCOMPARE(tree.nodes[3].draft, 1);
        QVERIFY(tree.qOf(2) != tree.qOf(3));
        draft(*drafter, {1}, 2, others, tree);
        QCOMPARE(tree.nodes[2].parent, 0);
        QCOMPARE(tree.nodes[3].parent, 1);
    }

    /// Without chance there is one node for a token, and a chain of one node a level where all drafts agree.
    void alikeChainsAreOne()
    {
        std::vector<std::unique_ptr<Drafter>> drafters;
        for (int i = 0; i < 3; ++i)
            drafters.push_back(std::make_unique<TableDrafter>(RandomDistributions{4, 5}));
        MergedDrafter drafter(std::move(drafters));
        DraftTree tree;
        tree.rule = DrawRule::deterministic;
        draft(drafter, {1}, 5, {}, tree);
        QCOMPARE(tree.nodes.size(), std::size_t(5));
        for (const DraftTree::Node& node : tree.nodes)
            QCOMPARE(node.chains, 3);
    }

    /// 64 nodes are all that a pass takes.
    void levelsEndWithTheNodes()
    {
        const auto drafter = merged({3, 0, 4}, false);
        DraftTree tree;
        draft(*drafter, {1}, 64, {}, tree);
        QVERIFY(tree.nodes.size() <= 64);
        QVERIFY(tree.nodes.size() >= 62);
    }
};

DRAFTSCOPE_TEST(TestMergedDrafter)
#include "test_merged_drafter.moc"

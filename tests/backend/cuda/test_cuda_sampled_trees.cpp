// SPDX-License-Identifier: MIT
// Children that the device draws and verdicts that it reaches in a tree have the bits of the host's.
#include <QTest>

#include <algorithm>

#include "tests/backend/cuda/sampled_logits.h"
#include "tests/backend/cuda/sampled_tree.h"
#include "tests/backend/cuda/skip_without_card.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/executor.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

Q_DECLARE_METATYPE(draftscope::DrawRule)

namespace {

SampledTree treeOf(std::vector<int> widths, int vocabulary, int draftVocabulary, int tokenizerSize, Shape shape,
                   DrawRule draws, bool greedyVerifier, const SamplerSettings& sampler, unsigned seed)
{
    SampledTree tree;
    tree.widths = std::move(widths);
    tree.vocabulary = vocabulary;
    tree.draftVocabulary = draftVocabulary;
    tree.tokenizerSize = tokenizerSize;
    tree.draws = draws;
    tree.sampler = sampler;
    tree.greedyVerifier = greedyVerifier;
    tree.seed = seed;
    tree.topTokens = vocabulary < 100 ? vocabulary + 3 : 7; // all of them, or some
    tree.targetLogits = logitsOf(shape, std::size_t(tree.nodeCount() + 1) * std::size_t(vocabulary), seed);
    tree.draftLogits = logitsOf(shape, std::size_t(tree.placeCount()) * std::size_t(draftVocabulary), seed + 2000);
    return tree;
}

} // namespace

class TestCudaSampledTrees : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutCard(); }
    void trees_data();
    void trees();
    void treesOfLargeVocabularies();
#ifndef DRAFTSCOPE_ON_DEVICE
    void threadsInAnyOrder();
#endif
};

void TestCudaSampledTrees::trees_data()
{
    QTest::addColumn<DrawRule>("draws");
    QTest::addColumn<bool>("greedyVerifier");
    QTest::addColumn<int>("shape");
    QTest::addColumn<int>("sampler");
    const std::tuple<const char*, DrawRule, bool> rules[] = {
        {"independent", DrawRule::independent, false},
        {"without replacement", DrawRule::withoutReplacement, false},
        {"deterministic", DrawRule::deterministic, false},
        {"greedy", DrawRule::deterministic, true}};
    const std::pair<const char*, Shape> shapes[] = {
        {"random", Shape::random}, {"quantised", Shape::quantised}, {"equal", Shape::equal}, {"holes", Shape::holes}};
    for (const auto& [rule, draws, greedyVerifier] : rules)
        for (const auto& [name, shape] : shapes)
            for (const int sampler : {0, 2, 6, 10, 14, 16})
                QTest::addRow("%s, %s, %s", rule, name, samplers()[std::size_t(sampler)].first)
                    << draws << greedyVerifier << int(shape) << sampler;
}

void TestCudaSampledTrees::trees()
{
    QFETCH(DrawRule, draws);
    QFETCH(bool, greedyVerifier);
    QFETCH(int, shape);
    QFETCH(int, sampler);
    int rejected = 0, mostRejected = 0, remainders = 0, whole = 0;
    for (const std::vector<int>& widths : {std::vector{3, 2, 1}, std::vector{8}, std::vector{1, 4, 2}})
        for (const auto& [vocabulary, draftVocabulary, tokenizerSize] :
             {std::tuple(40, 40, 40), std::tuple(320, 304, 301), std::tuple(303, 350, 301)}) {
            const auto outcome =
                decideTwice(treeOf(widths, vocabulary, draftVocabulary, tokenizerSize, Shape(shape), draws,
                                   greedyVerifier, samplers()[std::size_t(sampler)].second, unsigned(vocabulary)));
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
            rejected += outcome.rejected;
            mostRejected = std::max(mostRejected, outcome.mostRejected);
            remainders += outcome.remainders;
            whole += outcome.lacksNodes ? 0 : 1;
        }
    const bool isGreedy = samplers()[std::size_t(sampler)].second.isGreedy();
    if (draws == DrawRule::withoutReplacement && isGreedy)
        QCOMPARE(whole, 0); // a one-hot q has one child
    else
        QVERIFY(whole > 2);
    const bool hasRemainders = !greedyVerifier && whole > 0;
    QCOMPARE(remainders > 0, hasRemainders);
    if (Shape(shape) == Shape::random && whole > 2)
        QVERIFY2(rejected > 6 && mostRejected > 3, qPrintable(QString("%1 %2").arg(rejected).arg(mostRejected)));
}

/// Contexts that several blocks weigh, and more of them than one.
void TestCudaSampledTrees::treesOfLargeVocabularies()
{
    for (const auto& [draws, greedyVerifier] : {std::pair(DrawRule::independent, false),
                                                {DrawRule::withoutReplacement, false},
                                                {DrawRule::deterministic, false},
                                                {DrawRule::deterministic, true}})
        for (const SamplerSettings& sampler :
             {SamplerSettings{.temperature = 1.3}, SamplerSettings{.topK = 50, .topP = 0.95}}) {
            const auto outcome =
                decideTwice(treeOf({2, 2}, 32000, 30000, 29990, Shape::quantised, draws, greedyVerifier, sampler, 3));
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
            QVERIFY(!outcome.lacksNodes);
            QCOMPARE(outcome.remainders > 0, !greedyVerifier);
        }
}

#ifndef DRAFTSCOPE_ON_DEVICE

void TestCudaSampledTrees::threadsInAnyOrder()
{
    for (const DrawRule draws : {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic})
        for (unsigned seed = 1; seed <= 4; ++seed) {
            simt::options().orderSeed = seed;
            const auto outcome =
                decideTwice(treeOf({3, 2}, 303, 301, 301, Shape::quantised, draws, false, {.temperature = 1.2}, seed));
            simt::options() = {};
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
            QVERIFY(outcome.remainders > 2);
        }
}

#endif

QTEST_GUILESS_MAIN(TestCudaSampledTrees)
#include "test_cuda_sampled_trees.moc"

// SPDX-License-Identifier: MIT
// The same row gives the same bits on the CUDA backend, whatever else is in the pass and wherever its path lies.
#include <QTest>

#include <algorithm>
#include <map>

#include "engine/catalogue/embedded.h"
#include "engine/cli/synthetic_model.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

class TestCudaExactness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void numberOfRows_data();
    void numberOfRows();
    void numberOfRowsOfManyFamilies_data() { types(); }
    void numberOfRowsOfManyFamilies();
    void numberOfRowsOfRealModels_data();
    void numberOfRowsOfRealModels();
    void longPaths();
    void permutedSlots_data() { types(); }
    void permutedSlots();
    void treeRowsArePlainDecoding_data() { types(); }
    void treeRowsArePlainDecoding();
    void sequencesDoNotSeeEachOther_data() { types(); }
    void sequencesDoNotSeeEachOther();
    void manySequencesShareAPrefix();
    void slotCountDoesNotMatter();
    void passesShareWeights();
#ifndef DRAFTSCOPE_ON_DEVICE
    void sixtyFourNodesAndTheRootAreOnePass();
#endif

private:
    static void types();
};

namespace {

const int oddVocabulary = oddShape(WeightType::f32).vocabulary;
constexpr int textLength = 131; // three splits of attention

std::shared_ptr<const Model> modelOf(WeightType type)
{
    static std::map<WeightType, std::shared_ptr<const Model>> models;
    auto& model = models[type];
    if (!model)
        model = randomModel(oddShape(type));
    return model;
}

std::unique_ptr<ForwardPass> freshPass(WeightType type, int slots = 256)
{
    return cudaPass(*cudaBackend(), modelOf(type), slots);
}

/// Plain decoding, one row a pass.
const Logits& plainLogits(WeightType type)
{
    static std::map<WeightType, Logits> known;
    Logits& logits = known[type];
    if (logits.empty())
        logits = decode(*freshPass(type), someText(textLength, oddVocabulary), 1, slotsInOrder(textLength));
    return logits;
}

} // namespace

void TestCudaExactness::types()
{
    QTest::addColumn<int>("type");
    for (const WeightType type : allTypes)
        QTest::addRow("type %d", int(type)) << int(type);
}

void TestCudaExactness::numberOfRows_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("rows");
    for (const WeightType type : allTypes)
        for (const int rows : {2, 5, 8, 9, 33, 64, 65, 66}) // more than 65 are several passes
            QTest::addRow("type %d, %d rows", int(type), rows) << int(type) << rows;
}

void TestCudaExactness::numberOfRows()
{
    QFETCH(int, type);
    QFETCH(int, rows);
    const Logits logits =
        decode(*freshPass(WeightType(type)), someText(textLength, oddVocabulary), rows, slotsInOrder(textLength));
    QVERIFY(logits == plainLogits(WeightType(type)));
    QVERIFY(logits[3] != logits[4]);
}

#ifndef DRAFTSCOPE_ON_DEVICE
/// The host waits once a pass.
void TestCudaExactness::sixtyFourNodesAndTheRootAreOnePass()
{
    const auto pass = freshPass(WeightType::bf16);
    const auto waitsFor = [&](int rows) {
        const std::uint64_t before = simt::waitCount();
        (void)decode(*pass, someText(rows, oddVocabulary), rows, slotsInOrder(rows));
        return int(simt::waitCount() - before);
    };
    QCOMPARE(waitsFor(1), 1);
    QCOMPARE(waitsFor(65), 1);
    QCOMPARE(waitsFor(66), 2);
}
#endif

/// With biases, norms of heads, layers without rotation, and windows that begin in other splits than paths.
void TestCudaExactness::numberOfRowsOfManyFamilies()
{
    QFETCH(int, type);
    Shape shape = shapeOfManyFamilies(WeightType(type));
    shape.layers = 2;
    shape.window = 70;
    const auto model = randomModel(shape);
    const auto backend = cudaBackend();
    const auto decoded = [&](int rows) {
        constexpr int tokens = 100;
        return decode(*cudaPass(*backend, model), someText(tokens, shape.vocabulary), rows, slotsInOrder(tokens));
    };
    const Logits plain = decoded(1);
    for (const int rows : {9, 65})
        QVERIFY(decoded(rows) == plain);
}

void TestCudaExactness::numberOfRowsOfRealModels_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("tales-0.3m") << QString("tales-0.3m");
#ifdef DRAFTSCOPE_ON_DEVICE // where it takes no time
    for (const char* name : {"tales-6m", "llama-160m", "llama3-1b", "llama2-7b", "gpt2", "gemma2-2b", "gemma3-1b"})
        QTest::newRow(name) << QString(name);
#endif
}

/// Embedded models, and random weights in the shapes of known ones, in bf16.
void TestCudaExactness::numberOfRowsOfRealModels()
{
    QFETCH(QString, name);
    const auto embedded = embeddedModels();
    const EmbeddedModel* const found = embedded ? embedded->find(name.toStdString()) : nullptr;
    if (!found && name.startsWith("tales"))
        QSKIP("The embedded models are not there.");
    const auto loaded = found ? loadModel(found->directory) : syntheticModel(name.toStdString());
    QVERIFY(loaded.has_value());
    const auto& model = *loaded;
    constexpr int prefix = 90, most = 65; // a split of attention and a bit more
    const auto text = someText(prefix + most, model->config.vocabularySize);
    const auto slots = slotsInOrder(prefix + most);
    const auto backend = cudaBackend();
    const PlannedPass planned{model, prefix + most};
    const auto plan = backend->plan({&planned, 1});
    QVERIFY2(plan.has_value(), plan ? "" : plan.error().sentence.c_str());
    if (!plan->fits())
        QSKIP(plan->tooLarge().sentence.c_str());
    const auto pass = cudaPass(*backend, model, prefix + most);
    const auto runRows = [&](int begin, int end, bool wantLogits) {
        Rows rows{{}, {std::span(slots).first(std::size_t(begin))}};
        for (int i = begin; i < end; ++i)
            rows.rows.push_back({text[std::size_t(i)], i, 0, i,
                                 std::span(slots).subspan(std::size_t(begin), std::size_t(i - begin)), wantLogits});
        return run(*pass, rows);
    };
    const auto logitsOf = [&](int count) { // of the last `count` tokens, in one pass
        const int first = prefix + most - count;
        for (int begin = 0; begin < first; begin += 64)
            (void)runRows(begin, std::min(first, begin + 64), false);
        return runRows(first, prefix + most, true);
    };
    const Logits all = logitsOf(most);
    for (const int count : {1, 2, 8, 9, 33, 64}) {
        const Logits some = logitsOf(count);
        QCOMPARE(some.size(), std::size_t(count));
        QVERIFY2(std::equal(some.begin(), some.end(), all.end() - count), qPrintable(QString("%1 rows").arg(count)));
    }
    QVERIFY(all[3] != all[4]);
}

/// Where the longest path wants a larger grid, rows of one pass may have fewer splits and more.
void TestCudaExactness::longPaths()
{
    constexpr int start = 504, end = 518;
    const auto text = someText(end, oddVocabulary);
    const auto slots = slotsInOrder(end);
    auto model = std::make_shared<Model>(*modelOf(WeightType::bf16));
    model->config.contextLength = 600;
    const auto backend = cudaBackend();
    const auto decodedFrom = [&](int rowsAtATime) {
        const auto pass = cudaPass(*backend, model, end);
        (void)decode(*pass, {text.begin(), text.begin() + start}, 64, slots);
        Logits logits;
        for (int first = start; first < end; first += rowsAtATime) {
            Rows rows{{}, {std::span(slots).first(std::size_t(first))}};
            for (int i = first; i < std::min(end, first + rowsAtATime); ++i)
                rows.rows.push_back({text[std::size_t(i)], i, 0, i,
                                     std::span(slots).subspan(std::size_t(first), std::size_t(i - first)), true});
            for (auto& row : run(*pass, rows))
                logits.push_back(std::move(row));
        }
        return logits;
    };
    QVERIFY(decodedFrom(14) == decodedFrom(1));
}

void TestCudaExactness::permutedSlots()
{
    QFETCH(int, type);
    std::vector<int> scattered;
    for (int i = 0; i < textLength; ++i)
        scattered.push_back(i * 37 % 251);
    const auto text = someText(textLength, oddVocabulary);
    QVERIFY(decode(*freshPass(WeightType(type)), text, 5, scattered) == plainLogits(WeightType(type)));
}

/// A tree over a prefix of 61 tokens, verified in one pass, so that paths end before, on and behind the end of the
/// first split: each node has the logits of plain decoding along its path.
void TestCudaExactness::treeRowsArePlainDecoding()
{
    QFETCH(int, type);
    constexpr int prefixLength = 61;
    const auto prefix = someText(prefixLength, oddVocabulary);
    const auto prefixSlots = slotsInOrder(prefixLength);
    struct Node {
        TokenId token;
        std::vector<int> path; ///< nodes from the root's child to its parent
    };
    const std::vector<Node> tree = {{5, {}},     {9, {}},     {1, {0}},    {2, {0}},      {3, {1}},
                                    {4, {0, 2}}, {6, {0, 2}}, {7, {1, 4}}, {8, {0, 2, 6}}};
    const auto slotOf = [](int node) { return 200 - 3 * node; };

    const auto pass = freshPass(WeightType(type));
    (void)decode(*pass, prefix, 20, prefixSlots);
    std::vector<std::vector<int>> ancestors;
    for (const Node& node : tree) {
        ancestors.emplace_back();
        std::ranges::transform(node.path, std::back_inserter(ancestors.back()), slotOf);
    }
    Rows rows{{}, {prefixSlots}};
    for (std::size_t i = 0; i < tree.size(); ++i)
        rows.rows.push_back(
            {tree[i].token, int(prefixLength + ancestors[i].size()), 0, slotOf(int(i)), ancestors[i], true});
    const Logits logits = run(*pass, rows);

    for (std::size_t i = 0; i < tree.size(); ++i) {
        std::vector<TokenId> text = prefix;
        for (const int node : tree[i].path)
            text.push_back(tree[std::size_t(node)].token);
        text.push_back(tree[i].token);
        const auto slots = slotsInOrder(int(text.size()));
        const auto plainPass = freshPass(WeightType(type));
        (void)decode(*plainPass, prefix, 64, slots);
        Logits plain;
        for (std::size_t t = prefixLength; t < text.size(); ++t)
            plain = run(*plainPass, Rows{{{text[t], int(t), 0, int(t), {}, true}}, {std::span(slots).first(t)}});
        QVERIFY2(logits[i] == plain.back(), qPrintable(QString("node %1").arg(i)));
    }
}

/// Both are long enough that rows of one sequence would share the keys of their prefix.
void TestCudaExactness::sequencesDoNotSeeEachOther()
{
    QFETCH(int, type);
    constexpr int firstLength = 70, secondLength = 45;
    const std::vector<TokenId> first = someText(firstLength, oddVocabulary);
    std::vector<TokenId> second;
    std::vector<int> secondSlots;
    for (int i = 0; i < secondLength; ++i) {
        second.push_back((5 * i + 2) % oddVocabulary);
        secondSlots.push_back(200 - i);
    }
    const auto pass = freshPass(WeightType(type));
    const std::vector<int> firstSlots = slotsInOrder(firstLength);
    (void)decode(*pass, {first.begin(), first.end() - 1}, 23, firstSlots);
    (void)decode(*pass, {second.begin(), second.end() - 1}, 11, secondSlots);
    const Row ofFirst = {first.back(), firstLength - 1, 0, firstSlots.back(), {}, true};
    const Row ofSecond = {second.back(), secondLength - 1, 1, secondSlots.back(), {}, true};
    const Logits together =
        run(*pass,
            Rows{{ofSecond, ofFirst},
                 {std::span(firstSlots).first(firstLength - 1), std::span(secondSlots).first(secondLength - 1)}});
    QVERIFY(together[1] == plainLogits(WeightType(type))[firstLength - 1]);
    QVERIFY(together[0] == decode(*freshPass(WeightType(type)), second, 9, slotsInOrder(secondLength)).back());
}

/// More slots to list than a pass has room for at first, after passes that are graphs already.
void TestCudaExactness::manySequencesShareAPrefix()
{
    constexpr int prefixLength = 130, sequences = 40;
    const auto text = someText(textLength, oddVocabulary);
    const auto slots = slotsInOrder(textLength);
    const auto pass = freshPass(WeightType::bf16);
    (void)decode(*pass, {text.begin(), text.begin() + prefixLength}, 26, slots);
    const auto next = [&](int count) {
        Rows rows;
        for (int i = 0; i < count; ++i) {
            rows.prefixes.push_back(std::span(slots).first(prefixLength));
            rows.rows.push_back({text[prefixLength], prefixLength, i, 140 + i, {}, true});
        }
        return run(*pass, rows);
    };
    for (const int count : {1, 33, 33, 33, sequences, sequences, 1})
        for (const auto& row : next(count))
            QVERIFY(row == plainLogits(WeightType::bf16)[prefixLength]);
}

/// Splits are cut by position alone, whatever room there is.
void TestCudaExactness::slotCountDoesNotMatter()
{
    const auto text = someText(textLength, oddVocabulary);
    QVERIFY(decode(*freshPass(WeightType::bf16, textLength), text, 31, slotsInOrder(textLength))
            == plainLogits(WeightType::bf16));
    QVERIFY(decode(*freshPass(WeightType::bf16, 5000), text, 31, slotsInOrder(textLength))
            == plainLogits(WeightType::bf16));
}

void TestCudaExactness::passesShareWeights()
{
    const auto backend = cudaBackend();
    const auto a = cudaPass(*backend, modelOf(WeightType::f16), 64),
               b = cudaPass(*backend, modelOf(WeightType::f16), 32);
    const auto text = someText(20, oddVocabulary);
    const auto slots = slotsInOrder(20);
    for (int i = 0; i < 20; ++i) { // turn by turn, each with its own cache
        const Rows rows{{{text[std::size_t(i)], i, 0, i, {}, true}}, {std::span(slots).first(std::size_t(i))}};
        QVERIFY(run(*a, rows).front() == plainLogits(WeightType::f16)[std::size_t(i)]);
        QVERIFY(run(*b, rows).front() == plainLogits(WeightType::f16)[std::size_t(i)]);
    }
    QCOMPARE(a->slotCount(), 64);
    QCOMPARE(b->slotCount(), 32);
}

DRAFTSCOPE_TEST(TestCudaExactness)
#include "test_cuda_exactness.moc"

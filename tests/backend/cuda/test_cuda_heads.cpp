// SPDX-License-Identifier: MIT
// Drafting heads on the CUDA backend: the numbers are the CPU's, a row's bits depend on nothing but the row, and what a
// head shares with its target is on the device once.
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "engine/model/pass_stages.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/head_cases.h"
#include "tests/backend/head_rows.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/executor.h"
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

class TestCudaHeads : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    std::map<WeightType, std::shared_ptr<const Model>> m_targets;

    [[nodiscard]] std::shared_ptr<const DraftHead> open(const HeadFiles& files, WeightType targetType) const
    {
        return openHeadFiles(m_directory.filePath("head").toStdString(), files, *m_targets.at(targetType));
    }
    [[nodiscard]] std::shared_ptr<const DraftHead> open(HeadFiles files, WeightType type, WeightType targetType) const
    {
        files.type = type;
        return open(files, targetType);
    }
    static void types();
    static void everyHead();

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void medusaMatchesTheCpu_data() { types(); }
    void medusaMatchesTheCpu();
    void eagleMatchesTheCpu_data() { everyHead(); }
    void eagleMatchesTheCpu();
    void rowsDependOnThemselves_data() { everyHead(); }
    void rowsDependOnThemselves();
    void siblingsAreRowsOfTheirPaths();
    void anotherTypeThanTheTargets();
    void quantisedTarget();
    void quantisedHead();
    void stagesCountTheEntry();
#ifndef DRAFTSCOPE_ON_DEVICE
    void thePlanIsWhatItTakes();
    void matricesOfTheTargetAreThereOnce();
    void whatIsLentStaysForAsLongAsItIsRead();
    void anyOrderGivesTheSame();
#endif
};

namespace {

/// Logits of a few states, which share a pass or not.
Logits medusaLogits(ForwardPass& pass, int count, int rowsAtATime)
{
    Logits logits;
    for (int first = 0; first < count; first += rowsAtATime) {
        Rows rows{{}, {{}}};
        std::vector<float> input;
        for (int i = first; i < std::min(first + rowsAtATime, count); ++i) {
            rows.rows.push_back({noToken, i, 0, 0, {}, true});
            const Numbers state = someState(32, std::uint32_t(i + 1));
            input.insert(input.end(), state.begin(), state.end());
        }
        rows.inputStates = input;
        for (auto& row : run(pass, rows))
            logits.push_back(std::move(row));
    }
    return logits;
}

} // namespace

void TestCudaHeads::initTestCase()
{
    skipWithoutDevice();
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16, WeightType::q8_0})
        m_targets[type] = randomModel({.name = "target",
                                       .type = type,
                                       .hidden = 32,
                                       .intermediate = isQuantised(type) ? 64 : 44,
                                       .layers = 6,
                                       .heads = 4,
                                       .kvHeads = 2,
                                       .headSize = 8,
                                       .vocabulary = 99});
}

void TestCudaHeads::cleanup()
{
#ifndef DRAFTSCOPE_ON_DEVICE
    simt::simulatedDevice() = {};
    simt::options() = {};
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});
#endif
}

void TestCudaHeads::types()
{
    QTest::addColumn<WeightType>("type");
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
        QTest::addRow("type %d", int(type)) << type;
}

void TestCudaHeads::everyHead()
{
    QTest::addColumn<WeightType>("type");
    QTest::addColumn<bool>("isEagle3");
    QTest::addColumn<int>("variant");
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
        for (const bool isEagle3 : {false, true})
            for (int variant = 0; variant < headVariants; ++variant)
                QTest::addRow("type %d, EAGLE%s, variant %d", int(type), isEagle3 ? "-3" : "", variant)
                    << type << isEagle3 << variant;
}

void TestCudaHeads::medusaMatchesTheCpu()
{
    QFETCH(const WeightType, type);
    for (int blocks = 0; blocks < 4; ++blocks) {
        const auto head = open(medusaFiles(32, 99, 2, blocks), type, type);
        const auto backend = cudaBackend();
        for (const auto& model : head->models) {
            const auto pass = cudaPass(*backend, model, 1);
            const Logits given = medusaLogits(*pass, 67, 67);
            const Logits expected = medusaLogits(*passOf(model, 2, 1), 67, 67);
            QVERIFY2(worst(given, expected) < tolerance(type), qPrintable(QString::number(worst(given, expected))));
            QVERIFY(medusaLogits(*pass, 67, 9) == given && medusaLogits(*pass, 3, 1)[2] == given[2]);
            QVERIFY(given[0] != given[1]);
        }
    }
}

void TestCudaHeads::eagleMatchesTheCpu()
{
    QFETCH(const WeightType, type);
    QFETCH(const bool, isEagle3);
    QFETCH(const int, variant);
    const auto head = open(isEagle3 ? eagle3Variant(variant) : eagleVariant(variant), type, type);
    const auto& model = head->models.front();
    std::vector<HeadRow> chain = someChain(12, isEagle3 ? 96 : 32, isEagle3);
    const HeadGiven expected = runHead(*passOf(model, 2), chain, 5, 4);
    const auto backend = cudaBackend();
    const auto pass = cudaPass(*backend, model);
    HeadGiven given;
    runHeadRows(*pass, chain, 0, 12, given);
    for (std::size_t step = 12; step < chain.size(); ++step) // on the CPU's states, so that differences do not add up
        runHeadRows(*pass, chain, step, 1, given);
    QVERIFY2(worst(given.states, expected.states) < 2 * tolerance(type),
             qPrintable(QString::number(worst(given.states, expected.states))));
    QVERIFY2(worst(given.logits, expected.logits) < 2 * tolerance(type),
             qPrintable(QString::number(worst(given.logits, expected.logits))));
    std::ranges::reverse(given.states);
    QVERIFY(worst(given.states, expected.states) > 0.1); // so they could differ
}

void TestCudaHeads::rowsDependOnThemselves()
{
    QFETCH(const WeightType, type);
    QFETCH(const bool, isEagle3);
    QFETCH(const int, variant);
    const auto head = open(isEagle3 ? eagle3Variant(variant) : eagleVariant(variant), type, type);
    const auto backend = cudaBackend();
    const bool isLong = type == WeightType::bf16 && variant < 2;
    std::vector<HeadRow> chain = someChain(isLong ? 67 : 12, isEagle3 ? 96 : 32, isEagle3);
    const HeadGiven alone = runHead(*cudaPass(*backend, head->models.front()), chain, 1);
    for (const std::size_t rows : {9U, 66U}) // more than 65 are two passes
        QVERIFY(runHead(*cudaPass(*backend, head->models.front()), chain, rows) == alone);
}

/// Three rows behind row 1: 2, and its siblings, of which one has its token and state.
void TestCudaHeads::siblingsAreRowsOfTheirPaths()
{
    for (const bool isEagle3 : {false, true}) {
        const auto head = open(isEagle3 ? eagle3Variant(1) : eagleVariant(1), WeightType::bf16, WeightType::bf16);
        const auto backend = cudaBackend();
        const auto pass = cudaPass(*backend, head->models.front());
        std::vector<HeadRow> chain = someChain(8, isEagle3 ? 96 : 32, isEagle3);
        const HeadGiven alone = runHead(*cudaPass(*backend, head->models.front()), chain, 1);
        const Logits rows = siblingStates(*pass, chain);
        QVERIFY(rows[1] == alone.states[2] && rows[2] == alone.states[2] && rows[0] != alone.states[2]);
    }
}

/// A head of f16 for a target of bf16 runs in f32, which has both; it cannot share then.
void TestCudaHeads::anotherTypeThanTheTargets()
{
    const auto head = open(eagleVariant(0), WeightType::f16, WeightType::bf16);
    const auto& model = head->models.front();
    const auto backend = cudaBackend();
    std::vector<HeadRow> chain = someChain(12, 32, false);
    const HeadGiven expected = runHead(*passOf(model, 2), chain, 5);
    const auto target = cudaPass(*backend, m_targets.at(WeightType::bf16));
    const HeadGiven given = runHead(*cudaPass(*backend, model), chain, 5);
    QVERIFY(worst(given.states, expected.states) < tolerance(WeightType::f32));
    QVERIFY(worst(given.logits, expected.logits) < tolerance(WeightType::f32));
}

/// A head of a quantised target reads the embedding and the head of that as they are.
void TestCudaHeads::quantisedTarget()
{
    for (const bool isEagle3 : {false, true}) {
        const auto head = open(isEagle3 ? eagle3Variant(0) : eagleVariant(0), WeightType::bf16, WeightType::q8_0);
        const auto& model = head->models.front();
        const auto backend = cudaBackend();
        std::vector<HeadRow> chain = someChain(12, isEagle3 ? 96 : 32, isEagle3);
        const HeadGiven alone = runHead(*cudaPass(*backend, model), chain, 5);
        const HeadGiven expected = runHead(*passOf(model, 2), chain, 5);
        QVERIFY(worst(alone.states, expected.states) < tolerance(WeightType::bf16));
        QVERIFY(worst(alone.logits, expected.logits) < tolerance(WeightType::bf16));
        const auto other = cudaBackend();
        const auto target = cudaPass(*other, m_targets.at(WeightType::q8_0));
        QVERIFY(runHead(*cudaPass(*other, model), chain, 5) == alone);
    }
}

/// A head that is quantised itself, as a GGUF file has it: rows of q and k in another order.
void TestCudaHeads::quantisedHead()
{
    const EagleShape shape{.inner = 64, .heads = 4, .kvHeads = 2, .headSize = 8};
    for (const bool isEagle3 : {false, true}) {
        const std::filesystem::path path = m_directory.filePath("head.gguf").toStdString();
        writeGgufHead(path, isEagle3 ? eagle3Files(shape) : eagleFiles(shape), {.isQuantised = true});
        const auto head = openDraftHead(path, *m_targets.at(WeightType::q8_0));
        QVERIFY2(head, head ? "" : head.error().sentence.c_str());
        const auto& model = (*head)->models.front();
        QCOMPARE(model->weights.layers.front().q.type, WeightType::q8_0);
        QVERIFY(model->weights.interleavedRope);
        std::vector<HeadRow> chain = someChain(12, isEagle3 ? 96 : 32, isEagle3);
        const HeadGiven given = runHead(*cudaPass(*cudaBackend(), model), chain, 5);
        const HeadGiven expected = runHead(*passOf(model, 2), chain, 5);
        QVERIFY(worst(given.states, expected.states) < tolerance(WeightType::bf16));
        QVERIFY(worst(given.logits, expected.logits) < tolerance(WeightType::bf16));
    }
}

void TestCudaHeads::stagesCountTheEntry()
{
    const auto head = open(eagleVariant(0), WeightType::bf16, WeightType::bf16);
    const std::vector<float> state(32, 0.5f);
    Rows rows{{{3, 0, 0, 0, {}, true}}, {{}}};
    rows.inputStates = state;
    const auto backend = cudaBackend();
    const auto stages = cudaPass(*backend, head->models.front())->timeStages(rows, 2);
    QVERIFY(stages[std::size_t(PassStage::embedding)].bytes > double(32 * 64 * 2));
    QVERIFY(stages[std::size_t(PassStage::embedding)].milliseconds > 0);
}

#ifndef DRAFTSCOPE_ON_DEVICE
void TestCudaHeads::thePlanIsWhatItTakes()
{
    for (const WeightType type : {WeightType::bf16, WeightType::q8_0})
        for (const HeadFiles& files :
             {eagleVariant(0), eagleVariant(2), eagle3Variant(0), eagle3Variant(2), medusaFiles(32, 99, 1, 2)}) {
            const auto& target = m_targets.at(type);
            const auto model = open(files, WeightType::bf16, type)->models.front();
            const auto backend = cudaBackend();
            const PlannedPass passes[] = {{target, 100}, {model, 90}};
            const auto both = backend->plan(passes);
            QVERIFY(both.has_value());
            const auto ofTarget = cudaPass(*backend, target, 100);
            const auto ofHead = backend->plan({&passes[1], 1});
            QVERIFY(ofHead.has_value());
            const std::size_t before = simt::liveObjects().bytes;
            const auto pass = cudaPass(*backend, model, 90);
            QCOMPARE(simt::liveObjects().bytes - before, ofHead->weights + ofHead->cache + ofHead->buffers);
            QCOMPARE(simt::liveObjects().bytes, both->weights + both->cache + both->buffers);
        }
}

void TestCudaHeads::matricesOfTheTargetAreThereOnce()
{
    const auto& target = m_targets.at(WeightType::bf16); // tied: one matrix, in tiles of 16 × 16
    const std::size_t matrix = std::size_t(112 * 32) * 2;
    for (const bool isEagle3 : {false, true}) {
        const auto model =
            open(isEagle3 ? eagle3Variant(0) : eagleVariant(0), WeightType::bf16, WeightType::bf16)->models.front();
        const auto weightsBehind = [&](const std::shared_ptr<const Model>& first) {
            const auto backend = cudaBackend();
            const auto pass = cudaPass(*backend, first);
            const PlannedPass planned{model, 64};
            return backend->plan({&planned, 1})->weights;
        };
        QCOMPARE(weightsBehind(m_targets.at(WeightType::f16)) - weightsBehind(target), matrix);
    }
}

/// The head's pass goes on when the target's is gone, and what is unused makes room, lent or not.
void TestCudaHeads::whatIsLentStaysForAsLongAsItIsRead()
{
    const auto model = open(eagleVariant(0), WeightType::bf16, WeightType::bf16)->models.front();
    std::vector<HeadRow> chain = someChain(8, 32, false);
    const HeadGiven expected = runHead(*cudaPass(*cudaBackend(), model), chain, 4); // alone, with matrices of its own
    const auto backend = cudaBackend();
    auto target = cudaPass(*backend, m_targets.at(WeightType::bf16));
    auto pass = cudaPass(*backend, model);
    QVERIFY(runHead(*pass, chain, 4) == expected);
    target.reset();
    const std::size_t kept = simt::liveObjects().bytes;
    const std::size_t staging = std::size_t(32) << 20;
    simt::simulatedDevice().memoryBytes = kept + staging + (std::size_t(1) << 20); // room is made for a third
    auto third = cudaPass(*backend, m_targets.at(WeightType::f16), 8);
    QVERIFY(runHead(*pass, chain, 4) == expected);
    pass.reset();
    third.reset();
    const PlannedPass planned{m_targets.at(WeightType::f32), 8};
    const auto plan = backend->plan({&planned, 1});
    QVERIFY(plan.has_value());
    QCOMPARE(plan->free, plan->total); // all can be dropped
}

/// Blocks, threads and streams in other orders, and kernels that begin as early as they may: Medusa's blocks read what
/// the one before left while others write.
void TestCudaHeads::anyOrderGivesTheSame()
{
    const auto medusa = open(medusaFiles(32, 99, 1, 3), WeightType::bf16, WeightType::bf16)->models.front();
    const auto eagle = open(eagleVariant(0), WeightType::bf16, WeightType::bf16)->models.front();
    const auto eagle3 = open(eagle3Variant(3), WeightType::bf16, WeightType::bf16)->models.front();
    const auto all = [&] {
        const auto backend = cudaBackend();
        std::vector<HeadRow> states = someChain(20, 32, false), features = someChain(20, 96, true);
        const HeadGiven one = runHead(*cudaPass(*backend, eagle), states, 9, 3);
        const HeadGiven two = runHead(*cudaPass(*backend, eagle3), features, 9, 3);
        return std::tuple(medusaLogits(*cudaPass(*backend, medusa, 1), 20, 9), one, two);
    };
    const auto expected = all();
    for (const std::uint64_t seed : {1, 2}) {
        simt::options().orderSeed = seed;
        QVERIFY(all() == expected);
    }
    simt::options() = {};
    simt::simulatedDevice().lazyStreams = true;
    QVERIFY(all() == expected);
    simt::simulatedDevice().lazyStreams = false;
    simt::simulatedDevice().properties.computeMajor = 9;
    QVERIFY(all() == expected);
}
#endif

DRAFTSCOPE_TEST(TestCudaHeads)
#include "test_cuda_heads.moc"

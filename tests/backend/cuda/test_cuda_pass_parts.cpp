// SPDX-License-Identifier: MIT
// Parts of a model and hidden states on the CUDA backend: the numbers are the CPU's, and the bits those of whole
// passes.
#include <QTest>

#include "engine/model/pass_stages.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/part_checks.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

class TestCudaPassParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void cleanup();
    void statesMatchTheCpu_data() { types(); }
    void statesMatchTheCpu();
    void statesDependOnTheirRows_data() { types(); }
    void statesDependOnTheirRows() { checks().statesDependOnTheirRows(); }
    void layersInTwoPassesAreTheWhole_data() { types(); }
    void layersInTwoPassesAreTheWhole() { checks().layersInTwoPassesAreTheWhole(); }
    void skippedSublayersAreNotThere_data() { types(); }
    void skippedSublayersAreNotThere() { checks().skippedSublayersAreNotThere(); }
    void endsOfTheModelAlone_data() { types(); }
    void endsOfTheModelAlone() { checks().endsOfTheModelAlone(); }
    void theHeadReadsRawStates_data() { types(); }
    void theHeadReadsRawStates();
    void promptsGiveStates_data() { types(); }
    void promptsGiveStates();
    void stagesAreOfThePart();
#ifndef DRAFTSCOPE_ON_DEVICE
    void streamsAndOverlapDoNotMatter();
    void withoutMemoryForStatesItIsASentence();
    void searchesDoNotFillTheDeviceWithGraphs();
#endif

private:
    static void types();
    static PartChecks checks();
};

namespace {

/// As in test_cuda_forward_pass.
double tolerance(int type)
{
    return WeightType(type) == WeightType::f32 ? 1e-5 : WeightType(type) == WeightType::f16 ? 5e-3 : 2e-2;
}

std::shared_ptr<const Model> modelOf(int type)
{
    Shape shape = oddShape(WeightType(type));
    shape.layers = 3;
    return randomModel(shape);
}

PartChecks onTheCpu(std::shared_ptr<const Model> model)
{
    return {std::move(model), [](std::shared_ptr<const Model> of) { return passOf(std::move(of), 2); }};
}

} // namespace

void TestCudaPassParts::cleanup()
{
#ifndef DRAFTSCOPE_ON_DEVICE
    simt::simulatedDevice() = {};
    simt::failAllocation(0);
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});
#endif
}

void TestCudaPassParts::types()
{
    QTest::addColumn<int>("type");
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
        QTest::addRow("type %d", int(type)) << int(type);
}

PartChecks TestCudaPassParts::checks()
{
    QFETCH(int, type);
    const auto backend = cudaBackend();
    return {modelOf(type),
            [backend](std::shared_ptr<const Model> model) { return cudaPass(*backend, std::move(model)); }};
}

void TestCudaPassParts::statesMatchTheCpu()
{
    QFETCH(int, type);
    const PartChecks all = checks(), cpu = onTheCpu(all.model);
    for (const PassPart& part : {PassPart(), PassPart{.skippedAttention = {1}, .skippedMlp = {0, 1}}}) {
        const PartDecode how = {.part = part, .asked = all.everywhere()};
        const Given given = all.decoded(how), expected = cpu.decoded(how);
        for (std::size_t n = 0; n < expected.states.size(); ++n)
            QVERIFY2(worst(given.states[n], expected.states[n]) < tolerance(type),
                     qPrintable(QString("%1: %2").arg(n).arg(worst(given.states[n], expected.states[n]))));
        QVERIFY(given.states[0] == expected.states[0]); // embeddings are not computed
        QVERIFY(worst(given.states[4], expected.states[3]) > 0.05);
        QVERIFY(worst(given.logits, expected.logits) < tolerance(type));
    }
}

void TestCudaPassParts::theHeadReadsRawStates()
{
    QFETCH(int, type);
    const PartChecks all = checks(), cpu = onTheCpu(all.model);
    const States raw = cpu.decoded({.asked = {3}}).states[0];
    const PartDecode head = {.part = {.firstLayer = 3, .hasFinalNorm = false}, .input = raw};
    const Given given = all.decoded(head);
    QVERIFY(worst(given.logits, cpu.decoded(head).logits) < tolerance(type));
    QVERIFY(worst(given.logits, cpu.decoded({}).logits) > 0.05);
    PartDecode oneByOne = head;
    oneByOne.rowsAtATime = 1;
    QVERIFY(all.decoded(oneByOne) == given);
    // A whole model without the norm, too: the last of the layers leaves the stream for the head.
    const PartDecode whole = {.part = {.hasFinalNorm = false}};
    QVERIFY(worst(all.decoded(whole).logits, given.logits) < tolerance(type));
}

/// A prompt that is read with products gives states, too, and the same keys and values whether it is asked or not.
void TestCudaPassParts::promptsGiveStates()
{
    QFETCH(int, type);
    const PartChecks all = checks();
    constexpr int length = 530; // two pieces
    const auto text = someText(length, all.model->config.vocabularySize);
    const auto slots = slotsInOrder(length + 1);
    const std::size_t hidden = std::size_t(all.model->config.hiddenSize);
    const auto read = [&](ForwardPass& pass, const PassPart& part, const std::vector<int>& asked) {
        Rows rows{{}, {{}}, true};
        for (int i = 0; i < length; ++i)
            rows.rows.push_back({text[std::size_t(i)], i, 0, i, std::span(slots).first(std::size_t(i)), false});
        rows.part = part;
        std::vector<std::vector<float>> states(asked.size(), std::vector<float>(length * hidden, -55.0f));
        for (std::size_t n = 0; n < asked.size(); ++n)
            rows.hiddenStates.push_back({asked[n], states[n]});
        pass.run(rows, {});
        Rows last{{{5, length, 0, length, {}, true}}, {std::span(slots).first(length)}};
        last.part = part;
        Given given = {run(pass, last), {}};
        for (const auto& flat : states) {
            given.states.emplace_back();
            for (auto at = flat.begin(); at != flat.end(); at += std::ptrdiff_t(hidden))
                given.states.back().emplace_back(at, at + std::ptrdiff_t(hidden));
        }
        return given;
    };
    const auto backend = cudaBackend();
    for (const PassPart& part : {PassPart(), PassPart{.endLayer = 2, .skippedAttention = {1}, .skippedMlp = {0}}}) {
        std::vector<int> asked = {0, 1, 2, HiddenStates::afterFinalNorm};
        if (part.endLayer > 3)
            asked.insert(asked.begin(), 3);
        const Given given = read(*cudaPass(*backend, all.model, length + 1), part, asked);
        const Given expected = read(*passOf(all.model, 2, length + 1), part, asked);
        for (std::size_t n = 0; n < asked.size(); ++n)
            QVERIFY2(worst(given.states[n], expected.states[n]) < 2 * tolerance(type), // the worst of many more rows
                     qPrintable(QString("%1: %2").arg(asked[n]).arg(worst(given.states[n], expected.states[n]))));
        QVERIFY(worst(given.logits, expected.logits) < tolerance(type));
        QVERIFY(read(*cudaPass(*backend, all.model, length + 1), part, {}).logits == given.logits);
    }
}

void TestCudaPassParts::stagesAreOfThePart()
{
    const auto model = modelOf(int(WeightType::bf16));
    Rows rows{{{1, 0, 0, 0, {}, true}}, {{}}};
    rows.part = {.firstLayer = 1, .endLayer = 3, .skippedMlp = {2}};
    const auto backend = cudaBackend();
    const auto stages = cudaPass(*backend, model)->timeStages(rows, 2);
    QCOMPARE(stages[std::size_t(PassStage::down)].bytes, double(model->weights.layers[1].down.bytes()));
    QVERIFY(stages[std::size_t(PassStage::down)].milliseconds > 0);
}

#ifndef DRAFTSCOPE_ON_DEVICE
/// Work that is done as late as it may be, and kernels that begin as early as they may.
void TestCudaPassParts::streamsAndOverlapDoNotMatter()
{
    const auto all = [] {
        const PartDecode part = {.part = {.firstLayer = 1, .skippedAttention = {2}, .skippedMlp = {1}},
                                 .asked = {1, 2, 3, HiddenStates::afterFinalNorm},
                                 .rowsAtATime = 65};
        return part.run(*cudaPass(*cudaBackend(), modelOf(int(WeightType::bf16))), someText(75, 37));
    };
    simt::simulatedDevice().hasBlas = false;
    const Given expected = all();
    simt::simulatedDevice().lazyStreams = true;
    QVERIFY(all() == expected);
    simt::simulatedDevice().lazyStreams = false;
    simt::simulatedDevice().properties.computeMajor = 9;
    QVERIFY(all() == expected);
}

void TestCudaPassParts::withoutMemoryForStatesItIsASentence()
{
    const auto text = someText(20, 37);
    const auto backend = cudaBackend();
    const auto pass = cudaPass(*backend, modelOf(int(WeightType::bf16)));
    const PartDecode asking = {.asked = {1}};
    const Given expected = asking.run(*cudaPass(*backend, modelOf(int(WeightType::bf16))), text);
    simt::failAllocation(1);
    try {
        (void)asking.run(*pass, text);
        QFAIL("There was no memory.");
    } catch (const BackendFailure& failure) {
        QVERIFY2(QString(failure.what()).contains("hidden states"), failure.what());
    }
    simt::failAllocation(0);
    QVERIFY(asking.run(*pass, text) == expected);
}

void TestCudaPassParts::searchesDoNotFillTheDeviceWithGraphs()
{
    const auto backend = cudaBackend();
    const auto pass = cudaPass(*backend, modelOf(int(WeightType::bf16)));
    // States instead of logits, and of the first layer: what a pass costs here is the product with the head.
    const Given expected = PartDecode{.part = {.skippedMlp = {0}}, .asked = {1}, .wantLogits = false}.run(*pass, {3});
    for (std::size_t n = 1; n <= 260; ++n)
        for (int turn = 0; turn < 2; ++turn) { // the second is a graph
            const PartDecode same = {.part = {.skippedMlp = std::vector<int>(n, 0)}, .asked = {1}, .wantLogits = false};
            QVERIFY(same.run(*pass, {3}) == expected);
        }
    const std::size_t graphs = simt::liveObjects().graphs;
    QVERIFY2(graphs > 0 && graphs <= 256, qPrintable(QString::number(graphs)));
}
#endif

DRAFTSCOPE_TEST(TestCudaPassParts)
#include "test_cuda_pass_parts.moc"

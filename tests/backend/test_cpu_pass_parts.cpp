// SPDX-License-Identifier: MIT
// Parts of a model and hidden states on the CPU: the numbers are the textbook's, and the bits those of whole passes.
#include <QTest>

#include "engine/analysis/memoising_backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/model/pass_stages.h"
#include "tests/backend/part_checks.h"
#include "tests/backend/random_model.h"
#include "tests/backend/scalar_forward.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCpuPassParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statesMatchScalar_data() { models(); }
    void statesMatchScalar();
    void skippedSublayersMatchScalar_data() { models(); }
    void skippedSublayersMatchScalar();
    void statesDependOnTheirRows_data() { models(); }
    void statesDependOnTheirRows() { checks().statesDependOnTheirRows(); }
    void layersInTwoPassesAreTheWhole_data() { models(); }
    void layersInTwoPassesAreTheWhole() { checks().layersInTwoPassesAreTheWhole(); }
    void skippedSublayersAreNotThere_data() { models(); }
    void skippedSublayersAreNotThere() { checks().skippedSublayersAreNotThere(); }
    void endsOfTheModelAlone_data() { models(); }
    void endsOfTheModelAlone() { checks().endsOfTheModelAlone(); }
    void theHeadReadsRawStates_data() { models(); }
    void theHeadReadsRawStates();
    void threadsDoNotMatter_data() { models(); }
    void threadsDoNotMatter();
    void stagesAreOfThePart();
    void whatDoesNotFitIsSeen();
    void partsAreRememberedApart();

private:
    static void models();
    static PartChecks checks(int threads = 2);
};

namespace {

Arithmetic arithmeticOfRow()
{
    const QByteArray row = QTest::currentDataTag();
    return row.endsWith("rounded activations in tiles") ? Arithmetic::amx
        : row.endsWith("rounded activations")           ? Arithmetic::bf16
                                                        : Arithmetic::f32;
}

} // namespace

void TestCpuPassParts::models()
{
    QTest::addColumn<int>("type");
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16})
        QTest::addRow("type %d", int(type)) << int(type);
    if (arithmeticNamed("bf16"))
        QTest::newRow("bf16, rounded activations") << int(WeightType::bf16);
    if (arithmeticNamed("amx"))
        QTest::newRow("bf16, rounded activations in tiles") << int(WeightType::bf16);
}

PartChecks TestCpuPassParts::checks(int threads)
{
    QFETCH(int, type);
    const auto model = randomModel({.name = "small", .type = WeightType(type), .layers = 4, .headSize = 10});
    const auto makePass = [threads, arithmetic = arithmeticOfRow()](std::shared_ptr<const Model> of) {
        return passOf(std::move(of), threads, 256, arithmetic);
    };
    return {model, makePass};
}

void TestCpuPassParts::statesMatchScalar()
{
    const PartChecks all = checks();
    const Given given = all.decoded({.asked = all.everywhere()});
    const ScalarForward expected = scalarForward(*all.model, all.text);
    const double allowed = arithmeticOfRow() == Arithmetic::f32 ? f32Tolerance : 0.02;
    for (std::size_t n = 0; n < expected.entering.size(); ++n) {
        QVERIFY(worst(given.states[n], expected.entering[n]) < allowed);
        QVERIFY(n == 0 || worst(given.states[n], expected.entering[n - 1]) > 0.05);
    }
    QVERIFY(worst(given.states.back(), expected.normalised) < allowed);
    QVERIFY(worst(given.states.back(), expected.entering.back()) > 0.05);
    QVERIFY(worst(given.logits, expected.logits) < allowed);
}

void TestCpuPassParts::skippedSublayersMatchScalar()
{
    const PartChecks all = checks();
    const double allowed = arithmeticOfRow() == Arithmetic::f32 ? f32Tolerance : 0.02;
    const Given given =
        all.decoded({.part = {.skippedAttention = {1, 3}, .skippedMlp = {0, 1}}, .asked = {0, 1, 2, 3, 4}});
    const ScalarForward expected = scalarForward(*all.model, all.text, {1, 3}, {0, 1});
    for (std::size_t n = 0; n < expected.entering.size(); ++n)
        QVERIFY(worst(given.states[n], expected.entering[n]) < allowed);
    QVERIFY(given.states[1] == given.states[2]); // of layer 1 nothing is left
    QVERIFY(worst(given.logits, expected.logits) < allowed);
    QVERIFY(worst(given.logits, scalarLogits(*all.model, all.text)) > 0.05);
}

/// What EAGLE does with the target's head: here it is given what the final norm gives.
void TestCpuPassParts::theHeadReadsRawStates()
{
    const PartChecks all = checks();
    const Given whole = all.decoded({.asked = {4, HiddenStates::afterFinalNorm}});
    const PassPart head = {.firstLayer = 4, .hasFinalNorm = false};
    QVERIFY(all.decoded({.part = head, .input = whole.states[1]}).logits == whole.logits);
    QVERIFY(all.decoded({.part = head, .input = whole.states[0]}).logits != whole.logits);
}

void TestCpuPassParts::threadsDoNotMatter()
{
    const PartDecode part = {
        .part = {.firstLayer = 1, .endLayer = 3, .skippedAttention = {2}}, .asked = {1, 2, 3}, .rowsAtATime = 65};
    QVERIFY(checks(3).decoded(part) == checks(1).decoded(part));
}

void TestCpuPassParts::stagesAreOfThePart()
{
    const auto model = randomModel({.name = "small", .layers = 4});
    Rows rows{{{1, 0, 0, 0, {}, true}}, {{}}};
    const auto bytesOf = [&](PassStage stage) {
        return stageBytes(model->weights, model->config, rows, sizeof(float))[std::size_t(stage)];
    };
    const double qkv = bytesOf(PassStage::queriesKeysValues), down = bytesOf(PassStage::down);
    const double logits = bytesOf(PassStage::logits);
    rows.part = {.firstLayer = 1, .endLayer = 3, .skippedMlp = {2, 3}, .hasFinalNorm = false};
    QCOMPARE(bytesOf(PassStage::queriesKeysValues), qkv / 2);
    QCOMPARE(bytesOf(PassStage::down), down / 4);
    QCOMPARE(bytesOf(PassStage::logits), logits - model->config.hiddenSize * 4.0);
    const auto stages = passOf(model, 1)->timeStages(rows, 2);
    QCOMPARE(stages[std::size_t(PassStage::down)].bytes, down / 4);
}

void TestCpuPassParts::whatDoesNotFitIsSeen()
{
    const auto model = randomModel({.name = "small", .layers = 4});
    const ModelConfig& config = model->config;
    std::vector<float> states(std::size_t(config.hiddenSize));
    const auto fitsWith = [&](const auto& change) {
        Rows rows{{{1, 0, 0, 7, {}, true}}, {{}}};
        change(rows);
        return fits(rows, config, 8);
    };
    QVERIFY(fitsWith([](Rows&) {}));
    QVERIFY(!fitsWith([](Rows& rows) { rows.rows[0].slot = 8; }));
    QVERIFY(!fitsWith([&](Rows& rows) { rows.rows[0].position = config.contextLength; }));
    QVERIFY(!fitsWith([](Rows& rows) { rows.rows[0].token = noToken; }));
    QVERIFY(fitsWith([&](Rows& rows) {
        rows.rows[0].token = noToken;
        rows.inputStates = states;
    }));
    QVERIFY(!fitsWith([&](Rows& rows) { rows.inputStates = std::span(states).first(1); }));
    QVERIFY(fitsWith([](Rows& rows) { rows.part = {.firstLayer = 4}; }));
    QVERIFY(!fitsWith([](Rows& rows) { rows.part = {.firstLayer = 5}; }));
    QVERIFY(!fitsWith([](Rows& rows) { rows.part = {.firstLayer = 3, .endLayer = 2}; }));
    QVERIFY(!fitsWith([](Rows& rows) { rows.part = {.skippedMlp = {4}}; }));
    const auto asks = [&](int entering, const PassPart& part, std::size_t size) {
        return fitsWith([&](Rows& rows) {
            rows.part = part;
            rows.hiddenStates = {{entering, std::span(states).first(size)}};
        });
    };
    QVERIFY(asks(4, {}, states.size()) && asks(HiddenStates::afterFinalNorm, {}, states.size()));
    QVERIFY(!asks(5, {}, states.size()) && !asks(4, {}, states.size() - 1));
    QVERIFY(asks(2, {.endLayer = 2}, states.size()) && !asks(3, {.endLayer = 2}, states.size()));
    QVERIFY(!asks(0, {.firstLayer = 1}, states.size()));
    QVERIFY(!asks(HiddenStates::afterFinalNorm, {.hasFinalNorm = false}, states.size()));
}

/// A row of a part is another row than that of the whole pass, whichever came first.
void TestCpuPassParts::partsAreRememberedApart()
{
    const auto model = randomModel({.name = "small"});
    const auto logitsOf = [](ForwardPass& pass, bool skips) {
        Rows rows{{{1, 0, 0, 0, {}, true}}, {{}}};
        if (skips)
            rows.part.skippedMlp = {1};
        std::vector<float> logits(77);
        pass.run(rows, logits);
        return logits;
    };
    MemoisingBackend backend(makeCpuBackend(1));
    const auto remembering = backend.makePass(model, 8), direct = makeCpuBackend(1)->makePass(model, 8);
    const auto whole = logitsOf(**direct, false), part = logitsOf(**direct, true);
    QVERIFY(whole != part);
    for (int turn = 0; turn < 2; ++turn) {
        QVERIFY(logitsOf(**remembering, false) == whole);
        QVERIFY(logitsOf(**remembering, true) == part);
    }
}

DRAFTSCOPE_TEST(TestCpuPassParts)
#include "test_cpu_pass_parts.moc"

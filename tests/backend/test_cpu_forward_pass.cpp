// SPDX-License-Identifier: MIT
// The CPU forward pass computes what the textbook says, for every weight type, shape and SIMD target of this machine.
#include <QTest>

#include <malloc.h>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/kernels.h"
#include "tests/backend/decoding.h"
#include "tests/backend/random_model.h"
#include "tests/backend/scalar_forward.h"
#include "tests/backend/stage_check.h"
#include "tests/simd_target.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCpuForwardPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logitsMatchScalar_data();
    void logitsMatchScalar();
    void quantisedLogitsAreNearScalar_data();
    void quantisedLogitsAreNearScalar();
    void matricesAreArrangedOnce();
    void everyTargetMatchesScalar_data();
    void everyTargetMatchesScalar();
    void onlyWantedLogitsAreWritten();
    void backendNameSaysWhatRuns();
    void stagesAddUp();
    void aCancelledPassComputesNothing();
    void measuringEndsWithThePassAtHand();
    void thePlanIsWhatIsTaken();
    void keysAndValuesAreRoundedWhereTheirWeightsAre();
    void sharedMatricesAreCountedOnce();
};

namespace {

std::vector<Shape> shapes()
{
    std::vector<Shape> all;
    for (const auto& [name, type] :
         {std::pair("f32", WeightType::f32), {"f16", WeightType::f16}, {"bf16", WeightType::bf16}}) {
        all.push_back({.name = std::string(name) + ", odd sizes", .type = type});
        all.push_back({.name = std::string(name) + ", round sizes",
                       .type = type,
                       .hidden = 128,
                       .intermediate = 352,
                       .heads = 2,
                       .kvHeads = 2,
                       .headSize = 64,
                       .vocabulary = 256});
        all.push_back({.name = std::string(name) + ", untied, interleaved rope",
                       .type = type,
                       .tied = false,
                       .interleavedRope = true});
        all.push_back({.name = std::string(name) + ", unaligned",
                       .type = type,
                       .heads = 6,
                       .kvHeads = 3,
                       .headSize = 80,
                       .misalignment = 4});
    }
    all.push_back(shapeOfManyFamilies(WeightType::f32));
    all.push_back(shapeOfManyFamilies(WeightType::bf16));
    all.push_back({.name = "bf16, two bytes off", .type = WeightType::bf16, .misalignment = 2});
    return all;
}

} // namespace

void TestCpuForwardPass::logitsMatchScalar_data()
{
    QTest::addColumn<Shape>("shape");
    for (const Shape& shape : shapes())
        QTest::addRow("%s", shape.name.c_str()) << shape;
}

void TestCpuForwardPass::logitsMatchScalar()
{
    QFETCH(Shape, shape);
    const auto model = randomModel(shape);
    const std::vector<TokenId> text = someText(40, shape.vocabulary);
    const auto pass = passOf(model, 2);
    const Logits logits = decode(*pass, text, 7, slotsInOrder(40));
    QCOMPARE(logits.size(), text.size());
    const double difference = worst(logits, scalarLogits(*model, text));
    QVERIFY2(difference < f32Tolerance, qPrintable(QString("differs by %1 of the largest logit").arg(difference)));
}

void TestCpuForwardPass::quantisedLogitsAreNearScalar_data()
{
    QTest::addColumn<int>("type");
    for (const WeightType type : quantisedTypes)
        QTest::newRow(nameOf(type).data()) << int(type);
}

/// Activations are rounded to 8 bits in front of each product, keys and values to f16; the product's own bound is in
/// test_quantised_product. Those that stay f32 come as near as they do where weights are f32.
void TestCpuForwardPass::quantisedLogitsAreNearScalar()
{
    QFETCH(int, type);
    Shape shape = quantisedShape(WeightType(type));
    shape.tied = type % 2 == 0;
    shape.misalignment = 2;
    const auto model = randomModel(shape);
    const std::vector<TokenId> text = someText(12, shape.vocabulary);
    const auto scalar = scalarLogits(*model, text);
    const double rounded = worst(decode(*passOf(model, 2), text, 5, slotsInOrder(12)), scalar);
    QVERIFY2(rounded < 0.03 && rounded > 1e-4, qPrintable(QString::number(rounded)));
    const auto exact = passOf(model, 2, 256, Arithmetic::f32);
    const Logits logits = decode(*exact, text, 5, slotsInOrder(12));
    QVERIFY2(worst(logits, scalar) < f32Tolerance, qPrintable(QString::number(worst(logits, scalar))));
    QVERIFY(decode(*exact, text, 1, slotsInOrder(12)) == logits);
    QVERIFY(QString::fromStdString(passOf(model, 2)->backendName()).contains(" INT8 · "));
    QVERIFY(!QString::fromStdString(exact->backendName()).contains("INT8"));
}

/// A model of mixed types whose head is its embedding: passes share its panels, which stay for as long as it does, and
/// a plan counts them until they are there.
void TestCpuForwardPass::matricesAreArrangedOnce()
{
    Model mixed = *randomModel(quantisedShape(WeightType::q4_1));
    const auto other = randomModel(quantisedShape(WeightType::q8_0), 2);
    mixed.weights.embedding = other->weights.embedding;
    const auto f32 = randomModel(quantisedShape(WeightType::f32), 3);
    mixed.weights.layers[1].down = f32->weights.layers[1].down;
    mixed.weights.head = mixed.weights.embedding;
    mixed.weights.storage.push_back(other);
    mixed.weights.storage.push_back(f32);
    const auto model = std::make_shared<const Model>(mixed);

    const auto backend = makeCpuBackend(1);
    const PlannedPass planned{model, 64};
    const std::size_t embedding = mixed.weights.embedding.bytes();
    const std::size_t headPanels = embedding / 77 * 80; // whole panels
    const std::size_t layers = mixed.weights.bytesPerPass() - embedding - 5 * 256 * sizeof(float);
    QCOMPARE(backend->plan({&planned, 1})->weights, embedding + headPanels + layers);
    QCOMPARE(backend->plan({&planned, 1})->present, 0u);
    auto first = backend->makePass(model, 64);
    QVERIFY(first.has_value());
    QCOMPARE(backend->plan({&planned, 1})->weights, embedding);
    QCOMPARE(backend->plan({&planned, 1})->present, headPanels + layers);
    QVERIFY(backend->plan({&planned, 1})->summary().find(" more of ") != std::string::npos);
    auto second = backend->makePass(model, 64);
    const std::vector<TokenId> text = someText(9, 77);
    QVERIFY(decode(**first, text, 4, slotsInOrder(9)) == decode(**second, text, 1, slotsInOrder(9)));
    QVERIFY(worst(decode(**first, text, 9, slotsInOrder(9)), scalarLogits(*model, text)) < 0.03);
    first->reset();
    second->reset();
    QCOMPARE(backend->plan({&planned, 1})->weights, embedding); // the next session finds them

    std::atomic<bool> cancelled = true;
    Progress progress;
    progress.cancelled = &cancelled;
    const auto another = randomModel(quantisedShape(WeightType::q4_1), 5); // not arranged yet
    const auto stopped = backend->makePass(another, 64, progress);
    QCOMPARE(stopped.error().sentence, std::string("Arranging the weights of Q4_1 was cancelled."));
    const PlannedPass anew{another, 64};
    QCOMPARE(backend->plan({&anew, 1})->present, 0u); // nothing is left of what was cancelled
    cancelled = false;
    QVERIFY(backend->makePass(another, 64, progress).has_value());
}

void TestCpuForwardPass::everyTargetMatchesScalar_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<Shape>("shape");
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
        for (const Shape& shape : shapes())
            QTest::addRow("%s: %s", hwy::TargetName(target), shape.name.c_str()) << qint64(target) << shape;
}

void TestCpuForwardPass::everyTargetMatchesScalar()
{
    QFETCH(qint64, target);
    QFETCH(Shape, shape);
    useSimdTarget(target);
    QCOMPARE(cpuTargetName(), std::string(hwy::TargetName(target)));

    const auto model = randomModel(shape);
    const std::vector<TokenId> text = someText(20, shape.vocabulary);
    const auto pass = passOf(model, 2);
    const Logits inSevens = decode(*pass, text, 7, slotsInOrder(20));
    const Logits oneByOne = decode(*pass, text, 1, slotsInOrder(20));

    useBestSimdTarget();
    const double difference = worst(inSevens, scalarLogits(*model, text));
    QVERIFY2(difference < f32Tolerance, qPrintable(QString("differs by %1 of the largest logit").arg(difference)));
    QVERIFY(inSevens == oneByOne);
}

void TestCpuForwardPass::onlyWantedLogitsAreWritten()
{
    const auto model = randomModel({.name = "small"});
    const auto pass = passOf(model, 2);
    const std::vector<int> slots = slotsInOrder(5);
    Rows rows{{}, {{}}};
    const std::vector<TokenId> text = someText(5, 77);
    for (std::size_t i = 0; i < 5; ++i)
        rows.rows.push_back({text[i], int(i), 0, slots[i], std::span(slots).first(i), i == 1 || i == 4});

    std::vector<float> logits(2 * 77 + 1, -123.0f);
    pass->run(rows, logits);
    const Logits all = decode(*passOf(model, 1), text, 5, slots);
    QVERIFY(std::equal(all[1].begin(), all[1].end(), logits.begin()));
    QVERIFY(std::equal(all[4].begin(), all[4].end(), logits.begin() + 77));
    QCOMPARE(logits.back(), -123.0f);
}

void TestCpuForwardPass::stagesAddUp()
{
    const auto model = randomModel({.name = "small"}, 3);
    checkStages(*passOf(model, 2), *model, sizeof(float));
    if (arithmeticNamed("bf16")) {
        const auto ofBf16 = randomModel({.name = "small", .type = WeightType::bf16}, 3);
        checkStages(*passOf(ofBf16, 2, 256, Arithmetic::bf16), *ofBf16, sizeof(std::uint16_t));
    }

    const auto backend = makeCpuBackend(1);
    const auto times = timeStages(*backend, model, tokensToMeasure(70, model->config.vocabularySize), 4, 3);
    QVERIFY(times.has_value());
    QCOMPARE(times->rows, 4);
    QCOMPARE(times->context, 70);
    QVERIFY(times->bandwidth > 0 && times->milliseconds() > 0);
    std::atomic<bool> cancelled = true;
    Progress progress;
    progress.cancelled = &cancelled;
    const auto stopped = timeStages(*backend, model, tokensToMeasure(70, model->config.vocabularySize), 4, 3, progress);
    QCOMPARE(stopped.error().sentence, std::string("Measuring the stages was cancelled."));
}

void TestCpuForwardPass::aCancelledPassComputesNothing()
{
    const auto model = randomModel({.name = "small"}, 3);
    const std::vector<int> slots = slotsInOrder(2);
    const auto pass = passOf(model, 2);
    std::vector<float> expected(77), logits(77);
    const auto row = [&](TokenId token, int position, bool wantLogits) {
        return Rows{{{token, position, 0, position, std::span(slots).first(std::size_t(position)), wantLogits}}, {{}}};
    };
    pass->run(row(5, 0, false), {});
    pass->run(row(6, 1, true), expected);

    std::atomic<bool> cancelled = true;
    Rows other = row(9, 0, true);
    other.cancelled = &cancelled;
    logits.assign(77, -123.0f);
    QVERIFY_EXCEPTION_THROWN(pass->run(other, logits), Cancelled);
    QCOMPARE(logits, std::vector<float>(77, -123.0f));
    pass->run(row(6, 1, true), logits); // behind token 5 as before
    QCOMPARE(logits, expected);
}

/// The number of turns is more than anybody could wait for, so that this ends only because it is cancelled.
void TestCpuForwardPass::measuringEndsWithThePassAtHand()
{
    const auto model = randomModel({.name = "small"}, 3);
    const auto pass = passOf(model, 1);
    std::atomic<bool> cancelled = false;
    int reports = 0;
    Progress progress;
    progress.cancelled = &cancelled;
    progress.report = [&](double, std::string_view) { cancelled = ++reports == 3; };
    QVERIFY_EXCEPTION_THROWN((void)timeRows(*pass, {1, 2, 4}, 8, 1'000'000'000, progress), Cancelled);
    QCOMPARE(reports, 3);

    Progress stages;
    stages.cancelled = &cancelled;
    for (const std::string_view words : {"Reading the text to measure after it", "Measuring the stages of a pass"}) {
        cancelled = false;
        stages.report = [&](double, std::string_view what) { cancelled = what == words; };
        const auto stopped = timeStages(*makeCpuBackend(1), model, tokensToMeasure(70, model->config.vocabularySize), 4,
                                        1'000'000'000, stages);
        QCOMPARE(stopped.error().sentence, std::string("Measuring the stages was cancelled."));
    }
    QVERIFY_EXCEPTION_THROWN((void)makeCpuBackend(1)->measureBandwidth(stages), Cancelled);
}

void TestCpuForwardPass::backendNameSaysWhatRuns()
{
    const auto model = randomModel({.name = "small"});
    QVERIFY(QString::fromStdString(passOf(model, 2)->backendName()).endsWith(" · 2 threads"));
    QVERIFY(QString::fromStdString(passOf(model, 1)->backendName()).endsWith(" · 1 thread"));
    QVERIFY(!cpuTargetName().empty());
}

/// Panels, caches and buffers as the heap grows by them, once 65 rows with a path of all slots have been through.
void TestCpuForwardPass::thePlanIsWhatIsTaken()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("A sanitizer's heap does not say what it has given.");
#else
    constexpr int slots = 8192, rows = maxRowsPerPass;
    const auto model = randomModel({.name = "small",
                                    .type = WeightType::bf16,
                                    .hidden = 512,
                                    .intermediate = 3000,
                                    .layers = 3,
                                    .heads = 8,
                                    .kvHeads = 4,
                                    .headSize = 64,
                                    .context = slots});
    const auto backend = makeCpuBackend(2);
    const PlannedPass wanted{model, slots};
    const auto plan = backend->plan({&wanted, 1});
    QVERIFY(plan.has_value());
    QCOMPARE(plan->needed, plan->weights + plan->cache + plan->buffers);
    QVERIFY(plan->fits() && plan->device.empty() && plan->free <= plan->total);

    const auto heap = [] {
        const auto info = mallinfo2();
        return info.uordblks + info.hblkhd;
    };
    std::vector<float> logits(rows * 77);
    const std::vector<TokenId> text = someText(rows, 77);
    const std::vector<int> order = slotsInOrder(slots);
    Rows last{{}, {std::span(order).first(slots - rows)}};
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t at = std::size_t(slots - rows) + i;
        last.rows.push_back({text[i], int(at), 0, int(at), std::span(order).subspan(at - i, i), true});
    }
    const std::size_t before = heap();
    const auto pass = backend->makePass(model, slots);
    QVERIFY(pass.has_value());
    (*pass)->run(last, logits);
    // Of the weights the embedding has its memory already.
    const double taken = double(heap() - before), planned = double(plan->needed - model->weights.embedding.bytes());
    // Paths (an integer a row and slot, in vectors that may have grown to twice their size) and alignment come on top.
    const double rest = 2 * rows * (slots + 64) * sizeof(int) + 100'000;
    QVERIFY2(taken >= planned && taken <= planned + rest, qPrintable(QString("%1 of %2").arg(taken).arg(planned)));
#endif
}

/// What a cache takes says of what type it is. Where keys or values of one layer meet other activations than the rest
/// do, all are f32.
void TestCpuForwardPass::keysAndValuesAreRoundedWhereTheirWeightsAre()
{
    const Shape shape = quantisedShape(WeightType::q8_0);
    const auto ofType = [&](WeightType type) {
        Shape other = shape;
        other.type = type;
        return randomModel(other);
    };
    const auto withLastV = [](const std::shared_ptr<const Model>& model, const std::shared_ptr<const Model>& other) {
        const auto mixed = std::make_shared<Model>(*model);
        mixed->weights.layers.back().v = other->weights.layers.back().v;
        mixed->weights.storage.push_back(other);
        return mixed;
    };
    const auto ofF32 = ofType(WeightType::f32), ofBf16 = ofType(WeightType::bf16), ofQ8 = randomModel(shape);
    const auto someQ4 = withLastV(ofQ8, ofType(WeightType::q4_1)), someF32 = withLastV(ofQ8, ofF32),
               bf16AndF32 = withLastV(ofBf16, ofF32), bf16AndQ8 = withLastV(ofBf16, ofQ8);
    constexpr int slots = 64;
    const auto elements =
        std::size_t(2 * shape.layers * shape.kvHeads * slots * cpu::paddedTo(cpu::headMultiple, shape.headSize));
    const auto elementSizeOf = [&](const std::shared_ptr<const Model>& model, Arithmetic arithmetic) {
        const PlannedPass pass{model, slots};
        return double(makeCpuBackend(1, arithmetic)->plan({&pass, 1})->cache) / double(elements);
    };
    for (const auto& model : {ofQ8, std::shared_ptr<const Model>(someQ4)}) {
        QCOMPARE(elementSizeOf(model, Arithmetic::int8), cpu::convertsFloat16() ? 2.0 : 4.0);
        QCOMPARE(elementSizeOf(model, Arithmetic::f32), 4.0);
    }
    QCOMPARE(elementSizeOf(someF32, Arithmetic::int8), 4.0);
    QCOMPARE(elementSizeOf(ofBf16, Arithmetic::int8), 4.0);

    const auto text = someText(20, shape.vocabulary);
    const auto rowsAgree = [&](const std::shared_ptr<const Model>& model, Arithmetic arithmetic) {
        const auto logits = [&](int rows) {
            return decode(*passOf(model, 2, slots, arithmetic), text, rows, slotsInOrder(20));
        };
        return logits(7) == logits(1);
    };
    for (const auto& model : {someQ4, someF32})
        QVERIFY(rowsAgree(model, Arithmetic::int8));

    if (const auto bf16 = arithmeticNamed("bf16"); !bf16)
        QSKIP(bf16.error().sentence.c_str());
    QCOMPARE(elementSizeOf(ofBf16, Arithmetic::bf16), 2.0);
    QCOMPARE(elementSizeOf(ofBf16, Arithmetic::f32), 4.0);
    QCOMPARE(elementSizeOf(ofQ8, Arithmetic::bf16), 2.0);
    for (const auto& model : {bf16AndF32, bf16AndQ8}) {
        QCOMPARE(elementSizeOf(model, Arithmetic::bf16), 4.0);
        QVERIFY(rowsAgree(model, Arithmetic::bf16));
    }
    QCOMPARE(elementSizeOf(ofF32, Arithmetic::bf16), 4.0);
}

void TestCpuForwardPass::sharedMatricesAreCountedOnce()
{
    const auto backend = makeCpuBackend(1);
    const auto tied = randomModel({.name = "tied"}, 1), untied = randomModel({.name = "untied", .tied = false}, 1);
    const auto weightsOf = [&](const std::vector<PlannedPass>& passes) { return backend->plan(passes)->weights; };
    QCOMPARE(weightsOf({{untied, 8}}),
             weightsOf({{tied, 8}})); // of either the head is in panels, and the embedding beside it
    QCOMPARE(weightsOf({{tied, 8}, {tied, 8}}), weightsOf({{tied, 8}}));
    QCOMPARE(weightsOf({{tied, 8}, {untied, 8}}), weightsOf({{tied, 8}}) + weightsOf({{untied, 8}}));
    const std::vector<PlannedPass> pair = {{tied, 8}, {untied, 8}}, itself = {{tied, 8}, {tied, 8}};
    QVERIFY(backend->plan(pair)->summary().starts_with("tied and untied need "));
    QVERIFY(backend->plan(itself)->summary().starts_with("tied needs "));
}

DRAFTSCOPE_TEST(TestCpuForwardPass)
#include "test_cpu_forward_pass.moc"

// SPDX-License-Identifier: MIT
// Quantised weights, computed from as they are: what they give, for every type, and what memory they take.
#include <QTest>

#include "engine/model/pass_stages.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaQuantised : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void eachTypeMatchesItsNumbers_data();
    void eachTypeMatchesItsNumbers();
    void manyRowsHaveTheBitsOfFew();
    void mixedTypesMatchTheirNumbers();
    void weightsStaySmall();
    void stagesCountWhatTheDeviceReads();
};

void TestCudaQuantised::eachTypeMatchesItsNumbers_data()
{
    QTest::addColumn<int>("type");
    for (const WeightType type : quantisedTypes)
        QTest::newRow(std::string(nameOf(type)).c_str()) << int(type);
}

/// Row by row and behind a prompt; in the tolerance of bf16, which activations are rounded to.
void TestCudaQuantised::eachTypeMatchesItsNumbers()
{
    QFETCH(int, type);
    const Shape shape = quantisedShape(WeightType(type));
    const auto model = randomModel(shape);
    const auto expected = inFloats(*model);
    constexpr int length = 68; // of a prompt that is read at once
    const std::vector<TokenId> text = someText(length, shape.vocabulary);
    const auto slots = slotsInOrder(length);
    const auto backend = cudaBackend();
    const auto pass = cudaPass(*backend, model);
    QVERIFY(pass->backendName().ends_with(" · bf16"));
    const Logits logits = decode(*passOf(expected, 2), text, 14, slots);
    const std::vector<TokenId> some(text.begin(), text.begin() + 28);
    const double difference = worst(decode(*pass, some, 14, slots), {logits.begin(), logits.begin() + 28});
    const double behind = worst(behindPrompt(*cudaPass(*backend, model), text), {logits.back()});
    qInfo("differs by %g of the largest logit, behind a prompt by %g", difference, behind);
    QVERIFY(difference < tolerance(WeightType::bf16) && behind < tolerance(WeightType::bf16));
    const std::vector<TokenId> few(text.begin(), text.begin() + 12);
    QVERIFY(decode(*pass, few, 1, slots) == decode(*pass, few, 12, slots));
}

/// Up to 64 rows of a pass are products of up to eight row tiles: each row has the bits that it has among few. Sizes
/// that fill no record, biases and interleaved rotary pairs.
void TestCudaQuantised::manyRowsHaveTheBitsOfFew()
{
    for (const WeightType type : {WeightType::q4_1, WeightType::q8_0}) {
        const auto model = randomModel({.name = "odd",
                                        .type = type,
                                        .hidden = 96,
                                        .intermediate = 160,
                                        .heads = 4,
                                        .headSize = 40,
                                        .interleavedRope = true,
                                        .biases = true});
        const std::vector<TokenId> text = someText(66, model->config.vocabularySize);
        const auto slots = slotsInOrder(int(text.size()));
        const Logits logits = decode(*passOf(inFloats(*model), 2), text, 14, slots);
        const auto backend = cudaBackend();
        const auto pass = cudaPass(*backend, model);
        const Logits few = decode(*pass, text, 6, slots);
        const double difference = worst(few, logits);
        const double behind = worst(behindPrompt(*cudaPass(*backend, model), text), {logits.back()});
        qInfo("differs by %g of the largest logit, behind a prompt by %g", difference, behind);
        QVERIFY(difference < tolerance(WeightType::bf16) && behind < tolerance(WeightType::bf16));
        for (const int rows : {11, 20, 40, 64})
            QVERIFY2(decode(*pass, text, rows, slots) == few, qPrintable(QString::number(rows)));
    }
}

/// Of each matrix another type, some of which lie in one piece of memory otherwise, and gate and up even in one tile.
void TestCudaQuantised::mixedTypesMatchTheirNumbers()
{
    const auto shapeOf = [](WeightType type) {
        Shape shape = quantisedShape(type);
        shape.biases = true;
        return shape;
    };
    Model mixed = *randomModel(shapeOf(WeightType::q4_k));
    const auto mixIn = [&](WeightType type, std::initializer_list<MatrixView LayerWeights::*> matrices) {
        const auto other = randomModel(shapeOf(type), 2);
        for (const auto matrix : matrices)
            mixed.weights.layers[1].*matrix = other->weights.layers[1].*matrix;
        mixed.weights.storage.push_back(other);
    };
    mixIn(WeightType::q6_k, {&LayerWeights::v, &LayerWeights::down});
    mixIn(WeightType::q4_0, {&LayerWeights::k});
    mixIn(WeightType::q8_0, {&LayerWeights::gate});
    mixIn(WeightType::f16, {&LayerWeights::o});
    for (LayerWeights& layer : mixed.weights.layers)
        layer.queryNorm = layer.keyNorm = std::vector<float>(32, 0.75f);
    for (const bool hasHeadNorms : {false, true}) {
        auto model = std::make_shared<Model>(mixed);
        model->config.hasQueryKeyNorm = hasHeadNorms;
        for (LayerWeights& layer : model->weights.layers)
            if (!hasHeadNorms)
                layer.queryNorm = layer.keyNorm = {};
        constexpr int length = 70;
        const std::vector<TokenId> text = someText(length, 77);
        const auto slots = slotsInOrder(length);
        const auto backend = cudaBackend();
        const Logits logits = decode(*passOf(inFloats(*model), 2), text, 14, slots);
        const double difference = worst(decode(*cudaPass(*backend, model), text, 14, slots), logits);
        const double behind = worst(behindPrompt(*cudaPass(*backend, model), text), {logits.back()});
        qInfo("differs by %g of the largest logit, behind a prompt by %g", difference, behind);
        QVERIFY(difference < tolerance(WeightType::bf16) && behind < tolerance(WeightType::bf16));
    }
}

/// They take about the bytes of the file, and the plan says so.
void TestCudaQuantised::weightsStaySmall()
{
    const auto bytes = [](WeightType type) {
        Shape shape = quantisedShape(type);
        shape.vocabulary = 1024;
        const auto model = randomModel(shape);
        std::size_t file = 0;
        for (const MatrixView* const matrix : model->weights.matrices())
            file += matrix->bytes();
        const PlannedPass planned{model, 10};
        const auto plan = cudaBackend()->plan({&planned, 1});
        return plan ? double(plan->weights) / double(file) : 0.0;
    };
    for (const WeightType type : {WeightType::q4_0, WeightType::q4_1, WeightType::q4_k, WeightType::q8_0})
        QVERIFY2(bytes(type) > 0.95 && bytes(type) < 1.15, qPrintable(QString::number(bytes(type))));
    for (const WeightType type : {WeightType::q5_0, WeightType::q5_1, WeightType::q5_k, WeightType::q6_k}) // 9 bits
        QVERIFY2(bytes(type) > 1.3 && bytes(type) < 1.7, qPrintable(QString::number(bytes(type))));
}

/// Not what the file has: the whole numbers of types with 5 and 6 bits take a byte each, and a gate that is not of the
/// type of the rows beside it is expanded.
void TestCudaQuantised::stagesCountWhatTheDeviceReads()
{
    const auto stageBytesOf = [](const std::shared_ptr<const Model>& model, PassStage stage) {
        const auto backend = cudaBackend();
        const Rows rows{{{1, 0, 0, 0, {}, true}}, {{}}};
        return cudaPass(*backend, model)->timeStages(rows, 1)[std::size_t(stage)].bytes;
    };
    const auto perWeight = [](WeightType type) {
        switch (type) {
        case WeightType::q4_0:
        case WeightType::q4_1:
        case WeightType::q4_k:
            return 0.625; // 4 bits, and two halves for 32 of them
        default:
            return 1.125;
        }
    };
    for (const WeightType type : quantisedTypes) {
        const Shape shape = quantisedShape(type);
        const double weights = double(shape.layers) * shape.hidden * shape.intermediate;
        QCOMPARE(stageBytesOf(randomModel(shape), PassStage::down), weights * perWeight(type));
    }
    auto mixed = std::make_shared<Model>(*randomModel(quantisedShape(WeightType::q4_k)));
    const auto other = randomModel(quantisedShape(WeightType::q8_0));
    for (std::size_t i = 0; i < 2; ++i)
        mixed->weights.layers[i].gate = other->weights.layers[i].gate;
    mixed->weights.storage.push_back(other);
    const double norms = 2 * 256 * sizeof(float);
    QCOMPARE(stageBytesOf(mixed, PassStage::gateUp), 2 * (2.0 * 256 * 256 * sizeof(std::uint16_t)) + norms);
}

DRAFTSCOPE_TEST(TestCudaQuantised)
#include "test_cuda_quantised.moc"

// SPDX-License-Identifier: MIT
// The CUDA forward pass computes what the CPU's does, for every weight type and many shapes.
#include <QTest>

#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "engine/catalogue/embedded.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/stage_check.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaForwardPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void logitsMatchTheCpu_data();
    void logitsMatchTheCpu();
    void familiesMatchTheCpu_data();
    void familiesMatchTheCpu();
    void embeddedModelsMatchTheCpu_data();
    void embeddedModelsMatchTheCpu();
    void normsOfAnySizeFitIn16Bits_data();
    void normsOfAnySizeFitIn16Bits();
    void mixedTypesBecomeFloats();
    void onlyWantedLogitsAreWritten();
    void nameSaysWhatRuns();
    void stagesAddUp();
    void unknownShapesAreRefused();
    void frequenciesOfEachLengthAreRefused();
    void eachOptionMatchesTheCpu_data();
    void eachOptionMatchesTheCpu();
};

namespace {

std::vector<Shape> shapes()
{
    std::vector<Shape> all;
    for (const auto& [name, type] :
         {std::pair("f32", WeightType::f32), {"f16", WeightType::f16}, {"bf16", WeightType::bf16}}) {
        const auto named = [n = std::string(name)](const char* what) { return n + ", " + what; };
        all.push_back({.name = named("small"), .type = type});
        all.push_back({.name = named("odd sizes"),
                       .type = type,
                       .hidden = 40,
                       .intermediate = 52,
                       .layers = 3,
                       .heads = 6,
                       .kvHeads = 3,
                       .headSize = 10,
                       .vocabulary = 37});
        all.push_back({.name = named("round sizes"),
                       .type = type,
                       .hidden = 128,
                       .intermediate = 352,
                       .heads = 2,
                       .kvHeads = 2,
                       .headSize = 64,
                       .vocabulary = 256});
        all.push_back(
            {.name = named("untied, interleaved rope"), .type = type, .tied = false, .interleavedRope = true});
        all.push_back(
            {.name = named("large heads"), .type = type, .heads = 3, .kvHeads = 1, .headSize = 80, .misalignment = 4});
        all.push_back(
            {.name = named("the largest heads"), .type = type, .layers = 1, .heads = 2, .kvHeads = 1, .headSize = 256});
        all.push_back(shapeOfManyFamilies(type));
        all.back().name = named("of many families");
        all.push_back({.name = named("large heads with norms"),
                       .type = type,
                       .heads = 3,
                       .kvHeads = 1,
                       .headSize = 80,
                       .interleavedRope = true,
                       .biases = true,
                       .headNorms = true});
        all.push_back(gemmaShape(type));
        all.back().name = named("Gemma");
        all.push_back(gpt2Shape(type));
        all.back().name = named("GPT-2");
        all.push_back({.name = named("a window that begins in another split"), .type = type, .window = 37});
    }
    all.push_back({.name = "f32, grown by rotation", .ropeAttentionFactor = 1.2});
    all.push_back({.name = "f32, a window as long as the run", .window = 256});
    return all;
}

} // namespace

void TestCudaForwardPass::logitsMatchTheCpu_data()
{
    QTest::addColumn<Shape>("shape");
    for (const Shape& shape : shapes())
        QTest::addRow("%s", shape.name.c_str()) << shape;
}

void TestCudaForwardPass::logitsMatchTheCpu()
{
    QFETCH(Shape, shape);
    const auto model = randomModel(shape);
    constexpr int length = 70; // a chunk of attention and a bit more than a split
    const std::vector<TokenId> text = someText(length, shape.vocabulary);
    const Logits logits = decode(*cudaPass(*cudaBackend(), model), text, 14, slotsInOrder(length));
    const double difference = worst(logits, decode(*passOf(model, 2), text, 14, slotsInOrder(length)));
    qInfo("differs by %g of the largest logit", difference);
    QVERIFY2(difference < tolerance(shape.type),
             qPrintable(QString("differs by %1 of the largest logit").arg(difference)));
    QVERIFY(shape.type == WeightType::f32 || difference > 1e-6); // it was in 16 bits
}

void TestCudaForwardPass::familiesMatchTheCpu_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"llama", "mistral", "qwen2", "qwen2-windows", "qwen3", "qwen3-windows", "smollm3", "phi3",
                             "phi3-longrope", "gemma2", "gemma2-scalar", "gemma3", "gpt2"})
        QTest::newRow(name) << QString(name);
}

/// The small random model of each family, row by row and behind a prompt that was read at once.
void TestCudaForwardPass::familiesMatchTheCpu()
{
    QFETCH(QString, name);
    const auto loaded =
        loadModel(std::filesystem::path(DRAFTSCOPE_SOURCE_DIR "/tests/golden/families") / name.toStdString());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().sentence.c_str());
    const auto model = inFloats(**loaded);
    const int length = std::min(80, model->config.contextLength - 1);
    const std::vector<TokenId> text = someText(length, model->config.vocabularySize);
    const auto slots = slotsInOrder(length);
    const auto backend = cudaBackend();
    const Logits expected = decode(*passOf(model, 2), text, 14, slots);
    const double difference = worst(decode(*cudaPass(*backend, model), text, 14, slots), expected);
    const double differenceBehind = worst(behindPrompt(*cudaPass(*backend, model), text), {expected.back()});
    qInfo("differs by %g of the largest logit, behind a prompt by %g", difference, differenceBehind);
    QVERIFY(difference < tolerance(WeightType::f32) && differenceBehind < tolerance(WeightType::f32));
}

void TestCudaForwardPass::embeddedModelsMatchTheCpu_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"tales-0.3m", "tales-0.8m", "tales-6m"})
        QTest::newRow(name) << QString(name);
}

void TestCudaForwardPass::embeddedModelsMatchTheCpu()
{
    QFETCH(QString, name);
    const auto embedded = embeddedModels();
    if (!embedded || !embedded->find(name.toStdString()))
        QSKIP("The embedded models are not there.");
    const auto model = loadModel(embedded->find(name.toStdString())->directory);
    QVERIFY(model.has_value());
    const auto text = (*model)->tokenizer->encode("Once upon a time there was a little dog who");
    QVERIFY(text.has_value());
    std::vector<TokenId> tokens = {(*model)->tokenizer->bos()};
    tokens.insert(tokens.end(), text->begin(), text->end());
    const auto slots = slotsInOrder(int(tokens.size()));
    const Logits logits = decode(*cudaPass(*cudaBackend(), *model), tokens, 8, slots);
    const Logits expected = decode(*passOf(*model, 2), tokens, 8, slots);
    const double difference = worst(logits, expected);
    qInfo("differs by %g of the largest logit", difference);
    QVERIFY2(difference < 2e-2, qPrintable(QString("differs by %1 of the largest logit").arg(difference)));
    // A trained model is sure enough of most tokens that rounding does not change the likeliest one.
    int same = 0;
    for (std::size_t i = 0; i < logits.size(); ++i)
        same += std::max_element(logits[i].begin(), logits[i].end()) - logits[i].begin()
            == std::max_element(expected[i].begin(), expected[i].end()) - expected[i].begin();
    QVERIFY2(same + 1 >= int(logits.size()), qPrintable(QString("%1 of %2").arg(same).arg(logits.size())));
}

void TestCudaForwardPass::normsOfAnySizeFitIn16Bits_data()
{
    QTest::addColumn<float>("factor");
    QTest::newRow("stream times weights is more than f16 has") << 1e5f;
    QTest::newRow("stream times weights is less than f16 has") << 1e-7f;
    QTest::newRow("zero") << 0.0f;
    QTest::newRow("as they are") << 1.0f;
}

void TestCudaForwardPass::normsOfAnySizeFitIn16Bits()
{
    QFETCH(float, factor);
    const auto model = std::make_shared<Model>(*randomModel({.name = "f16", .type = WeightType::f16}));
    for (float& weight : model->weights.finalNorm)
        weight *= factor;
    const std::vector<float> others = {0.5f, 2, 0.25f, 1}; // each norm has a power of two of its own
    std::size_t n = 0;
    for (LayerWeights& layer : model->weights.layers)
        for (std::vector<float>* norm : {&layer.inputNorm, &layer.postAttentionNorm}) {
            for (float& weight : *norm)
                weight *= others[n];
            ++n;
        }
    QCOMPARE(n, others.size());
    constexpr int length = 80;
    const std::vector<TokenId> text = someText(length, 77);
    const auto slots = slotsInOrder(length);
    Rows prompt{{}, {{}}, true};
    for (int i = 0; i < length; ++i)
        prompt.rows.push_back({text[std::size_t(i)], i, 0, i, std::span(slots).first(std::size_t(i)), false});
    const Rows last{{{text[5], length, 0, length, {}, true}}, {slots}};
    const auto decodeOn = [&](ForwardPass& pass, bool wholePrompt) { // the last row sees keys and values of all others
        if (wholePrompt) {
            pass.run(prompt, {});
            return run(pass, last);
        }
        Logits logits = decode(pass, text, 14, slots);
        logits.push_back(run(pass, last)[0]);
        return logits;
    };
    const auto backend = cudaBackend();
    const Logits logits = decodeOn(*cudaPass(*backend, model), false), expected = decodeOn(*passOf(model, 2), false);
    const Logits behindPrompt = decodeOn(*cudaPass(*backend, model), true);
    QVERIFY2(worst(behindPrompt, {expected.back()}) < tolerance(WeightType::f16) || factor == 0,
             qPrintable(QString("behind a prompt %1").arg(worst(behindPrompt, {expected.back()}))));
    if (factor == 0)
        QVERIFY(logits == expected);
    else
        QVERIFY2(worst(logits, expected) < tolerance(WeightType::f16),
                 qPrintable(QString("differs by %1 of the largest logit").arg(worst(logits, expected))));
}

void TestCudaForwardPass::mixedTypesBecomeFloats()
{
    Model mixed = *randomModel({.name = "mixed", .type = WeightType::f16});
    const auto other = randomModel({.name = "bf16", .type = WeightType::bf16}, 2);
    mixed.weights.layers[1] = other->weights.layers[1];
    const auto model = std::make_shared<const Model>(std::move(mixed));
    const std::vector<TokenId> text = someText(20, 77);
    const auto pass = cudaPass(*cudaBackend(), model);
    QVERIFY(pass->backendName().ends_with(" · f32"));
    const double difference =
        worst(decode(*pass, text, 7, slotsInOrder(20)), decode(*passOf(model, 2), text, 7, slotsInOrder(20)));
    QVERIFY2(difference < tolerance(WeightType::f32), qPrintable(QString::number(difference)));
}

void TestCudaForwardPass::onlyWantedLogitsAreWritten()
{
    const auto model = randomModel({.name = "small", .type = WeightType::bf16});
    const auto backend = cudaBackend();
    const std::vector<int> slots = slotsInOrder(5);
    Rows rows{{}, {{}}};
    const std::vector<TokenId> text = someText(5, 77);
    for (std::size_t i = 0; i < 5; ++i)
        rows.rows.push_back({text[i], int(i), 0, slots[i], std::span(slots).first(i), i == 1 || i == 4});
    std::vector<float> logits(2 * 77 + 1, -123.0f);
    cudaPass(*backend, model)->run(rows, logits);
    const Logits all = decode(*cudaPass(*backend, model), text, 5, slots);
    QVERIFY(std::equal(all[1].begin(), all[1].end(), logits.begin()));
    QVERIFY(std::equal(all[4].begin(), all[4].end(), logits.begin() + 77));
    QCOMPARE(logits.back(), -123.0f);
}

void TestCudaForwardPass::stagesAddUp()
{
    const auto backend = cudaBackend();
    for (const WeightType type : {WeightType::bf16, WeightType::f32}) {
        const auto model = randomModel({.name = "small", .type = type}, 3);
        checkStages(*cudaPass(*backend, model), *model, bytesPer(type));
    }
    const auto model = randomModel({.name = "small"}, 3);
    const auto times = timeStages(*backend, model, tokensToMeasure(70, model->config.vocabularySize), 4, 2);
    QVERIFY(times.has_value());
    QVERIFY(times->bandwidth > 0 && times->milliseconds() > 0);
}

void TestCudaForwardPass::nameSaysWhatRuns()
{
    const auto backend = cudaBackend();
    QCOMPARE(QString::fromUtf8(backend->name().data(), qsizetype(backend->name().size())), "cuda");
    const auto pass = cudaPass(*backend, randomModel({.name = "small", .type = WeightType::bf16}), 20);
    QVERIFY(pass->backendName().starts_with("CUDA · "));
    QVERIFY(pass->backendName().ends_with(" · bf16"));
    QCOMPARE(pass->slotCount(), 20);
}

void TestCudaForwardPass::unknownShapesAreRefused()
{
    const auto pass = cudaBackend()->makePass(randomModel({.name = "wide", .heads = 2, .headSize = 258}), 10);
    QVERIFY(!pass);
    QCOMPARE(QString::fromStdString(pass.error().sentence),
             "wide has heads of 258 elements, and the CUDA backend takes even sizes up to 256: choose --backend cpu.");
}

/// Before anything is allocated: a plan says it, too. A text that stays short is none of them.
void TestCudaForwardPass::frequenciesOfEachLengthAreRefused()
{
    auto model = std::make_shared<Model>(*randomModel({.name = "dynamic"}));
    model->config.ropeScaling = RopeScaling{.factor = 2, .originalContext = 20, .method = RopeScaling::Method::dynamic};
    const PlannedPass planned{model, 21};
    const auto plan = cudaBackend()->plan({&planned, 1});
    const auto pass = cudaBackend()->makePass(model, planned.slotCount);
    QVERIFY(!plan && !pass);
    QCOMPARE(pass.error().sentence, plan.error().sentence);
    QCOMPARE(QString::fromStdString(pass.error().sentence),
             "dynamic rotates otherwise with every token of a text behind 20 of them, which the CUDA backend does not "
             "compute, and this one may come to 21 with its drafts: choose fewer tokens, or choose --backend cpu.");
    const auto text = someText(20, model->config.vocabularySize);
    const auto slots = slotsInOrder(20);
    QVERIFY(
        worst(decode(*cudaPass(*cudaBackend(), model, 20), text, 7, slots), decode(*passOf(model, 2), text, 7, slots))
        < tolerance(WeightType::f32));
}

void TestCudaForwardPass::eachOptionMatchesTheCpu_data()
{
    using Change = std::function<void(Model&)>;
    QTest::addColumn<Change>("change");
    const auto option = [](const char* name, const Change& change) { QTest::newRow(name) << change; };
    option("GELU with a gate", [](Model& model) { model.config.activation = Activation::geluTanh; });
    option("exact GELU with a gate", [](Model& model) { model.config.activation = Activation::gelu; });
    option("scaled embeddings", [](Model& model) { model.config.embeddingScale = 3; });
    option("capped logits", [](Model& model) { model.config.logitCap = 2; });
    option("capped scores", [](Model& model) { model.config.attentionCap = 0.5; });
    option("a query scalar", [](Model& model) { model.config.queryScalar = 3; });
    option("a bias of the head", [](Model& model) {
        model.config.tiedEmbeddings = false;
        auto bias = std::make_shared<std::vector<float>>();
        for (int token = 0; token < model.weights.head.rows; ++token)
            bias->push_back(0.01f * float(token % 13));
        model.weights.head.bias = bias->data();
        model.weights.storage.push_back(bias);
    });
    option("layers that rotate otherwise", [](Model& model) {
        model.config.localRopeTheta = 50;
        model.config.layerAttention = {{.hasLocalRope = true}, {}};
    });
    option("heads that rotate in part, and grow by it", [](Model& model) {
        model.config.partlyRotated = 6;
        model.config.ropeAttentionFactor = 1.3;
    });
    option("layers that rotate otherwise, scaled", [](Model& model) {
        model.config.localRopeTheta = 50;
        model.config.localRopeScaling = RopeScaling{.factor = 3, .method = RopeScaling::Method::linear};
        model.config.localRopeAttentionFactor = 1.2;
        model.config.layerAttention = {{.hasLocalRope = true}, {}};
    });
    option("other frequencies in long texts", [](Model& model) {
        model.config.ropeScaling = RopeScaling{.originalContext = 20, .method = RopeScaling::Method::longrope};
        model.config.ropeFactors = {1, 1.1f, 1.2f, 1.3f, 1.4f};
        model.config.longRopeFactors = {2, 1, 5, 3, 4};
        model.config.localRopeTheta = 50;
        model.config.layerAttention = {{.hasLocalRope = true}, {}};
    });
    option("positions that are learned, beside rotation", [](Model& model) {
        model.config.hasLearnedPositions = true;
        model.weights.positions = model.weights.embedding; // of as many positions as there are tokens
    });
    option("norms of what is added", [](Model& model) {
        model.config.hasOutputNorms = true;
        for (LayerWeights& layer : model.weights.layers)
            layer.attentionOutputNorm = layer.mlpOutputNorm = layer.inputNorm;
    });
    option("LayerNorms", [](Model& model) {
        model.config.norm = NormKind::layer;
        for (LayerWeights& layer : model.weights.layers) {
            layer.inputNormBias = layer.postAttentionNorm;
            layer.postAttentionNormBias = layer.inputNorm;
        }
        model.weights.finalNormBias = model.weights.layers[0].inputNorm;
    });
}

/// What layers may do, one by one.
void TestCudaForwardPass::eachOptionMatchesTheCpu()
{
    QFETCH(const std::function<void(Model&)>, change);
    const auto plain = randomModel(oddShape(WeightType::f32));
    const auto model = std::make_shared<Model>(*plain);
    change(*model);
    const auto backend = cudaBackend();
    constexpr int length = 36; // the table of positions has one more
    const std::vector<TokenId> text = someText(length, model->config.vocabularySize);
    const auto slots = slotsInOrder(length);
    const Logits expected = decode(*passOf(model, 2), text, 9, slots);
    const double difference = worst(decode(*cudaPass(*backend, model), text, 9, slots), expected);
    qInfo("differs by %g of the largest logit", difference);
    QVERIFY(difference < tolerance(WeightType::f32));
    QVERIFY(worst(decode(*cudaPass(*backend, plain), text, 9, slots), expected) > 1e-3); // the option does something
}

DRAFTSCOPE_TEST(TestCudaForwardPass)
#include "test_cuda_forward_pass.moc"

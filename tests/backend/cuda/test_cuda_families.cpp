// SPDX-License-Identifier: MIT
// GPT-2's and Gemma's layers on the CUDA backend: what other tests show of Llama's. The same row has the same bits
// whatever is around it, trees are plain decoding, prompts, quantised weights and hidden states have the CPU's numbers,
// and decoding with a draft writes what plain decoding writes.
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/backend/part_checks.h"
#include "tests/fixtures/target_heads.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

class TestCudaFamilies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void cleanup();
    void rowsHaveTheirBitsInAnyPass_data() { familiesAndTypes(); }
    void rowsHaveTheirBitsInAnyPass();
    void treeRowsArePlainDecoding_data() { familiesAndTypes(); }
    void treeRowsArePlainDecoding();
    void promptsMatchTheCpu_data() { familiesAndTypes(); }
    void promptsMatchTheCpu();
    void quantisedWeights_data();
    void quantisedWeights();
    void partsAndHiddenStates_data() { familiesAndTypes(); }
    void partsAndHiddenStates();
    void statesBehindPrompts_data() { familiesAndTypes(); }
    void statesBehindPrompts();
    void greedyWritesWhatPlainWrites_data();
    void greedyWritesWhatPlainWrites();
    void roundsAreAsByMoments_data();
    void roundsAreAsByMoments();
    void longTextsAreRotatedOtherwise();
    void headsDraftForGpt2_data();
    void headsDraftForGpt2();
#ifndef DRAFTSCOPE_ON_DEVICE
    void overlapDoesNotMatter_data()
    {
        familiesAndTypes();
    }
    void overlapDoesNotMatter();
#endif

private:
    static void familiesAndTypes();
};

namespace {

constexpr std::array familyNames = {"GPT-2", "Gemma"};

Shape familyShape(const QString& name, WeightType type)
{
    return name == "Gemma" ? gemmaShape(type) : gpt2Shape(type);
}

std::shared_ptr<const Model> familyModel(const QString& name, int type)
{
    return randomModel(familyShape(name, WeightType(type)));
}

/// A model that texts can be decoded with.
std::shared_ptr<Model> withTokenizer(const Model& from)
{
    auto model = std::make_shared<Model>(from);
    model->tokenizer = std::make_shared<fixtures::ByteTokenizer>();
    model->config.bos = 1;
    return model;
}

/// A target, and a draft that has another number now and then: they agree often, not always.
Pair familyPair(const QString& name, bool isBf16)
{
    Shape shape = familyShape(name, WeightType::f32);
    shape.layers = 2;
    shape.vocabulary = fixtures::ByteTokenizer::vocabulary;
    const auto target = withTokenizer(*randomModel(shape));
    const auto draft = withTokenizer(*target);
    for (LayerWeights& layer : draft->weights.layers) {
        MatrixView& up = layer.up;
        const auto* const values = static_cast<const float*>(up.data);
        auto own =
            std::make_shared<std::vector<float>>(values, values + std::size_t(up.rows) * std::size_t(up.columns));
        for (std::size_t i = 0; i < own->size(); i += 3)
            (*own)[i] *= 1.3f;
        up.data = own->data();
        draft->weights.storage.push_back(own);
    }
    return isBf16 ? Pair{inBf16(*target), inBf16(*draft)} : Pair{target, draft};
}

} // namespace

void TestCudaFamilies::cleanup()
{
#ifndef DRAFTSCOPE_ON_DEVICE
    simt::simulatedDevice() = {};
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});
#endif
}

void TestCudaFamilies::familiesAndTypes()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("type");
    for (const char* name : familyNames)
        for (const WeightType type : allTypes)
            QTest::addRow("%s, type %d", name, int(type)) << QString(name) << int(type);
}

void TestCudaFamilies::rowsHaveTheirBitsInAnyPass()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    const auto model = familyModel(family, type);
    const auto backend = cudaBackend();
    constexpr int tokens = 67;
    const auto decoded = [&](int rows, int slotStep) {
        std::vector<int> slots;
        for (int i = 0; i < tokens; ++i)
            slots.push_back(i * slotStep % 251);
        return decode(*cudaPass(*backend, model), someText(tokens, model->config.vocabularySize), rows, slots);
    };
    const Logits plain = decoded(1, 1);
    for (const int rows : {9, 40, 65})
        QVERIFY2(decoded(rows, 37) == plain, qPrintable(QString("%1 rows").arg(rows)));
    QVERIFY(plain[3] != plain[4]);
}

/// Two branches of two nodes behind a prefix that is longer than the window.
void TestCudaFamilies::treeRowsArePlainDecoding()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    const auto model = familyModel(family, type);
    const auto backend = cudaBackend();
    constexpr int prefixLength = 62;
    const auto slots = slotsInOrder(prefixLength + 2);
    const std::vector<TokenId> prefix = someText(prefixLength, model->config.vocabularySize);
    const auto pass = cudaPass(*backend, model);
    (void)decode(*pass, prefix, 31, slots);
    const std::vector<int> first = {200}, second = {190};
    const Rows tree{{{5, prefixLength, 0, 200, {}, true},
                     {9, prefixLength, 0, 190, {}, true},
                     {1, prefixLength + 1, 0, 180, first, true},
                     {2, prefixLength + 1, 0, 170, second, true}},
                    {std::span(slots).first(prefixLength)}};
    const Logits nodes = run(*pass, tree);
    for (std::size_t branch = 0; branch < 2; ++branch) {
        std::vector<TokenId> text = prefix;
        text.push_back(tree.rows[branch].token);
        text.push_back(tree.rows[branch + 2].token);
        const Logits plain = decode(*cudaPass(*backend, model), text, 1, slots);
        QVERIFY(nodes[branch] == plain[prefixLength]);
        QVERIFY(nodes[branch + 2] == plain[prefixLength + 1]);
    }
}

/// With a library's products, and with the kernels of all other rows.
void TestCudaFamilies::promptsMatchTheCpu()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    const auto model = familyModel(family, type);
    const std::vector<TokenId> text = someText(140, model->config.vocabularySize);
    const auto slots = slotsInOrder(int(text.size()));
    const Logits expected = {decode(*passOf(model, 2), text, 35, slots).back()};
    const auto backend = cudaBackend();
    const Logits behind = behindPrompt(*cudaPass(*backend, model), text);
    const double difference = worst(behind, expected);
    qInfo("differs by %g of the largest logit", difference);
    QVERIFY(difference < tolerance(WeightType(type)));
    QVERIFY(behindPrompt(*cudaPass(*backend, model, 200), text) == behind);
#ifndef DRAFTSCOPE_ON_DEVICE
    simt::simulatedDevice().hasBlas = false;
    const Logits withoutLibrary = behindPrompt(*cudaPass(*cudaBackend(), model), text);
    QVERIFY(worst(withoutLibrary, expected) < tolerance(WeightType(type)));
    QVERIFY(withoutLibrary != behind || type != int(WeightType::f32)); // it may be rounded away
    QVERIFY(withoutLibrary.front() == decode(*cudaPass(*cudaBackend(), model), text, 20, slots).back());
#endif
}

void TestCudaFamilies::quantisedWeights_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("type");
    for (const char* name : familyNames)
        for (const WeightType type : {WeightType::q4_k, WeightType::q8_0})
            QTest::addRow("%s, %s", name, std::string(nameOf(type)).c_str()) << QString(name) << int(type);
}

void TestCudaFamilies::quantisedWeights()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    Shape shape = familyShape(family, WeightType(type));
    shape.layers = 2;
    shape.hidden = shape.intermediate = 256;
    shape.headSize = 32;
    shape.heads = 8;
    shape.kvHeads = family == "Gemma" ? 2 : 8;
    shape.context = 100;
    const auto model = randomModel(shape);
    const std::vector<TokenId> text = someText(68, shape.vocabulary), some(text.begin(), text.begin() + 24);
    const auto slots = slotsInOrder(int(text.size()));
    const Logits logits = decode(*passOf(inFloats(*model), 2), text, 14, slots);
    const auto backend = cudaBackend();
    const auto pass = cudaPass(*backend, model);
    QVERIFY(pass->backendName().ends_with(" · bf16"));
    const Logits few = decode(*pass, some, 12, slots);
    const double difference = worst(few, {logits.begin(), logits.begin() + 24}),
                 behind = worst(behindPrompt(*cudaPass(*backend, model), text), {logits.back()});
    qInfo("differs by %g of the largest logit, behind a prompt by %g", difference, behind);
    QVERIFY(difference < tolerance(WeightType::bf16) && behind < tolerance(WeightType::bf16));
    QVERIFY(decode(*pass, some, 1, slots) == few);
}

/// What every backend promises of parts of a model, and the CPU's numbers.
void TestCudaFamilies::partsAndHiddenStates()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    const auto model = familyModel(family, type);
    const auto backend = cudaBackend();
    const PartChecks all = {model,
                            [backend](std::shared_ptr<const Model> of) { return cudaPass(*backend, std::move(of)); },
                            someText(20, model->config.vocabularySize)};
    const PartDecode how = {.asked = all.everywhere()};
    const Given given = all.decoded(how), expected = how.run(*passOf(model, 2), all.text);
    for (std::size_t n = 0; n < expected.states.size(); ++n)
        QVERIFY2(worst(given.states[n], expected.states[n]) < 2 * tolerance(WeightType(type)),
                 qPrintable(QString("%1: %2").arg(n).arg(worst(given.states[n], expected.states[n]))));
    all.layersInTwoPassesAreTheWhole();
    all.skippedSublayersAreNotThere();
    all.endsOfTheModelAlone();
}

/// Of a prompt that a library's products read.
void TestCudaFamilies::statesBehindPrompts()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    const auto model = familyModel(family, type);
    constexpr int length = 66;
    const auto text = someText(length, model->config.vocabularySize);
    const PartDecode how = {.asked = {0, 2, 3, HiddenStates::afterFinalNorm}, .rowsAtATime = length};
    const auto statesOf = [&](ForwardPass& pass) {
        const auto slots = slotsInOrder(length);
        Rows rows{{}, {{}}, true};
        for (int i = 0; i < length; ++i)
            rows.rows.push_back({text[std::size_t(i)], i, 0, i, std::span(slots).first(std::size_t(i)), false});
        std::vector<States> states;
        std::vector<std::vector<float>> flat(how.asked.size(),
                                             std::vector<float>(length * std::size_t(model->config.hiddenSize)));
        for (std::size_t n = 0; n < how.asked.size(); ++n)
            rows.hiddenStates.push_back({how.asked[n], flat[n]});
        pass.run(rows, {});
        return flat;
    };
    const auto given = statesOf(*cudaPass(*cudaBackend(), model)), expected = statesOf(*passOf(model, 2));
    for (std::size_t n = 0; n < expected.size(); ++n)
        QVERIFY2(worst({given[n]}, Logits{expected[n]}) < 2 * tolerance(WeightType(type)),
                 qPrintable(QString::number(worst({given[n]}, Logits{expected[n]}))));
}

void TestCudaFamilies::greedyWritesWhatPlainWrites_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("way");
    for (const char* name : familyNames)
        for (const char* way : {"two-model", "two-model+fixed-widths", "two-model+dynamic", "early-exit"})
            QTest::addRow("%s, %s", name, way) << QString(name) << QString(way);
}

/// In f32 and in bf16.
void TestCudaFamilies::greedyWritesWhatPlainWrites()
{
    QFETCH(QString, family);
    QFETCH(QString, way);
    const auto backend = cudaBackend();
    for (const bool isBf16 : {false, true}) {
        const Pair pair = familyPair(family, isBf16);
        constexpr int count = 24;
        const auto plain = fixtures::greedyTokens(pair, "plain", 1, prompt, count, backend);
        int drafted = 0;
        SessionSettings settings = fixtures::greedySettings(way.toUtf8().constData(), 4, count);
        if (way.endsWith("dynamic")) {
            settings.options["tree-width"] = 2;
            settings.options["tree-nodes"] = 9;
        }
        QVERIFY(fixtures::tokensWith(settings, pair, prompt, backend, &drafted) == plain);
        QVERIFY(drafted > 0);
    }
}

void TestCudaFamilies::roundsAreAsByMoments_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("shape");
    for (const char* name : familyNames)
        for (const char* shape : {"chain", "fixed-widths", "dynamic"})
            QTest::addRow("%s, %s", name, shape) << QString(name) << QString(shape);
}

/// A round that is one graph comes out bit by bit as one that the host takes step by step.
void TestCudaFamilies::roundsAreAsByMoments()
{
    QFETCH(QString, family);
    QFETCH(QString, shape);
    const auto backend = cudaBackend();
    const Pair pair = familyPair(family, true);
    SessionSettings settings = settingsOf("two-model", 3, {.temperature = 0.8, .topK = 20, .topP = 0.9});
    settings.shape = shape.toStdString();
    if (shape == "dynamic") {
        settings.options["tree-width"] = 2;
        settings.options["tree-nodes"] = 7;
    }
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    const Recording recording = decodeAtOnce(*atOnce);
    compareRounds(recording, decodeByMoments(*byMoments));
    QVERIFY(recording.round(0, 0).nodes.size() >= 3);
}

/// LongRoPE: the text is read again where it gets longer than the original context, in rounds that are one graph, too.
void TestCudaFamilies::longTextsAreRotatedOtherwise()
{
    const auto backend = cudaBackend();
    const auto withLongRope = [](const std::shared_ptr<const Model>& from) {
        const auto model = std::make_shared<Model>(*from);
        model->config.ropeScaling = RopeScaling{.originalContext = 24, .method = RopeScaling::Method::longrope};
        model->config.ropeFactors = {1, 1, 1, 1};
        model->config.longRopeFactors = {1, 3, 5, 9};
        return model;
    };
    const Pair plainPair = tinyPair(), pair = {withLongRope(plainPair.target), withLongRope(plainPair.draft)};
    constexpr int count = 40;
    const auto plain = fixtures::greedyTokens(pair, "plain", 1, prompt, count, backend);
    QVERIFY(plain == fixtures::greedyTokens(pair, "plain", 1, prompt, count));
    QVERIFY(plain != fixtures::greedyTokens(plainPair, "plain", 1, prompt, count, backend));
    for (const char* way : {"two-model", "two-model+fixed-widths"})
        QVERIFY2(fixtures::greedyTokens(pair, way, 4, prompt, count, backend) == plain, way);
    SessionSettings settings = settingsOf("two-model", 3, {.temperature = 0.8});
    settings.maxTokens = 24;
    compareRounds(fixtures::decode(*fixtures::makeSession(pair, settings, prompt, backend)),
                  decodeByMoments(*fixtures::makeSession(pair, settings, prompt, backend)));
}

void TestCudaFamilies::headsDraftForGpt2_data()
{
    QTest::addColumn<QString>("method");
    for (const char* method : fixtures::headMethods)
        QTest::newRow(method) << QString(method);
}

/// Heads read hidden states of layers that are normalised as a whole, in rounds that are one graph and by moments.
void TestCudaFamilies::headsDraftForGpt2()
{
    QFETCH(const QString, method);
    QTemporaryDir head;
    fixtures::writeHeadFor(head.path().toStdString(), method.toStdString());
    Shape shape = gpt2Shape(WeightType::f32);
    shape.hidden = 32; // of the head
    shape.layers = 6;
    shape.vocabulary = fixtures::ByteTokenizer::vocabulary;
    shape.context = 128;
    const Pair pair = {withTokenizer(*randomModel(shape)), nullptr};
    const auto backend = cudaBackend();
    SessionSettings settings = fixtures::headSettings(method.toStdString(), head.path().toStdString());
    settings.maxTokens = 12;
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    const Recording recording = decodeAtOnce(*atOnce);
    compareRounds(recording, decodeByMoments(*byMoments));
    QVERIFY(!recording.round(0, 0).nodes.empty());
    settings.sampler.greedy = true;
    QVERIFY(fixtures::tokensWith(settings, pair, prompt, backend)
            == fixtures::greedyTokens(pair, "plain", 1, prompt, settings.maxTokens, backend));
}

#ifndef DRAFTSCOPE_ON_DEVICE
/// Kernels that begin as early as they may, and work that is done as late as it may be.
void TestCudaFamilies::overlapDoesNotMatter()
{
    QFETCH(QString, family);
    QFETCH(int, type);
    const auto model = familyModel(family, type);
    const auto given = [&] {
        const PartDecode how = {.asked = {1, HiddenStates::afterFinalNorm}, .rowsAtATime = 9};
        return how.run(*cudaPass(*cudaBackend(), model), someText(27, model->config.vocabularySize));
    };
    simt::simulatedDevice().hasBlas = false; // whose memory would be compared in vain
    const Given expected = given();
    simt::simulatedDevice().lazyStreams = true;
    QVERIFY(given() == expected);
    simt::simulatedDevice().lazyStreams = false;
    simt::simulatedDevice().properties.computeMajor = 9;
    QVERIFY(given() == expected);
}
#endif

DRAFTSCOPE_TEST(TestCudaFamilies)
#include "test_cuda_families.moc"

// SPDX-License-Identifier: MIT
// Greedy speculative decoding writes the very tokens of plain greedy decoding, on real models and real prompts.
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/datastore_file.h"
#include "tests/fixtures/hundred_prompts.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/ways_to_draft.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

const std::vector<std::string> prompts = {"",
                                          "Once upon a time",
                                          "Lily and Tom went to the",
                                          "The dragon said: \"",
                                          "One day, a little bird",
                                          "It was raining"};

std::shared_ptr<const Model> load(const std::filesystem::path& path)
{
    const auto model = loadModel(path);
    if (!model)
        qFatal("%s", model.error().sentence.c_str());
    return *model;
}

void compareWithPlain(const Pair& pair, int count)
{
    for (const std::string& prompt : prompts) {
        const auto plain = greedyTokens(pair, "plain", 1, prompt, count);
        QVERIFY(plain.size() > 20);
        for (const char* method :
             {"two-model", "prompt-lookup", "suffix-automaton", "lookahead", "lookahead+merged-chains"})
            for (const int k : {1, 4, 8})
                QCOMPARE(greedyTokens(pair, method, k, prompt, count), plain);
    }
}

/// The same model, with weights in f32, whose texts end only where they are as long as was asked for.
std::shared_ptr<const Model> copyOf(const std::shared_ptr<const Model>& model, bool inSingle)
{
    auto copy = std::make_shared<Model>(*model);
    copy->config.endOfText.clear();
    if (!inSingle)
        return copy;
    const auto widen = [&](MatrixView& matrix) {
        const std::size_t count = std::size_t(matrix.rows) * std::size_t(matrix.columns);
        const auto* from = static_cast<const unsigned char*>(matrix.data);
        auto wide = std::make_shared<std::vector<float>>(count);
        for (std::size_t i = 0; i < count; ++i)
            (*wide)[i] = std::bit_cast<float>(std::uint32_t(from[2 * i]) << 16 | std::uint32_t(from[2 * i + 1]) << 24);
        matrix.data = wide->data();
        matrix.type = WeightType::f32;
        copy->weights.storage.push_back(wide);
    };
    widen(copy->weights.embedding);
    copy->weights.head = copy->weights.embedding;
    for (LayerWeights& layer : copy->weights.layers)
        for (MatrixView* matrix : layer.matrices())
            widen(*matrix);
    return copy;
}

/// They draft only where the text is known.
const std::set<std::string_view> copyingMethods = {"prompt-lookup", "suffix-automaton", "lookahead", "retrieval"};

/// One in so many of the decodes is done. All of them take minutes, so that has to be asked for; each way to draft has
/// prompts of its own, and builds that are slow have few.
std::size_t every()
{
    if (qEnvironmentVariableIsSet("DRAFTSCOPE_ALL_PROMPTS"))
        return 1;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
    return 20;
#else
    return 10;
#endif
}

} // namespace

class TestGreedyEquality : public QObject {
    Q_OBJECT
private slots:
    void storiesWithAShakenDraft()
    {
        const auto path = sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(path);
        const auto target = load(path);
        auto draft = std::make_shared<Model>(*target);
        for (float& value : draft->weights.layers[0].postAttentionNorm)
            value *= 0.8f;
        compareWithPlain({target, draft}, 200);
        compareWithPlain({target, target}, 100);
    }

    void embeddedPair()
    {
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        compareWithPlain({load(models / "tales-6m"), load(models / "tales-0.8m")}, 64);
    }

    /// A row a text, so that each has its own time.
    void aHundredLongTexts_data()
    {
        QTest::addColumn<bool>("inSingle");
        QTest::addColumn<int>("draftLength");
        QTest::addColumn<QString>("prompt");
        const auto hundred = hundredPrompts(DRAFTSCOPE_SOURCE_DIR "/resources/prompts/prompts.json");
        QCOMPARE(hundred.size(), std::size_t(100));
        for (const bool inSingle : {false, true})
            for (std::size_t i = 0; i < hundred.size(); i += every())
                QTest::addRow("%s weights, prompt %d", inSingle ? "f32" : "bf16", int(i))
                    << inSingle << (std::array{1, 4, 8})[i % 3] << QString::fromStdString(hundred[i]);
    }
    void aHundredLongTexts()
    {
        QFETCH(const bool, inSingle);
        QFETCH(const int, draftLength);
        QFETCH(const QString, prompt);
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        const Pair& pair = endlessPair(inSingle);
        const auto plain = greedyTokens(pair, "plain", 1, prompt.toStdString(), 256);
        QVERIFY(plain.size() >= 256);
        QVERIFY2(greedyTokens(pair, "two-model", draftLength, prompt.toStdString(), 256) == plain, qPrintable(prompt));
    }

    /// Every drafter with every shape, on half of the prompts.
    void everyOtherWay_data()
    {
        QTest::addColumn<bool>("inSingle");
        QTest::addColumn<std::size_t>("row");
        QTest::addColumn<QString>("prompt");
        const auto hundred = hundredPrompts(DRAFTSCOPE_SOURCE_DIR "/resources/prompts/prompts.json");
        for (const bool inSingle : {false, true})
            for (std::size_t i = 0; i < hundred.size(); i += 2)
                QTest::addRow("%s weights, prompt %d", inSingle ? "f32" : "bf16", int(i))
                    << inSingle << i / 2 << QString::fromStdString(hundred[i]);
    }
    void everyOtherWay()
    {
        QFETCH(const bool, inSingle);
        QFETCH(const std::size_t, row);
        QFETCH(const QString, prompt);
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        const Pair& pair = endlessPair(inSingle);
        std::vector<TokenId> plain;
        std::size_t turn = row;
        const std::size_t stride = every() == 1 ? 1 : 20; // there are more decodes of these
        ++m_textCount;
        static const std::vector<std::string> ways = waysToDraft();
        for (const std::string& way : ways) {
            if (turn++ % stride != 0)
                continue;
            if (plain.empty())
                plain = greedyTokens(pair, "plain", 1, prompt.toStdString(), 128);
            QVERIFY(plain.size() >= 128);
            int drafted = 0;
            QVERIFY2(greedyTokens(pair, way.c_str(), 5, prompt.toStdString(), 128, nullptr, &drafted, m_files) == plain,
                     qPrintable(QString("%1: %2").arg(way.c_str(), prompt)));
            m_drafted[way] += drafted;
            const std::string_view method = std::string_view(way).substr(0, way.find('+'));
            QVERIFY2(drafted > 0 || copyingMethods.contains(method), way.c_str());
        }
    }

    void cleanupTestCase()
    {
        for (const auto& [way, drafted] : m_drafted)
            QVERIFY2(drafted > 0, way.c_str());
        if (m_textCount == 100) // not where only some of the rows were asked for
            QCOMPARE(m_drafted.size(), waysToDraft().size());
    }

private:
    const std::filesystem::path models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
    std::map<bool, Pair> m_endless;
    QTemporaryDir m_directory;
    std::map<std::string, std::string, std::less<>> m_files; ///< that retrieval reads
    std::map<std::string, int> m_drafted;                    ///< by every other way
    int m_textCount = 0;                                     ///< that other ways were tried on

    /// The embedded pair, whose texts end only where they are as long as was asked for.
    const Pair& endlessPair(bool inSingle)
    {
        if (m_endless.empty()) {
            const auto target = load(models / "tales-6m"), draft = load(models / "tales-0.8m");
            if (target->weights.embedding.type != WeightType::bf16 || !target->config.tiedEmbeddings)
                qFatal("copyOf() widens tied bf16 weights.");
            for (const bool single : {false, true})
                m_endless[single] = {copyOf(target, single), copyOf(draft, single)};
            std::vector<std::string> texts; // of the target itself
            for (const std::string& prompt : prompts)
                texts.push_back(target->tokenizer->decode(greedyTokens({target, nullptr}, "plain", 1, prompt, 100)));
            const std::string datastore = m_directory.filePath("tales").toStdString();
            writeDatastore(datastore, *target->tokenizer, texts);
            m_files["datastore"] = datastore;
        }
        return m_endless[inSingle];
    }
};

DRAFTSCOPE_TEST(TestGreedyEquality)
#include "test_greedy_equality.moc"

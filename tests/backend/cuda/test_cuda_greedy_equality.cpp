// SPDX-License-Identifier: MIT
// Greedy decoding on the CUDA backend writes the same tokens with every way to draft. On the simulated device models
// are tiny, since it is slow; DRAFTSCOPE_ALL_PROMPTS=1 makes it fifty prompts of 128 tokens for each way.
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/fixtures/datastore_file.h"
#include "tests/fixtures/hundred_prompts.h"
#include "tests/fixtures/target_heads.h"
#include "tests/fixtures/ways_to_draft.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaGreedyEquality : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyWay_data();
    void everyWay();

private:
    const bool m_isWhole = qEnvironmentVariableIsSet("DRAFTSCOPE_ALL_PROMPTS");
    std::map<std::pair<bool, bool>, Pair> m_pairs; ///< by: of heads, in bf16
    std::map<std::pair<bool, bool>, std::map<std::string, std::vector<TokenId>>> m_plain;
    QTemporaryDir m_directory;

    [[nodiscard]] std::vector<std::string> prompts() const;
};

void TestCudaGreedyEquality::initTestCase()
{
    skipWithoutDevice();
    constexpr int context = 256;
    for (const char* method : fixtures::headMethods)
        fixtures::writeHeadFor(m_directory.filePath(method).toStdString(), method);
    const auto [target, draft] = fixtures::makeTinyPair(context);
    const auto targetOfHeads = fixtures::makeTargetOfHeads(context);
    m_pairs[{false, false}] = {target, draft};
    m_pairs[{false, true}] = {inBf16(*target), inBf16(*draft)};
    m_pairs[{true, false}] = {targetOfHeads, nullptr};
    m_pairs[{true, true}] = {inBf16(*targetOfHeads), nullptr};
    std::vector<std::string> texts; // of the target itself
    for (const char* text : {"", "Once upon a time", "a"})
        texts.push_back(target->tokenizer->decode(fixtures::greedyTokens({target, nullptr}, "plain", 1, text, 100)));
    fixtures::writeDatastore(m_directory.filePath("texts").toStdString(), *target->tokenizer, texts);
}

/// Tiny models take a byte for a token, so prompts are cut to their last words.
std::vector<std::string> TestCudaGreedyEquality::prompts() const
{
    if (!m_isWhole)
        return {"Once upon a time, there was. Once upon a time"};
    constexpr std::size_t most = 40;
    std::vector<std::string> all;
    const auto hundred = fixtures::hundredPrompts(DRAFTSCOPE_SOURCE_DIR "/resources/prompts/prompts.json");
    for (std::size_t i = 0; i < hundred.size(); i += 2) {
        const std::string& prompt = hundred[i];
        const std::size_t space = prompt.size() > most ? prompt.find(' ', prompt.size() - most) : std::string::npos;
        all.push_back(space == std::string::npos ? prompt.substr(0, most) : prompt.substr(space + 1));
    }
    return all;
}

/// Trees and heads, whose rounds mostly are one graph; what copies from the text and what drafts with the target go
/// moment by moment, through the same passes.
void TestCudaGreedyEquality::everyWay_data()
{
    QTest::addColumn<QString>("way");
    QTest::addColumn<bool>("isBf16");
    for (const bool isBf16 : {false, true})
        for (const std::string& way : fixtures::waysToDraft())
            QTest::addRow("%s, %s", way.c_str(), isBf16 ? "bf16" : "f32") << QString::fromStdString(way) << isBf16;
}

void TestCudaGreedyEquality::everyWay()
{
    QFETCH(const QString, way);
    QFETCH(const bool, isBf16);
    const auto backend = cudaBackend();
    const QString method = way.section('+', 0, 0);
    const bool hasHead = std::ranges::count(fixtures::headMethods, method) > 0;
    const int count = m_isWhole ? 128 : hasHead ? 16 : 48; // that target has three times as many layers
    const Pair& pair = m_pairs[{hasHead, isBf16}];
    std::map<std::string, std::string, std::less<>> files;
    if (hasHead)
        files["head"] = m_directory.filePath(method).toStdString();
    if (method == "retrieval")
        files["datastore"] = m_directory.filePath("texts").toStdString();
    SessionSettings settings = fixtures::greedySettings(way.toUtf8().constData(), m_isWhole ? 4 : 5, count, files);
    if (m_isWhole) // trees that are not as large as usual
        for (const auto& [option, value] :
             {std::pair("tree-width", 3), {"tree-nodes", 12}, {"width-1", 2}, {"width-2", 2}})
            if (optionFor(settings, option))
                settings.options[option] = value;
    if (method == "merged-drafts") // a second draft is there with the embedded models alone
        settings.options["merge-lookup"] = 1;
    int drafted = 0;
    for (const std::string& text : prompts()) {
        std::vector<TokenId>& plain = m_plain[{hasHead, isBf16}][text];
        if (plain.empty())
            plain = fixtures::greedyTokens(pair, "plain", 1, text, count, backend);
        QCOMPARE(plain.size(), pair.target->tokenizer->encodePrompt(text)->size() + std::size_t(count));
        QVERIFY2(fixtures::tokensWith(settings, pair, text, backend, &drafted) == plain, text.c_str());
        if (!m_isWhole && settings.shape == "chain"
            && optionFor(settings, "copy-first")) { // some rounds are no graph then
            SessionSettings copying = settings;
            copying.options["copy-first"] = 4;
            QVERIFY2(fixtures::tokensWith(copying, pair, text, backend) == plain, text.c_str());
        }
    }
    QVERIFY(drafted > 0);
}

DRAFTSCOPE_TEST(TestCudaGreedyEquality)
#include "test_cuda_greedy_equality.moc"

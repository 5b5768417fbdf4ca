// SPDX-License-Identifier: MIT
// Greedy speculative decoding writes the very tokens of plain greedy decoding, on real models and real prompts.
#include <QTest>

#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/shared_data.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

const std::vector<std::string> prompts = {"",
                                          "Once upon a time",
                                          "Lily and Tom went to the",
                                          "The dragon said: \"",
                                          "One day, a little bird",
                                          "It was raining"};

std::vector<TokenId> greedyTokens(const Pair& pair, const char* method, int draftLength, const std::string& prompt,
                                  int count)
{
    SessionSettings settings;
    settings.method = method;
    settings.sampler.greedy = true;
    settings.draftLength = draftLength;
    settings.maxTokens = count;
    settings.topTokens = 0;
    auto session = makeSession(pair, settings, prompt);
    decode(*session);
    return tokensOf(*session);
}

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
        for (const int k : {1, 4, 8})
            QCOMPARE(greedyTokens(pair, "two-model", k, prompt, count), plain);
    }
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
        const std::filesystem::path models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        compareWithPlain({load(models / "tales-6m"), load(models / "tales-0.8m")}, 64);
    }
};

QTEST_GUILESS_MAIN(TestGreedyEquality)
#include "test_greedy_equality.moc"

// SPDX-License-Identifier: MIT
// A small random model of each family (made by make_families_golden.py): its logits are those of transformers in
// float32, and its texts are the same whichever method drafts for it.
#include <QTest>

#include "engine/model/families/family.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/golden/golden_logits.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;
using namespace draftscope::test;

namespace {

const std::filesystem::path families = folder + "families";

std::shared_ptr<const Model> load(const std::filesystem::path& path)
{
    const auto model = loadModel(path);
    if (!model)
        qFatal("%s", model.error().sentence.c_str());
    return *model;
}

/// A draft that is right now and then: the target with other norms.
std::shared_ptr<const Model> shaken(const Model& target)
{
    auto draft = std::make_shared<Model>(target);
    for (LayerWeights& layer : draft->weights.layers)
        for (std::size_t i = 0; i < layer.postAttentionNorm.size(); i += 2)
            layer.postAttentionNorm[i] *= 0.9f;
    return draft;
}

void addModels(bool alsoGguf)
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("family");
    QTest::addColumn<bool>("isGguf");
    for (const auto& [name, family] :
         std::initializer_list<std::pair<std::string, std::string>>{{"llama", "Llama"},
                                                                    {"mistral", "Mistral"},
                                                                    {"qwen2", "Qwen2"},
                                                                    {"qwen3", "Qwen3"},
                                                                    {"smollm3", "SmolLM3"},
                                                                    {"qwen2-windows", "Qwen2"},
                                                                    {"qwen3-windows", "Qwen3"},
                                                                    {"phi3", "Phi-3"},
                                                                    {"phi3-longrope", "Phi-3"},
                                                                    {"gemma2", "Gemma 2"},
                                                                    {"gemma2-scalar", "Gemma 2"},
                                                                    {"gemma3", "Gemma 3"},
                                                                    {"gpt2", "GPT-2"}}) {
        QTest::addRow("%s", name.c_str()) << name << family << false;
        if (alsoGguf && std::filesystem::exists(families / name / "model.gguf"))
            QTest::addRow("%s, GGUF", name.c_str()) << name << family << true;
    }
}

} // namespace

class TestGoldenFamilies : public QObject {
    Q_OBJECT

    static std::filesystem::path pathOf(const std::string& name, bool isGguf)
    {
        return isGguf ? families / name / "model.gguf" : families / name;
    }

private Q_SLOTS:
    void logitsEqualTransformers_data() { addModels(true); }
    void logitsEqualTransformers()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, family);
        QFETCH(bool, isGguf);
        const auto model = load(pathOf(name, isGguf));
        QCOMPARE(model->config.family->name, family);
        const Difference difference = compareModel(pathOf(name, isGguf), "families/" + name + "/logits.json");
        qInfo("%d positions: logits differ by at most %.2g, their mean by %.2g, their squares by %.2g of themselves",
              difference.positions, difference.logit, difference.sum, difference.squares);
        QCOMPARE(difference.positions, 430); // of 20 prompts
        QVERIFY(difference.logit <= tolerance);
        QVERIFY(difference.sum <= tolerance);
        QVERIFY(difference.squares <= tolerance);
    }

    void bothFormatsAreOneModel()
    {
        for (const char* name :
             {"llama", "qwen2", "qwen3", "smollm3", "phi3", "phi3-longrope", "gemma2", "gemma3", "gpt2"}) {
            const auto directory = load(pathOf(name, false)), gguf = load(pathOf(name, true));
            QCOMPARE(directory->record.parameters, gguf->record.parameters);
            QVERIFY2(checkPair(*directory, *gguf), name);
        }
    }

    /// Chains and trees, by another model, by lookup and by the target's own layers.
    void greedyTextsAreThoseOfPlainDecoding_data() { addModels(false); }
    void greedyTextsAreThoseOfPlainDecoding()
    {
        QFETCH(std::string, name);
        const auto target = load(pathOf(name, false));
        auto endless = std::make_shared<Model>(*target);
        endless->config.endOfText.clear();
        const Pair pair{endless, shaken(*endless)};
        DraftCounts counts;
        const auto check = [&](const char* method, const char* shape) {
            SessionSettings settings;
            chooseMethod(settings, method);
            chooseShape(settings, shape);
            settings.topTokens = 0;
            return writesWhatPlainWrites(pair, settings, "Once upon a time, there was", counts);
        };
        for (const auto& [method, shape] :
             std::initializer_list<std::pair<const char*, const char*>>{{"two-model", "chain"},
                                                                        {"two-model", "fixed-widths"},
                                                                        {"two-model", "dynamic"},
                                                                        {"prompt-lookup", "chain"},
                                                                        {"layer-skipping", "chain"},
                                                                        {"early-exit", "best-first"}})
            QVERIFY2(check(method, shape), method);
        qInfo("%d tokens drafted, %d accepted", counts.drafted, counts.accepted);
        QVERIFY(counts.drafted > 1000 && counts.accepted > 100);
    }
};

DRAFTSCOPE_TEST(TestGoldenFamilies)
#include "test_golden_families.moc"

// SPDX-License-Identifier: MIT
// How well a model predicts a text: the sum that its own probabilities give, one token at a time, and what transformers
// says.
#include <QTest>

#include <cmath>
#include <fstream>
#include <numeric>

#include <nlohmann/json.hpp>

#include "engine/analysis/context_distributions.h"
#include "engine/analysis/text_score.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/catalogue/embedded.h"
#include "engine/model/model.h"
#include "engine/sampling/usable_logits.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestTextScore : public QObject {
    Q_OBJECT

    std::shared_ptr<Backend> m_backend = makeCpuBackend(2);

    static std::shared_ptr<const Model> load(const std::filesystem::path& path)
    {
        const auto model = loadModel(path);
        if (!model)
            qFatal("%s", model.error().sentence.c_str());
        return *model;
    }
    [[nodiscard]] std::unique_ptr<ForwardPass> passOf(const std::shared_ptr<const Model>& model, int slotCount) const
    {
        return std::move(*m_backend->makePass(model, slotCount, {}));
    }
    [[nodiscard]] TextScore score(const std::shared_ptr<const Model>& model, std::span<const TokenId> text,
                                  int window) const
    {
        const auto pass = passOf(model, std::min(window, int(text.size())));
        return scoreText(*pass, text, window, model->tokenizer->size(), model->name, {});
    }

private slots:
    /// Windows as long as a pass has rows, shorter, longer and longer than the text; a last window of one token.
    void isTheSumOfTheModelsOwnProbabilities_data()
    {
        QTest::addColumn<int>("window");
        for (const int window : {2, 7, 64, 65, 80, 1000})
            QTest::addRow("%d", window) << window;
    }
    void isTheSumOfTheModelsOwnProbabilities()
    {
        QFETCH(int, window);
        const auto model = load(*resolveModel(embeddedModels()->defaultDraft));
        auto text = *model->tokenizer->encodePrompt(
            "Once upon a time, there was a little girl named Lily. She loved to play outside in the garden with her "
            "friends. One day, she found a big box under the old tree. It was red, and it had a small key on it. Lily "
            "wanted to open the box, but her mother said that they should ask first whose it was. So they went to the "
            "house next door and knocked. 12 zebras jumped.");
        QVERIFY(text.size() > 81);
        text.resize(81);
        double sum = 0;
        std::size_t scored = 0;
        for (std::size_t begin = 0; begin < text.size(); begin += std::size_t(window)) {
            const std::size_t end = std::min(begin + std::size_t(window), text.size());
            ContextDistributions contexts(passOf(model, window), {text[begin]}, {}, model->tokenizer->size());
            int context = ContextDistributions::root;
            for (std::size_t at = begin + 1; at < end; ++at, ++scored) {
                sum -= std::log(find(contexts.at(context), text[at])->p);
                context = contexts.after(context, text[at]);
            }
        }
        const TextScore found = score(model, text, window);
        QCOMPARE(found.scored, scored);
        QVERIFY2(std::abs(found.negativeLogLikelihood - sum) < 1e-4 * sum,
                 qPrintable(QString("%1 %2").arg(found.negativeLogLikelihood).arg(sum)));
        QCOMPARE(found.perplexity(), std::exp(found.negativeLogLikelihood / double(scored)));
    }

    /// perplexity.py
    void isWhatTransformersSays()
    {
        const std::string folder = DRAFTSCOPE_SOURCE_DIR "/tests/golden/";
        const auto golden = nlohmann::json::parse(std::ifstream(folder + "perplexity.json"));
        const auto model = load(folder + "random-llama");
        const auto text = *model->tokenizer->encodePrompt(golden["text"].get<std::string>());
        QCOMPARE(text.size(), golden["tokens"].get<std::size_t>());
        const TextScore found = score(model, text, golden["context"]);
        QCOMPARE(found.scored, golden["scored"].get<std::size_t>());
        const auto expected = golden["negative_log_likelihood_per_token"].get<double>();
        QVERIFY2(std::abs(found.perToken() - expected) < 1e-5,
                 qPrintable(QString("%1 %2").arg(found.perToken(), 0, 'f', 7).arg(expected, 0, 'f', 7)));
    }

    /// −ln p is finite where p itself is too small for a number.
    void anUnlikelyTokenCountsAsUnlikelyAsItIs()
    {
        const std::vector<float> logits = {300, 0, 299, -std::numeric_limits<float>::infinity()};
        const Softmax softmax(logits);
        QCOMPARE(softmax.at(1), 0.0);
        QVERIFY(std::abs(softmax.logAt(1) + 300 + std::log1p(std::exp(-1.0))) < 1e-5);
        QVERIFY(std::abs(softmax.logAt(2) - std::log(softmax.at(2))) < 1e-6);
        QVERIFY(std::isinf(softmax.logAt(3)) && softmax.logAt(3) < 0);
    }

    void stopsWhenItIsCancelled()
    {
        const auto model = load(*resolveModel(embeddedModels()->defaultDraft));
        const auto pass = passOf(model, 8);
        const std::atomic<bool> cancelled = true;
        Progress progress;
        progress.cancelled = &cancelled;
        const std::vector<TokenId> text(8, 5);
        QVERIFY_THROWS_EXCEPTION(Cancelled,
                                 (void)scoreText(*pass, text, 8, model->tokenizer->size(), model->name, progress));
    }
};

DRAFTSCOPE_TEST(TestTextScore)
#include "test_text_score.moc"

// SPDX-License-Identifier: MIT
// Scaled rotary positions: texts and probabilities are those of transformers (rope.json, made by make_rope_golden.py),
// whatever drafts, in a batch and behind a rewind. Where frequencies follow the length of the text its keys are made
// again on the way.
#include <filesystem>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include "engine/session/batch_session.h"
#include "tests/fixtures/batches.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

const std::filesystem::path golden = DRAFTSCOPE_SOURCE_DIR "/tests/golden";
constexpr double nearEnough = 5e-4; // of ln p, over some hundred f32 products

const nlohmann::json& ropeCases()
{
    static const auto cases = nlohmann::json::parse(std::ifstream(golden / "rope.json"));
    return cases;
}

} // namespace

class TestGoldenRope : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    /// The model of a case, which has a config.json of its own.
    std::shared_ptr<const Model> open(const nlohmann::json& golden1) const
    {
        const std::filesystem::path base = golden / "families" / golden1["base"].get<std::string>(),
                                    folder = m_directory.path().toStdString();
        for (const char* name : {"model.safetensors", "tokenizer.json", "tokenizer_config.json"})
            std::filesystem::copy_file(base / name, folder / name, std::filesystem::copy_options::overwrite_existing);
        auto config = nlohmann::json::parse(std::ifstream(base / "config.json"));
        config.update(golden1["changes"]);
        std::ofstream(folder / "config.json") << config;
        const auto model = loadModel(folder);
        if (!model)
            qFatal("%s", model.error().sentence.c_str());
        auto endless = std::make_shared<Model>(**model);
        endless->config.endOfText.clear();
        return endless;
    }

    static std::shared_ptr<const Model> shakenRope(const Model& target)
    {
        auto draft = std::make_shared<Model>(target);
        for (LayerWeights& layer : draft->weights.layers)
            for (std::size_t i = 0; i < layer.postAttentionNorm.size(); i += 2)
                layer.postAttentionNorm[i] *= 0.9f;
        return draft;
    }

    static void addCases(bool onlyByLength)
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(ropeCases().size()); ++i) {
            const auto name = ropeCases()[std::size_t(i)]["name"].get<std::string>();
            if (!onlyByLength || name.starts_with("longrope") || name.starts_with("dynamic"))
                QTest::addRow("%s", name.c_str()) << i;
        }
    }

    static SessionSettings plainSettings(int count)
    {
        SessionSettings settings;
        settings.sampler.greedy = true;
        settings.method = "plain";
        settings.maxTokens = count;
        settings.topTokens = 8;
        return settings;
    }

private Q_SLOTS:
    void textsEqualTransformers_data() { addCases(false); }
    void textsEqualTransformers()
    {
        QFETCH(int, index);
        const auto& expected = ropeCases()[std::size_t(index)];
        const auto tokens = expected["tokens"].get<std::vector<TokenId>>();
        const auto session = makeSession({open(expected), nullptr}, plainSettings(int(tokens.size())),
                                         expected["prompt"].get<std::string>());
        double worst = 0;
        for (std::size_t step = 0; step < tokens.size(); ++step) {
            QVERIFY(session->ended() == EndReason::none);
            const RoundRecord round = session->finishRound();
            QCOMPARE(round.committed.front().token, tokens[step]);
            for (const auto& known : expected["steps"][step]) {
                const auto& top = round.contexts.front().top;
                const auto entry = std::ranges::find(top, known[0].get<TokenId>(), &DistributionEntry::token);
                QVERIFY(entry != top.end());
                worst = std::max(worst, std::abs(std::log(double(entry->pBefore)) - known[1].get<double>()));
            }
        }
        qInfo("ln p differs by at most %.2g", worst);
        QVERIFY(worst < nearEnough);
    }

    /// Chains and trees that come to the length where keys are made again, and go beyond it.
    void draftsChangeNothing_data() { addCases(true); }
    void draftsChangeNothing()
    {
        QFETCH(int, index);
        const auto& expected = ropeCases()[std::size_t(index)];
        const auto target = open(expected);
        const Pair pair{target, shakenRope(*target)};
        auto wanted = expected["tokens"].get<std::vector<TokenId>>();
        const int count = int(wanted.size());
        int drafted = 0;
        for (const char* method :
             {"two-model", "two-model+best-first", "prompt-lookup", "early-exit", "layer-skipping", "lookahead"})
            for (const int k : {1, 3, 6}) {
                SessionSettings settings = greedySettings(method, k, count);
                auto written = tokensWith(settings, pair, expected["prompt"].get<std::string>(), nullptr, &drafted);
                written.erase(written.begin(), written.end() - count);
                QVERIFY2(written == wanted, fmt::format("{}, K = {}", method, k).c_str());
            }
        // With dynamic scaling no draft is of the length of another, so beyond the original one none is made.
        QVERIFY(drafted > 0 || expected["name"].get<std::string>().find("dynamic") == 0);
    }

    /// A GGUF file has both sets of factors in tensors.
    void ggufSwitchesAtTheSameLength()
    {
        std::vector<std::vector<TokenId>> texts;
        for (const char* name : {"families/phi3-longrope", "families/phi3-longrope/model.gguf"}) {
            const auto model = loadModel(golden / name);
            QVERIFY2(model, model ? "" : model.error().sentence.c_str());
            QCOMPARE((*model)->config.sameRopeUntil(1), 64);
            auto endless = std::make_shared<Model>(**model);
            endless->config.endOfText.clear();
            texts.push_back(greedyTokens({endless, nullptr}, "plain", 1,
                                         "Once upon a time, there was a little bear in the woods", 80));
        }
        QVERIFY(texts.front().size() > 110);
        QCOMPARE(texts.front(), texts.back());
    }

    /// Sequences of a batch come to that length in different rounds.
    void batchesChangeNothing()
    {
        std::vector<BatchText> texts;
        for (const char* prompt : {"Once upon", "a", "The dragon said", "Lily and Tom went out", "Once upon a time"})
            texts.push_back({prompt, 42, {}});
        for (const std::size_t index : {0, 6, 18}) {
            const auto& expected = ropeCases()[index];
            const auto target = open(expected);
            for (const char* method : {"plain", "two-model", "prompt-lookup"})
                for (const bool isSynchronised : {false, true}) {
                    SessionSettings settings = greedySettings(method, 4, 40);
                    settings.topTokens = 4;
                    BatchSettings batch(3);
                    batch.isSynchronised = isSynchronised;
                    compareWithSessions({target, shakenRope(*target)}, settings, texts, batch);
                }
        }
    }

    /// Back and forth over the length where keys are made again: every round is the same round.
    void rewindsChangeNothing()
    {
        for (const auto& expected : {ropeCases()[0], ropeCases()[6]}) {
            const auto target = open(expected);
            SessionSettings settings = greedySettings("two-model", 4, 40);
            settings.topTokens = 4;
            const auto session =
                makeSession({target, shakenRope(*target)}, settings, expected["prompt"].get<std::string>());
            const Recording recording = decode(*session);
            const int rounds = recording.roundCount(0);
            for (const int at : {rounds - 1, 1, rounds / 2, 0, rounds / 3}) {
                session->resume(recording, {0, at, 0});
                for (int round = at; round < std::min(at + 6, rounds); ++round) {
                    const RoundRecord again = session->finishRound();
                    QVERIFY(withoutSlots(again) == withoutSlots(recording.round(0, round)));
                }
            }
        }
    }
};

DRAFTSCOPE_TEST(TestGoldenRope)
#include "test_golden_rope.moc"

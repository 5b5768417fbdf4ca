// SPDX-License-Identifier: MIT
// Sessions that draft with Medusa's and EAGLE's heads: random ones of a tiny target, and those that come with the
// program.
#include <algorithm>
#include <fstream>

#include <QTest>

#include "engine/analysis/context_distributions.h"
#include "engine/analysis/statistics.h"
#include "engine/backend/cpu/arithmetic.h"
#include "engine/session/session_plan.h"
#include "engine/session/shapes.h"
#include "engine/speculation/local_target.h"
#include "tests/fixtures/shared_data.h"
#include "tests/session/heads_fixture.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestHeads : public QObject, HeadsFixture {
    Q_OBJECT

    static std::vector<TokenId> greedy(const Pair& pair, SessionSettings settings, const std::string& prompt,
                                       const std::shared_ptr<Backend>& backend, int* accepted = nullptr)
    {
        settings.sampler.greedy = true;
        settings.topTokens = 0;
        const auto session = makeSession(pair, settings, prompt, backend);
        const Recording recording = decode(*session);
        for (int r = 0; accepted && r < recording.roundCount(0); ++r)
            *accepted += int(recording.round(0, r).committed.size()) - 1;
        return tokensOf(*session);
    }

private slots:
    void initTestCase() { prepare(); }

    void greedyTextsAreThoseOfTheTarget_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        QTest::addColumn<bool>("isEmbedded");
        QTest::addColumn<std::string>("arithmetic");
        for (const char* method : headMethods)
            for (const char* shape : {"chain", "fixed-widths", "best-first", "dynamic"})
                for (const bool isEmbedded : {false, true})
                    for (const char* arithmetic : {"f32", "bf16", "amx"})
                        if (arithmeticNamed(arithmetic) && (!isEmbedded || m_embedded))
                            QTest::addRow("%s, %s, %s, %s", method, shape, isEmbedded ? "embedded" : "random",
                                          arithmetic)
                                << std::string(method) << std::string(shape) << isEmbedded << std::string(arithmetic);
    }
    void greedyTextsAreThoseOfTheTarget()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        QFETCH(bool, isEmbedded);
        QFETCH(std::string, arithmetic);
        const auto backend = makeCpuBackend(1, *arithmeticNamed(arithmetic));
        const Pair pair{isEmbedded ? m_embedded : makeTargetOfHeads(), nullptr};
        SessionSettings plain;
        plain.method = "plain";
        int accepted = 0;
        for (const char* prompt : {"", "Once upon a time", "The dragon said: \""}) {
            SessionSettings settings = headSettings(method, isEmbedded ? "" : path(method), shape);
            settings.draftLength = 5;
            settings.maxTokens = plain.maxTokens = 48;
            QCOMPARE(greedy(pair, settings, prompt, backend, &accepted), greedy(pair, plain, prompt, backend));
        }
        QVERIFY(accepted > (isEmbedded ? 20 : -1));
    }

    /// An EAGLE head that says only some of the target's tokens drafts nothing else, and the text is the target's.
    void eagleOfFrequentTokensWritesWhatTheTargetWrites_data()
    {
        QTest::addColumn<std::string>("shape");
        QTest::addColumn<bool>("isEmbedded");
        for (const char* shape : {"chain", "fixed-widths", "dynamic"})
            for (const bool isEmbedded : {false, true})
                if (!isEmbedded || m_embedded)
                    QTest::addRow("%s, %s", shape, isEmbedded ? "embedded" : "random")
                        << std::string(shape) << isEmbedded;
    }
    void eagleOfFrequentTokensWritesWhatTheTargetWrites()
    {
        QFETCH(std::string, shape);
        QFETCH(bool, isEmbedded);
        const Pair pair{isEmbedded ? m_embedded : makeTargetOfHeads(), nullptr};
        EagleShape sizes;
        sizes.hidden = std::uint64_t(pair.target->config.hiddenSize);
        sizes.vocabulary = std::uint64_t(pair.target->config.vocabularySize);
        HeadFiles files = eagleFiles(sizes);
        cutVocabulary(files, sizes.vocabulary / 3);
        writeHead(path("frequent"), files);
        SessionSettings plain, settings = headSettings("eagle", path("frequent"), shape);
        plain.method = "plain";
        settings.maxTokens = plain.maxTokens = 48;
        for (const char* prompt : {"Once upon a time", "The dragon said: \""})
            QCOMPARE(greedy(pair, settings, prompt, makeCpuBackend(1)), greedy(pair, plain, prompt, makeCpuBackend(1)));
        settings.sampler.temperature = 1;
        const auto session = makeSession(pair, settings, "Once");
        const Recording recording = decode(*session);
        int drafted = 0;
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (const NodeRecord& node : recording.round(0, r).nodes) {
                QVERIFY(node.token % 2 == 0 && node.token / 2 < int(sizes.vocabulary) / 3);
                ++drafted;
            }
        QVERIFY(drafted > 30);
    }

    /// The whole context is written, and no tree is too large for the caches near its end.
    void aContextIsFilled_data() { addShapes(); }
    void aContextIsFilled()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const Pair pair{makeTargetOfHeads(40), nullptr};
        SessionSettings plain, settings = headSettings(method, path(method), shape);
        plain.method = "plain";
        settings.draftLength = 8;
        settings.maxTokens = plain.maxTokens = 1000;
        const auto written = greedy(pair, settings, "Once", nullptr);
        QCOMPARE(written.size(), std::size_t(40));
        QCOMPARE(written, greedy(pair, plain, "Once", nullptr));
    }

    /// The begin-of-text token alone has no state from which something could be drafted; it is not said that a context
    /// is full.
    void nothingIsDraftedAfterASingleToken_data() { addShapes(); }
    void nothingIsDraftedAfterASingleToken()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const auto session = makeSession({makeTargetOfHeads(), nullptr}, headSettings(method, path(method), shape), "");
        QCOMPARE(momentsOf(session->finishRound()), std::string("verify, plain, commit"));
        QVERIFY(!session->round().draftContextFull);
        session->finishRound();
        QVERIFY(!session->round().nodes.empty());
    }

    /// The first two tokens, against what the target alone says: Pearson's test at 10^-4 of each, with fixed seeds.
    void sampledTokensFollowTheTarget_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        QTest::addColumn<std::string>("draws");
        for (const char* method : headMethods) {
            const std::string name = method;
            QTest::addRow("%s, a chain", method) << name << std::string("chain") << std::string("independent");
            QTest::addRow("%s, a chain without chance", method)
                << name << std::string("chain") << std::string("deterministic");
            QTest::addRow("%s, without replacement", method)
                << name << std::string("fixed-widths") << std::string("without-replacement");
            QTest::addRow("%s, independent siblings", method)
                << name << std::string("fixed-widths") << std::string("independent");
            QTest::addRow("%s, dynamic", method) << name << std::string("dynamic") << std::string("deterministic");
        }
    }
    void sampledTokensFollowTheTarget()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        QFETCH(std::string, draws);
        const auto target = makeTargetOfHeads();
        SessionSettings settings = headSettings(method, path(method), shape);
        settings.draws = draws;
        if (draws != "deterministic") { // whose drafts are the same each time, and one of 12 by chance only
            settings.sampler.temperature = 0.6;
            settings.sampler.topK = 12;
        }
        settings.draftLength = 2;
        settings.maxTokens = 3; // so that two are drafted
        settings.topTokens = 0;
        const auto size = std::size_t(target->config.vocabularySize);
        std::vector<double> first(size), second(size), p(size), pSecond(size);
        int accepted = 0;
        for (std::uint64_t seed = 0; seed < 2000; ++seed) {
            settings.seed = seed;
            const auto session = makeSession({target, nullptr}, settings, "Once");
            session->finishRound();
            accepted += int(session->round().committed.size()) - 1;
            while (session->generatedCount() < 2)
                session->finishRound();
            const auto tokens = tokensOf(*session);
            ++first[std::size_t(tokens[5])];
            ++second[std::size_t(tokens[6])];
        }
        QVERIFY(accepted > 0);
        ContextDistributions alone(*makeCpuBackend(1)->makePass(target, 16), {1, 50, 81, 70, 72}, settings.sampler,
                                   target->tokenizer->size());
        QCOMPARE(*target->tokenizer->encodePrompt("Once"), (std::vector<TokenId>{1, 50, 81, 70, 72}));
        const PossibleTokens firsts = alone.at(ContextDistributions::root);
        for (const PossibleToken& one : firsts) {
            p[std::size_t(one.token)] = one.p;
            for (const PossibleToken& next : alone.at(alone.after(ContextDistributions::root, one.token)))
                pSecond[std::size_t(next.token)] += one.p * next.p;
        }
        QVERIFY(chiSquareTest(first, p).pValue > 1e-4);
        QVERIFY(chiSquareTest(second, pSecond).pValue > 1e-4);
    }

    /// Tokens behind those of the tokenizer are padding, which are never drafted.
    void paddingIsNotDrafted_data() { addShapes(); }
    void paddingIsNotDrafted()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        class FewerTokens final : public ByteTokenizer {
            int size() const override { return 60; }
        };
        auto padded = std::make_shared<Model>(*makeTargetOfHeads());
        padded->tokenizer = std::make_shared<FewerTokens>();
        SessionSettings settings = headSettings(method, path(method), shape);
        settings.maxTokens = 60;
        const auto session = makeSession({padded, nullptr}, settings, "0123");
        const Recording recording = decode(*session);
        int drafted = 0;
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (const NodeRecord& node : recording.round(0, r).nodes) {
                ++drafted;
                QVERIFY(node.token < 60);
            }
        QVERIFY(drafted > 60);
        for (const TokenId token : tokensOf(*session))
            QVERIFY(token < 60);
    }

    void anEndOfTextEndsTheRound_data() { addShapes(); }
    void anEndOfTextEndsTheRound()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const Pair pair{makeTargetOfHeads(128, true), nullptr};
        const SessionSettings settings = headSettings(method, path(method), shape);
        const auto session = makeSession(pair, settings, "Once");
        session->forceToken(0, 2);
        session->forceVerdict(0, true);
        session->finishRound();
        QCOMPARE(session->ended(), EndReason::endOfText);
        QCOMPARE(session->text().back().token, 2);
        QVERIFY(std::ranges::count(session->round().nodes, 0, &NodeRecord::parent) == 0);
    }

    /// The embedded heads' greedy chains are those of torch in float32.
    void chainsAreThoseOfTorch_data()
    {
        QTest::addColumn<std::string>("method");
        for (const char* method : {"eagle", "eagle3"})
            QTest::newRow(method) << std::string(method);
    }
    void chainsAreThoseOfTorch()
    {
        QFETCH(std::string, method);
        const std::filesystem::path file = DRAFTSCOPE_SOURCE_DIR "/tests/golden/heads.json";
        DRAFTSCOPE_NEEDS_DATA(file);
        DRAFTSCOPE_NEEDS_DATA(m_models / "tales-6m" / "model.safetensors");
        const auto golden = nlohmann::json::parse(std::ifstream(file));
        QVERIFY(golden["texts"].size() > 1);
        for (const auto& text : golden["texts"]) {
            const auto ids = text["ids"].get<std::vector<TokenId>>();
            const auto backend = makeCpuBackend(1);
            LocalTarget target(m_embedded, *backend->makePass(m_embedded, 256), promptCountOf(ids), nullptr);
            const SessionSettings settings = headSettings(method, "");
            const Pair pair{m_embedded, nullptr};
            const auto data = openMethodData(pair, settings);
            QVERIFY2(data, data ? "" : data.error().sentence.c_str());
            const auto passes = makePasses(pair, {ids, 256, 0, 256}, *data, 1, *backend, {});
            QVERIFY(passes);
            const auto drafter =
                (*methodNamed(method))->makeDrafter({pair, target, {}, passes->heads, *data, settings, 0}, {});
            QVERIFY2(drafter, drafter ? "" : drafter.error().sentence.c_str());
            target.align(ids);
            (*drafter)->begin(ids);
            DraftTree tree;
            tree.rule = DrawRule::deterministic;
            const LevelDraws draws = {{}, [](int) { return 0.0; }, [](int) { return std::nullopt; }};
            const auto& drafts = text[method]["drafts"];
            QVERIFY(drafts.size() > 1);
            for (int i = 0; i < int(drafts.size()); ++i) {
                const Expansion next{i - 1, 1};
                QCOMPARE((*drafter)->addLevel(tree, {&next, 1}, draws), 1);
                QCOMPARE(tree.nodes.back().token, drafts[std::size_t(i)]["token"].get<TokenId>());
            }
        }
    }

    void theHeadsPassesArePlanned()
    {
        const Pair pair{makeTargetOfHeads(), nullptr};
        const auto planned = [&](const std::string& method, const std::string& shape) {
            const auto passes = passesFor(pair, headSettings(method, path(method), shape), "Once");
            return passes ? *passes : std::vector<PlannedPass>();
        };
        QCOMPARE(planned("medusa", "chain").size(), std::size_t(4));
        QCOMPARE(planned("medusa", "dynamic").back().slotCount, 1);
        QCOMPARE(planned("eagle", "chain").size(), std::size_t(2));
        QCOMPARE(planned("eagle", "chain").back().slotCount, planned("eagle", "chain").front().slotCount);
        QCOMPARE(planned("eagle3", "dynamic").back().slotCount, 128 + 4 * 64); // K may grow in the middle of a run
        QCOMPARE(planned("eagle3", "dynamic").back().model->config.featureSize, 3 * 32);
    }

    void whatIsWrongWithTheHeadIsSaid()
    {
        const auto target = makeTargetOfHeads();
        const auto refusal = [&](const std::string& method, const std::string& directory) {
            const auto session =
                Session::create({target, nullptr}, headSettings(method, directory), "Once", makeCpuBackend(1));
            return session ? QString() : QString::fromStdString(session.error().sentence);
        };
        QCOMPARE(refusal("eagle", ""),
                 "The method eagle needs a head that was trained for Tiny: choose its directory or GGUF file, or "
                 "another method.");
        QVERIFY(refusal("eagle3", path("none")).startsWith("There is no "));
        QCOMPARE(refusal("eagle", path("medusa")),
                 QString("%1 is a head of the kind Medusa: choose the method medusa for it, or another head.")
                     .arg(QString::fromStdString(path("medusa"))));
        writeHead(path("other"), medusaFiles(24, 99));
        QVERIFY(refusal("medusa", path("other")).contains("choose heads that were trained for it"));
    }
};

DRAFTSCOPE_TEST(TestHeads)
#include "test_heads.moc"

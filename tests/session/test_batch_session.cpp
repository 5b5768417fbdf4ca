// SPDX-License-Identifier: MIT
// Sequences of a batch write what each of them writes alone, bit for bit.
#include <algorithm>
#include <iterator>

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/batches.h"
#include "tests/fixtures/cut_draft.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/target_heads.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestBatchSession : public QObject {
    Q_OBJECT

private slots:
    void sameAsAlone_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<int>("texts");
        QTest::addColumn<int>("batchSize");
        for (const char* method : {"plain", "two-model", "prompt-lookup", "lookahead"})
            for (const double temperature : {0.0, 0.8})
                for (const auto& [texts, size] : {std::pair(1, 1), {2, 2}, {8, 8}, {8, 3}, {3, 8}})
                    QTest::addRow("%s, T %.1f, %d texts in %d", method, temperature, texts, size)
                        << method << temperature << texts << size;
    }
    /// Weights in f32, with everything that traces keep.
    void sameAsAlone()
    {
        QFETCH(const QString, method);
        QFETCH(const double, temperature);
        QFETCH(const int, texts);
        QFETCH(const int, batchSize);
        const TinyPair pair = makeTinyPair(192, true);
        SessionSettings settings;
        settings.method = method.toStdString();
        if (method == "lookahead")
            settings.options["lookahead-window"] = 3;
        settings.maxTokens = 40;
        compareWithSessions({pair.target, pair.draft}, settings, textsFor(texts, temperature), batchSize);
    }

    void embeddedPairSameAsAlone_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<double>("temperature");
        for (const char* method :
             {"plain", "two-model", "merged-drafts", "eagle", "eagle3", "medusa", "early-exit", "layer-skipping"})
            for (const double temperature : {0.0, 0.8})
                QTest::addRow("%s, T %.1f", method, temperature) << method << temperature;
    }
    /// Weights in bf16. Heads come with the target.
    void embeddedPairSameAsAlone()
    {
        QFETCH(const QString, method);
        QFETCH(const double, temperature);
        const std::filesystem::path models = DRAFTSCOPE_SOURCE_DIR "/resources/models";
        DRAFTSCOPE_NEEDS_DATA(models / "tales-6m" / "model.safetensors");
        const auto target = loadModel(models / "tales-6m"), draft = loadModel(models / "tales-0.8m");
        QVERIFY(target && draft);
        QCOMPARE((*target)->weights.embedding.type, WeightType::bf16);
        SessionSettings settings;
        settings.method = method.toStdString();
        settings.maxTokens = 48;
        settings.topTokens = 0;
        if (method == "merged-drafts") { // with the other embedded draft
            settings.shape = "merged-chains";
            settings.options["merge-lookup"] = 1;
        }
        for (const int size : {1, 2, 8})
            compareWithSessions({*target, *draft}, settings, textsFor(size, temperature), size);
    }

    void treesSameAsAlone()
    {
        const TinyPair pair = makeTinyPair(192);
        SessionSettings settings;
        settings.maxTokens = 30;
        settings.shape = "fixed-widths";
        settings.draftLength = 3;
        compareWithSessions({pair.target, pair.draft}, settings, textsFor(8, 0.8), 8);
    }

    /// Its draft has logits for half of the vocabulary.
    void cutDraftsSameAsAlone()
    {
        const TinyPair pair = makeTinyPair(192);
        const Pair cut{pair.target, cutDraft(*pair.draft, everySecondToken(ByteTokenizer::vocabulary))};
        SessionSettings settings = settingsFor(30);
        compareWithSessions(cut, settings, textsFor(5, 0.8), 3);
        settings.shape = "fixed-widths";
        compareWithSessions(cut, settings, textsFor(3, 0.8), 3);
    }

    void textsOfOneToken()
    {
        const TinyPair pair = makeTinyPair();
        SessionSettings settings;
        settings.maxTokens = 1; // all end with their first round, before anything is drafted
        compareWithSessions({pair.target, pair.draft}, settings, textsFor(7, 0.8), 3);
    }

    void samplersOfTheirOwn()
    {
        const TinyPair pair = makeTinyPair();
        std::vector<BatchText> texts = textsFor(3, 0.8);
        texts[1].sampler.temperature = 0; // another verifier in the same batch
        texts[2].sampler.topK = 5;
        compareWithSessions({pair.target, pair.draft}, settingsFor(30), texts, 3);
    }

    void headsSameAsAlone_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        for (const char* method : headMethods)
            for (const char* shape : {"chain", "fixed-widths", "dynamic"})
                QTest::addRow("%s, %s", method, shape) << std::string(method) << std::string(shape);
    }
    /// Heads in f32 with everything that traces keep; more texts than places.
    void headsSameAsAlone()
    {
        QFETCH(const std::string, method);
        QFETCH(const std::string, shape);
        const QTemporaryDir directory;
        writeHeadFor(directory.path().toStdString(), method);
        SessionSettings settings = headSettings(method, directory.path().toStdString(), shape);
        settings.maxTokens = 24;
        const double temperature = shape == "dynamic" ? 0 : 0.8;
        compareWithSessions({makeTargetOfHeads(192), nullptr}, settings, textsFor(8, temperature), 3);
    }

    void headsShareTheirPasses_data()
    {
        QTest::addColumn<std::string>("method");
        for (const char* method : headMethods)
            QTest::newRow(method) << std::string(method);
    }
    /// A pass of the head a level, with rows of all sequences that draft there. Its files are read once.
    void headsShareTheirPasses()
    {
        QFETCH(const std::string, method);
        QTemporaryDir directory;
        writeHeadFor(directory.path().toStdString(), method);
        SessionSettings settings = headSettings(method, directory.path().toStdString());
        settings.maxTokens = 24;
        settings.topTokens = 0;
        const Pair pair{makeTargetOfHeads(192), nullptr};
        const auto backend = std::make_shared<NotingBackend>();
        const auto batch = makeBatch(pair, settings, textsFor(12, 0.8), 8, backend);
        QVERIFY(directory.remove());
        (void)batch->finishRound(); // reads the prompts
        int shared = 0;
        while (!batch->hasEnded()) {
            backend->passes.clear();
            std::size_t depth = 0, drafting = 0;
            bool areOld = true;
            for (const RoundRecord& round : batch->finishRound()) {
                depth = std::max(depth, round.nodes.size());
                drafting += round.nodes.empty() ? 0 : 1;
                areOld = areOld && round.round > 0;
            }
            std::erase_if(backend->passes, [&](const auto& pass) { return pass.model == pair.target.get(); });
            if (!areOld)
                continue; // whose prompts were read
            QCOMPARE(backend->passes.size(), depth);
            if (depth > 0)
                QCOMPARE(backend->passes[0].sequences, drafting);
            shared += drafting > 1 ? 1 : 0;
        }
        QVERIFY(shared > 5);
    }

    /// What the batch is for: passes of as many rows as all sequences have, and not one a sequence.
    void passesAreShared()
    {
        const TinyPair pair = makeTinyPair(192);
        const auto backend = std::make_shared<NotingBackend>();
        SessionSettings settings = settingsFor(24);
        settings.topTokens = 0;
        const auto batch = makeBatch({pair.target, pair.draft}, settings, textsFor(8, 0.8), 8, backend);
        (void)batch->finishRound(); // reads the prompts
        int targetRounds = 0;
        while (!batch->hasEnded()) {
            backend->passes.clear();
            const auto& rounds = batch->finishRound();
            std::size_t rows = 0, depth = 0, first = 0;
            for (const RoundRecord& round : rounds) {
                rows += round.nodes.size() + 1;
                depth = std::max(depth, round.nodes.size());
                first += round.nodes.empty() ? 0 : 1;
            }
            const auto of = [&](const std::shared_ptr<const Model>& model) {
                std::vector<NotingBackend::Noted> passes;
                std::ranges::copy_if(backend->passes, std::back_inserter(passes),
                                     [&](const auto& pass) { return pass.model == model.get(); });
                return passes;
            };
            const auto target = of(pair.target), draft = of(pair.draft);
            QCOMPARE(target.size(), std::size_t(1)); // 8 times K + 1 is less than 65
            QCOMPARE(target[0].rows, rows);
            QCOMPARE(target[0].sequences, rounds.size());
            QCOMPARE(draft.size(), depth); // a pass a level
            if (depth > 0)
                QCOMPARE(draft[0].sequences, first);
            ++targetRounds;
        }
        QVERIFY(targetRounds > 5);
    }

    /// 8 chains of 12 nodes and their roots are 104 rows.
    void longPassesAreCut()
    {
        const TinyPair pair = makeTinyPair(192);
        const auto backend = std::make_shared<NotingBackend>();
        SessionSettings settings = settingsFor(60, 12);
        settings.topTokens = 0;
        const auto texts = textsFor(8, 0.8);
        const auto batch = makeBatch({pair.target, pair.draft}, settings, texts, 8, backend);
        (void)batch->finishRound();
        backend->passes.clear();
        (void)batch->finishRound();
        std::vector<std::size_t> rows;
        for (const auto& pass : backend->passes)
            if (pass.model == pair.target.get())
                rows.push_back(pass.rows);
        QCOMPARE(rows, (std::vector<std::size_t>{64, 40}));
        compareWithSessions({pair.target, pair.draft}, settings, texts, 8);
    }

    void slotsAreFreedAndTakenAgain()
    {
        const TinyPair pair = makeTinyPair();
        const auto batch = makeBatch({pair.target, pair.draft}, settingsFor(20), textsFor(8, 0.8), 2, twoThreads());
        QCOMPARE(batch->batchSize(), 2);
        while (!batch->hasEnded())
            (void)batch->finishRound();
        QCOMPARE(batch->targetSlots().freeCount(), int(batch->targetSlots().allSlots().size()));
        QCOMPARE(batch->draftSlots()->freeCount(), int(batch->draftSlots()->allSlots().size()));
    }

    void cancelledRoundsAreDoneAgain()
    {
        const TinyPair pair = makeTinyPair(192);
        QVERIFY(cancelInEveryPass({pair.target, pair.draft}, settingsFor(16), textsFor(4, 0.8), 3, 40) > 20);
    }

    void refused()
    {
        const TinyPair tiny = makeTinyPair();
        const Pair pair{tiny.target, tiny.draft};
        const auto sentence = [&](const std::vector<BatchText>& texts, int batchSize,
                                  const SessionSettings& settings = {}) {
            const auto batch = BatchSession::create(pair, settings, texts, batchSize, twoThreads());
            const auto passes = passesForBatch(pair, settings, texts, batchSize);
            if (batch || passes)
                return QString();
            return passes.error().sentence == batch.error().sentence ? QString::fromStdString(batch.error().sentence)
                                                                     : QString("two sentences");
        };
        QCOMPARE(sentence({}, 8), "There is no prompt to decode: give at least one.");
        QCOMPARE(sentence(textsFor(2, 0), 0), "The batch size is 0: choose 1 or more.");
        QCOMPARE(sentence(textsFor(2, 0), -3), "The batch size is -3: choose 1 or more.");
        auto texts = textsFor(2, 0);
        texts[1].prompt.assign(500, 'x');
        QVERIFY(sentence(texts, 2).startsWith("Prompt 2 of 2: The prompt has "));
        texts = textsFor(2, 0);
        texts[1].sampler.temperature = -1;
        QVERIFY(sentence(texts, 2).startsWith("Prompt 2 of 2: "));
        QVERIFY(sentence(textsFor(1, 0), 1, settingsFor(16, 0)).startsWith("The draft length is 0: "));
    }
};

DRAFTSCOPE_TEST(TestBatchSession)
#include "test_batch_session.moc"

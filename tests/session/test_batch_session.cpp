// SPDX-License-Identifier: MIT
// Sequences of a batch write what each of them writes alone, bit for bit.
#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "engine/session/batch_session.h"
#include "tests/fixtures/cut_draft.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/shared_data.h"
#include "tests/fixtures/target_heads.h"
#include "tests/fixtures/tiny_model.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// Notes the passes of a CPU backend: how many rows and how many sequences each has.
class NotingBackend final : public Backend {
public:
    struct Noted {
        const Model* model;
        std::size_t rows, sequences;
    };
    std::vector<Noted> passes;
    std::atomic<bool>* cancels = nullptr; ///< set by the pass that brings countdown to 0
    int countdown = 0;

    [[nodiscard]] std::string_view name() const override { return m_cpu->name(); }
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress) override
    {
        auto pass = m_cpu->makePass(model, slotCount, progress);
        if (!pass)
            return pass;
        return std::make_unique<Pass>(*this, *model, std::move(*pass));
    }
    [[nodiscard]] std::shared_ptr<ThreadPool> threads() override { return m_cpu->threads(); }
    [[nodiscard]] Result<LoadPlan> plan(std::span<const PlannedPass> planned) override { return m_cpu->plan(planned); }
    [[nodiscard]] double measureBandwidth(const Progress& progress) override
    {
        return m_cpu->measureBandwidth(progress);
    }

private:
    class Pass final : public ForwardPass {
    public:
        Pass(NotingBackend& notes, const Model& model, std::unique_ptr<ForwardPass> pass)
            : m_notes(notes), m_model(model), m_pass(std::move(pass))
        {
        }
        [[nodiscard]] const ModelConfig& config() const override { return m_pass->config(); }
        [[nodiscard]] int slotCount() const override { return m_pass->slotCount(); }
        [[nodiscard]] std::string backendName() const override { return m_pass->backendName(); }
        void run(const Rows& rows, std::span<float> logits) override
        {
            m_notes.passes.push_back({&m_model, rows.rows.size(), rows.prefixes.size()});
            if (m_notes.cancels && --m_notes.countdown == 0)
                *m_notes.cancels = true;
            m_pass->run(rows, logits);
        }
        void copySlot(int from, int to) override { m_pass->copySlot(from, to); }

    private:
        NotingBackend& m_notes;
        const Model& m_model;
        std::unique_ptr<ForwardPass> m_pass;
    };
    std::shared_ptr<Backend> m_cpu = makeCpuBackend(1);
};

std::shared_ptr<Backend> twoThreads()
{
    static const std::shared_ptr<Backend> cpu = makeCpuBackend(2);
    return cpu;
}

SessionSettings settingsFor(int tokens, int draftLength = 4)
{
    SessionSettings settings;
    settings.maxTokens = tokens;
    settings.draftLength = draftLength;
    return settings;
}

/// Lengths from the begin-of-text token alone to more than one pass; some texts are there twice, with other seeds.
std::vector<BatchText> textsFor(int count, double temperature)
{
    const std::string longPrompt = "One day the fox, the hare and the old owl went to the river, and the fox said that "
                                   "he would be the first to cross it";
    const std::vector<std::string> prompts = {
        "Once upon a time", "", "a", longPrompt, "The dragon said: \"", "Once upon a time", "Lily and Tom", longPrompt};
    std::vector<BatchText> texts;
    for (int i = 0; i < count; ++i) {
        BatchText& text = texts.emplace_back();
        text.prompt = prompts[std::size_t(i) % prompts.size()];
        text.seed = std::uint64_t(100 + i);
        text.sampler.temperature = temperature;
    }
    return texts;
}

/// The record as a session alone would have it: slots lie elsewhere in a batch, and passes take another time.
RoundRecord alone(RoundRecord round)
{
    round.sequence = 0;
    return withoutSlots(std::move(round));
}

std::unique_ptr<BatchSession> makeBatch(const Pair& pair, const SessionSettings& settings,
                                        const std::vector<BatchText>& texts, const BatchSettings& how,
                                        const std::shared_ptr<Backend>& backend)
{
    auto batch = BatchSession::create(pair, settings, texts, how, backend);
    if (!batch)
        qFatal("%s", batch.error().sentence.c_str());
    return std::move(*batch);
}

/// Whether a batch writes what sessions write, record for record. In a synchronised one all roots lie in one column.
void compareWithSessions(const Pair& pair, const SessionSettings& settings, const std::vector<BatchText>& texts,
                         const BatchSettings& how, BatchCounts* counts = nullptr)
{
    const auto batch = makeBatch(pair, settings, texts, how, twoThreads());
    std::map<int, std::vector<RoundRecord>> rounds;
    while (!batch->hasEnded()) {
        const std::vector<RoundRecord>& together = batch->finishRound();
        QVERIFY(!together.empty() && int(together.size()) <= how.size);
        std::set<int> firstDrafts;
        for (const RoundRecord& round : together) {
            rounds[round.sequence].push_back(round);
            if (!round.nodes.empty())
                firstDrafts.insert(round.nodes.front().targetSlot);
        }
        if (how.isSynchronised)
            QVERIFY(firstDrafts.size() <= 1);
    }
    if (counts)
        *counts = batch->counts();
    QCOMPARE(batch->sequenceCount(), int(texts.size()));
    for (int i = 0; i < int(texts.size()); ++i) {
        SessionSettings one = settings;
        one.seed = texts[std::size_t(i)].seed;
        one.sampler = texts[std::size_t(i)].sampler;
        const auto session = makeSession(pair, one, texts[std::size_t(i)].prompt, twoThreads());
        const Recording recording = decode(*session);
        QVERIFY2(batch->text(i) == session->text(), texts[std::size_t(i)].prompt.c_str());
        QCOMPARE(batch->ended(i), session->ended());
        QCOMPARE(batch->text(i).size(), std::size_t(batch->promptLength(i) + session->generatedCount()));
        QCOMPARE(int(rounds[i].size()), recording.roundCount(0));
        for (int r = 0; r < recording.roundCount(0); ++r)
            QVERIFY2(alone(rounds[i][std::size_t(r)]) == alone(recording.round(0, r)), qPrintable(QString::number(r)));
    }
}

} // namespace

class TestBatchSession : public QObject {
    Q_OBJECT

private slots:
    void sameAsAlone_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<int>("texts");
        QTest::addColumn<int>("batchSize");
        for (const char* method : {"plain", "two-model", "prompt-lookup"})
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
        settings.maxTokens = 40;
        compareWithSessions({pair.target, pair.draft}, settings, textsFor(texts, temperature), batchSize);
    }

    void embeddedPairSameAsAlone_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<double>("temperature");
        for (const char* method : {"plain", "two-model", "eagle", "eagle3", "medusa", "early-exit", "layer-skipping"})
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

    /// In a prompt, in a draft pass, in the target's: wherever it is cancelled, going on writes the same texts.
    void cancelledRoundsAreDoneAgain()
    {
        const TinyPair pair = makeTinyPair(192);
        const std::vector<BatchText> texts = textsFor(4, 0.8);
        const SessionSettings settings = settingsFor(16);
        const auto undisturbed = makeBatch({pair.target, pair.draft}, settings, texts, 3, twoThreads());
        while (!undisturbed->hasEnded())
            (void)undisturbed->finishRound();
        int cancelled = 0;
        for (int pass = 1; pass < 40; ++pass) {
            const auto backend = std::make_shared<NotingBackend>();
            std::atomic<bool> flag = false;
            Progress progress;
            progress.cancelled = &flag;
            const auto batch = makeBatch({pair.target, pair.draft}, settings, texts, 3, backend);
            backend->cancels = &flag;
            backend->countdown = pass;
            while (!batch->hasEnded()) {
                std::vector<std::size_t> before;
                for (int i = 0; i < batch->sequenceCount(); ++i)
                    before.push_back(batch->text(i).size());
                try {
                    (void)batch->finishRound(progress);
                } catch (const Cancelled&) {
                    ++cancelled;
                    for (int i = 0; i < batch->sequenceCount(); ++i)
                        QCOMPARE(batch->text(i).size(), before[std::size_t(i)]);
                }
                flag = false;
            }
            for (int i = 0; i < batch->sequenceCount(); ++i)
                QVERIFY(batch->text(i) == undisturbed->text(i));
        }
        QVERIFY(cancelled > 20);
    }

    void gapsSameAsAlone_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<int>("remedy");
        QTest::addColumn<double>("temperature");
        for (const double temperature : {0.0, 0.8}) {
            for (const ShortDraft remedy : {ShortDraft::twoTokens, ShortDraft::extraPass, ShortDraft::crop})
                QTest::addRow("two-model, remedy %d, T %.1f", int(remedy), temperature)
                    << std::string("two-model") << int(remedy) << temperature;
            for (const char* method : {"plain", "prompt-lookup", "early-exit", "layer-skipping"})
                QTest::addRow("%s, T %.1f", method, temperature) << std::string(method) << 0 << temperature;
        }
    }
    /// With other positions than slots, padded texts and whatever is done for a short draft.
    void gapsSameAsAlone()
    {
        QFETCH(const std::string, method);
        QFETCH(const int, remedy);
        QFETCH(const double, temperature);
        const TinyPair pair = makeTinyPair(192, true);
        SessionSettings settings;
        settings.method = method;
        settings.maxTokens = 30;
        BatchSettings how = 3;
        how.isSynchronised = true;
        how.shortDraft = ShortDraft(remedy);
        BatchCounts counts;
        compareWithSessions({pair.target, pair.draft}, settings, textsFor(8, temperature), how, &counts);
        QVERIFY(counts.gaps > 0); // the prompts have not one length
    }

    void headsWithGapsSameAsAlone_data() { headsShareTheirPasses_data(); }
    void headsWithGapsSameAsAlone()
    {
        QFETCH(const std::string, method);
        const QTemporaryDir directory;
        writeHeadFor(directory.path().toStdString(), method);
        SessionSettings settings = headSettings(method, directory.path().toStdString());
        settings.maxTokens = 24;
        BatchSettings how = 4;
        how.isSynchronised = true;
        compareWithSessions({makeTargetOfHeads(192), nullptr}, settings, textsFor(6, 0.8), how);
    }

    /// So many texts after one another that the columns run out: all are read again.
    void columnsRunOut()
    {
        const TinyPair pair = makeTinyPair(192, true);
        for (const ShortDraft remedy : {ShortDraft::twoTokens, ShortDraft::crop}) {
            SessionSettings settings = settingsFor(60);
            settings.topTokens = 0;
            BatchSettings how = 3;
            how.isSynchronised = true;
            how.shortDraft = remedy;
            BatchCounts counts;
            compareWithSessions({pair.target, pair.draft}, settings, textsFor(24, 0), how, &counts);
            QVERIFY(counts.rereads > 0);
        }
    }

    /// What each remedy costs for a draft that is one token short: a target as its own draft has all drafts accepted.
    void remediesCost()
    {
        const TinyPair pair = makeTinyPair(192);
        SessionSettings settings = settingsFor(31);
        settings.topTokens = 0;
        const std::vector<BatchText> texts(2, BatchText{"One day", 1, {.temperature = 0}});
        std::map<ShortDraft, BatchCounts> costs;
        for (const ShortDraft remedy : {ShortDraft::twoTokens, ShortDraft::extraPass, ShortDraft::crop}) {
            BatchSettings how = 2;
            how.isSynchronised = true;
            how.shortDraft = remedy;
            const auto batch = makeBatch({pair.target, pair.target}, settings, texts, how, twoThreads());
            while (!batch->hasEnded())
                (void)batch->finishRound();
            costs[remedy] = batch->counts();
            QCOMPARE(batch->counts().gaps, 0); // all go alike
        }
        const BatchCounts& usual = costs[ShortDraft::twoTokens];
        const BatchCounts& extra = costs[ShortDraft::extraPass];
        const BatchCounts& crop = costs[ShortDraft::crop];
        // 31 tokens are six rounds of 4 drafts and a bonus token, and a last token; what the last full round leaves out is fed, too,
        // where it is fed at once.
        QCOMPARE(extra.draftPasses - usual.draftPasses, 6);
        QCOMPARE(extra.targetRows, usual.targetRows);
        QCOMPARE(extra.targetPasses, usual.targetPasses);
        QCOMPARE(crop.targetRows - usual.targetRows, 2 * 6);
        QCOMPARE(crop.targetPasses, usual.targetPasses);
        QCOMPARE(crop.draftRows, usual.draftRows);
    }

    /// What the caches did, as it is recorded, has every token in its column, and gaps are never written.
    void gapsAreRecorded()
    {
        const TinyPair pair = makeTinyPair(192, true);
        BatchSettings how = 3;
        how.isSynchronised = true;
        const auto batch = makeBatch({pair.target, pair.draft}, settingsFor(24), textsFor(3, 0.8), how, twoThreads());
        std::map<int, Recording> recordings;
        int rounds = 0;
        std::size_t gaps = 0;
        while (!batch->hasEnded()) {
            const std::vector<RoundRecord> together = batch->finishRound();
            ++rounds;
            for (const RoundRecord& round : together) {
                auto [recording, isNew] = recordings.try_emplace(round.sequence);
                if (isNew)
                    recording->second.setHeader(batch->header(round.sequence));
                recording->second.put(0, round);
            }
            if (together.size() < 3)
                continue;
            std::set<int> ends;
            for (auto& [sequence, recording] : recordings) {
                const CacheTables tables = cacheAt(recording, recording.end(0));
                int position = 0, column = 0;
                bool isAtEnd = false; // only what was rolled back last is free
                for (const auto& [slot, entry] : tables.target) {
                    isAtEnd = isAtEnd || entry.state == SlotState::free;
                    QCOMPARE(entry.state == SlotState::free, isAtEnd);
                    if (isAtEnd)
                        continue;
                    QCOMPARE(slot, column++); // nothing is left out
                    QVERIFY(entry.state == SlotState::committed || entry.state == SlotState::gap);
                    if (entry.state == SlotState::gap) {
                        ++gaps;
                        continue;
                    }
                    QCOMPARE(entry.position, position);
                    QCOMPARE(entry.token, batch->text(sequence)[std::size_t(position)].token);
                    ++position;
                }
                QCOMPARE(position, int(batch->text(sequence).size()) - 1);
                ends.insert(column);
            }
            QCOMPARE(ends.size(), std::size_t(1));
        }
        QVERIFY(rounds > 3 && gaps > 0);
    }

    void cancelledRoundsWithGaps()
    {
        const TinyPair pair = makeTinyPair(192, true);
        const std::vector<BatchText> texts = textsFor(4, 0.8);
        BatchSettings how = 3;
        how.isSynchronised = true;
        how.shortDraft = ShortDraft::crop;
        const auto undisturbed = makeBatch({pair.target, pair.draft}, settingsFor(16), texts, how, twoThreads());
        while (!undisturbed->hasEnded())
            (void)undisturbed->finishRound();
        for (int pass = 1; pass < 30; pass += 2) {
            const auto backend = std::make_shared<NotingBackend>();
            std::atomic<bool> flag = false;
            Progress progress;
            progress.cancelled = &flag;
            const auto batch = makeBatch({pair.target, pair.draft}, settingsFor(16), texts, how, backend);
            backend->cancels = &flag;
            backend->countdown = pass;
            while (!batch->hasEnded()) {
                try {
                    (void)batch->finishRound(progress);
                } catch (const Cancelled&) {
                    flag = false;
                }
            }
            for (int i = 0; i < batch->sequenceCount(); ++i)
                QVERIFY(batch->text(i) == undisturbed->text(i));
        }
    }

    void gapsAreRefused()
    {
        const TinyPair tiny = makeTinyPair();
        BatchSettings how = 2;
        how.isSynchronised = true;
        SessionSettings settings;
        settings.shape = "fixed-widths";
        const auto trees =
            BatchSession::create({tiny.target, tiny.draft}, settings, textsFor(2, 0.8), how, twoThreads());
        QVERIFY(!trees
                && trees.error().sentence.starts_with("A batch with gaps decodes chains, and the shape is fixed"));
        settings.shape = "chain";
        settings.fault = "keep-rejected-kv";
        const auto fault =
            BatchSession::create({tiny.target, tiny.draft}, settings, textsFor(2, 0.8), how, twoThreads());
        QVERIFY(!fault && fault.error().sentence.starts_with("The fault keep-rejected-kv leaves K/V in slots"));
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

QTEST_GUILESS_MAIN(TestBatchSession)
#include "test_batch_session.moc"

// SPDX-License-Identifier: MIT
// Batches that are kept in step, with gaps in their caches, write what each of their sequences writes alone.
#include <map>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "engine/record/cache_table.h"
#include "tests/fixtures/batches.h"
#include "tests/fixtures/target_heads.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestBatchGaps : public QObject {
    Q_OBJECT

private slots:
    void sameAsAlone_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<int>("remedy");
        QTest::addColumn<double>("temperature");
        for (const double temperature : {0.0, 0.8}) {
            for (const ShortDraft remedy : {ShortDraft::twoTokens, ShortDraft::extraPass, ShortDraft::crop})
                QTest::addRow("two-model, remedy %d, T %.1f", int(remedy), temperature)
                    << std::string("two-model") << int(remedy) << temperature;
            for (const char* method : {"plain", "prompt-lookup", "lookahead", "early-exit", "layer-skipping"})
                QTest::addRow("%s, T %.1f", method, temperature) << std::string(method) << 0 << temperature;
        }
    }
    /// With other positions than slots, padded texts and whatever is done for a short draft.
    void sameAsAlone()
    {
        QFETCH(const std::string, method);
        QFETCH(const int, remedy);
        QFETCH(const double, temperature);
        const TinyPair pair = makeTinyPair(192, true);
        SessionSettings settings;
        settings.method = method;
        if (method == "lookahead")
            settings.options["lookahead-window"] = 3;
        settings.maxTokens = 30;
        BatchSettings how = 3;
        how.isSynchronised = true;
        how.shortDraft = ShortDraft(remedy);
        BatchCounts counts;
        compareWithSessions({pair.target, pair.draft}, settings, textsFor(8, temperature), how, &counts);
        QVERIFY(counts.gaps > 0); // the prompts have not one length
    }

    void headsSameAsAlone_data()
    {
        QTest::addColumn<std::string>("method");
        for (const char* method : headMethods)
            QTest::newRow(method) << std::string(method);
    }
    void headsSameAsAlone()
    {
        QFETCH(const std::string, method);
        const QTemporaryDir directory;
        writeHeadFor(directory.path().toStdString(), method);
        SessionSettings settings = headSettings(method, directory.path().toStdString());
        settings.maxTokens = 24;
        BatchSettings how = 4;
        how.isSynchronised = true;
        BatchCounts counts;
        compareWithSessions({makeTargetOfHeads(192), nullptr}, settings, textsFor(6, 0.8), how, &counts);
        QVERIFY(counts.gaps > 0);
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
        const BatchCounts& defaultValue = costs[ShortDraft::twoTokens];
        const BatchCounts& extra = costs[ShortDraft::extraPass];
        const BatchCounts& crop = costs[ShortDraft::crop];
        // 31 tokens are six rounds of 4 drafts and a bonus token, and a last token; what the last full round leaves out
        // is fed, too, where it is fed at once.
        QCOMPARE(extra.draftPasses - defaultValue.draftPasses, 6);
        QCOMPARE(extra.targetRows, defaultValue.targetRows);
        QCOMPARE(extra.targetPasses, defaultValue.targetPasses);
        QCOMPARE(crop.targetRows - defaultValue.targetRows, 2 * 6);
        QCOMPARE(crop.targetPasses, defaultValue.targetPasses);
        QCOMPARE(crop.draftRows, defaultValue.draftRows);
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
                if (batch->ended(sequence) == EndReason::none)
                    ends.insert(column);
            }
            QVERIFY(ends.size() <= 1);
        }
        QVERIFY(rounds > 3 && gaps > 0);
    }

    void cancelledRoundsAreDoneAgain()
    {
        const TinyPair pair = makeTinyPair(192, true);
        BatchSettings how = 3;
        how.isSynchronised = true;
        how.shortDraft = ShortDraft::crop;
        QVERIFY(cancelInEveryPass({pair.target, pair.draft}, settingsFor(16), textsFor(4, 0.8), how, 15) > 8);
    }

    void refused()
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

        const TinyPair roomy = makeTinyPair(600000);
        const auto passes = passesForBatch({roomy.target, roomy.draft}, settingsFor(600000), textsFor(2, 0.8), how);
        QVERIFY(!passes);
        QCOMPARE(passes.error().sentence,
                 std::string("A batch with gaps needs 1200066 columns for such texts and there can be 1048576: choose "
                             "shorter texts, or a batch without gaps."));
    }
};

DRAFTSCOPE_TEST(TestBatchGaps)
#include "test_batch_gaps.moc"

// SPDX-License-Identifier: MIT
// The table that is drawn from what a recording says of its caches is the one that the session has, at every moment.
#include <algorithm>
#include <map>

#include <QTemporaryDir>
#include <QTest>

#include "engine/record/cache_table.h"
#include "engine/session/batch_session.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "engine/trace/trace_file.h"
#include "tests/fixtures/cache_tables.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/stopping_backend.h"
#include "tests/fixtures/target_heads.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// Advances by a moment, which goes into the recording.
Moment advance(Session& session, Recording& recording, int branch = 0)
{
    const Moment moment = session.advance();
    recording.put(branch, session.round());
    return moment;
}

} // namespace

class TestCacheChanges : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    std::shared_ptr<const Model> m_target = makeTargetOfHeads();
    std::shared_ptr<const Model> m_draft = makeTinyPair(128).draft;

    std::string path(const std::string& name) const
    {
        return m_directory.filePath(QString::fromStdString(name)).toStdString();
    }
    static void addMethods()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        QTest::addRow("plain") << std::string("plain") << std::string("chain");
        QTest::addRow("prompt-lookup") << std::string("prompt-lookup") << std::string("chain");
        for (const char* shape : {"chain", "merged-chains"})
            QTest::addRow("lookahead, %s", shape) << std::string("lookahead") << std::string(shape);
        for (const char* method : {"two-model, copies", "eagle, copies"})
            QTest::newRow(method) << std::string(method) << std::string("chain");
        for (const char* method : {"two-model", "medusa", "eagle", "eagle3", "layer-skipping", "early-exit"})
            for (const char* shape : {"chain", "fixed-widths", "best-first", "dynamic"})
                QTest::addRow("%s, %s", method, shape) << std::string(method) << std::string(shape);
    }
    SessionSettings settingsFor(const std::string& name, const std::string& shape) const
    {
        SessionSettings settings;
        const std::string method = name.substr(0, name.find(','));
        chooseMethod(settings, method);
        chooseShape(settings, shape);
        if (method != name)
            settings.options["copy-first"] = 6;
        if (std::ranges::count(headMethods, method) > 0)
            setFile(settings, "head", path(method));
        if (shape == "dynamic")
            settings.options["tree-nodes"] = 7; // some are pruned
        if (shape == "best-first")
            settings.options["tree-nodes"] = 16; // and not as many as this machine's row times ask for
        if (method == "prompt-lookup")
            settings.options["ngram-min"] = 1;
        if (method == "lookahead")
            settings.options["lookahead-window"] = 2;
        settings.draftLength = 4;
        settings.maxTokens = 80;
        settings.topTokens = 2;
        return settings;
    }
    std::unique_ptr<Session> session(const SessionSettings& settings, const std::string& prompt = "Once Once") const
    {
        return makeSession({m_target, settings.method == "two-model" ? m_draft : nullptr}, settings, prompt);
    }

private slots:
    void initTestCase()
    {
        for (const char* method : headMethods)
            writeHeadFor(path(method), method);
    }

    /// From the first moment to the last, what was freed included; the same from a trace.
    void aDecodeIsDrawn_data() { addMethods(); }
    void aDecodeIsDrawn()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const auto decoded = session(settingsFor(method, shape));
        Recording recording(decoded->header());
        std::vector<CacheTables> live;
        std::vector<Position> positions;
        while (decoded->ended() == EndReason::none && recording.roundCount(0) <= 30) {
            advance(*decoded, recording);
            live.push_back({tableOf(decoded->targetSlots()), tableOf(decoded->draftSlots())});
            positions.push_back(recording.end(0));
            const CacheTables drawn = cacheAt(recording, positions.back());
            QCOMPARE(words(drawn.target), words(live.back().target));
            QCOMPARE(words(drawn.draft), words(live.back().draft));
        }
        QVERIFY(recording.roundCount(0) > 12);
        QCOMPARE(live.back().draft.empty(), !method.starts_with("two-model") && !method.starts_with("eagle"));

        QVERIFY(saveTrace(path("trace.jsonl"), recording));
        const auto loaded = loadTrace(path("trace.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        for (std::size_t i = 0; i < live.size(); ++i)
            QVERIFY(cacheAt(loaded->recording, positions[i]) == live[i]);
        QVERIFY(cacheAt(recording, {0, 0, 0}) == CacheTables());
    }

    /// A person goes to and fro: every time to some moment of some branch, where a new one begins or the last goes on.
    /// A third of the times in a session that has never been there.
    void branchesAreDrawn_data() { addMethods(); }
    void branchesAreDrawn()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        const SessionSettings settings = settingsFor(method, shape);
        auto walking = session(settings);
        Recording recording(walking->header());
        for (int i = 0; i < 40; ++i)
            advance(*walking, recording);
        unsigned state = 1;
        const auto choose = [&](int count) {
            state = state * 1664525u + 1013904223u;
            return int((state >> 8) % unsigned(count));
        };
        int drawn = 0, reread = 0;
        for (int jump = 0; jump < 60; ++jump) {
            int branch = choose(int(recording.branches().size()));
            Position at = recording.end(branch);
            if (jump % 2 == 0) {
                at.round = choose(at.round + 1);
                at.moment = choose(int(recording.round(branch, at.round).moments.size()) + 1);
                branch = recording.fork(at, "");
            }
            if (jump % 3 == 0)
                walking = session(settings);
            if (jump % 5 == 0) // as the window does
                walking->resume(recording.spineTo(at), {0, at.round, at.moment});
            else
                walking->resume(recording, at);
            if (jump % 4 == 1)
                (void)walking->distribution(0, 4); // computes what the session does not have
            if (walking->ended() != EndReason::none)
                continue;
            walking->forceVerdict(choose(7), choose(2) == 0); // so that all of a tree is accepted now and then
            for (int moments = 1 + choose(12); moments > 0 && walking->ended() == EndReason::none; --moments) {
                advance(*walking, recording, branch);
                const CacheTables tables = cacheAt(recording, recording.end(branch));
                QCOMPARE(words(withoutFree(tables.target)), words(withoutFree(tableOf(walking->targetSlots()))));
                if (!walking->round().nodes.empty()) { // something is drafted with it
                    QCOMPARE(words(withoutFree(tables.draft)), words(withoutFree(tableOf(walking->draftSlots()))));
                }
                ++drawn;
                const RoundRecord& round = walking->round();
                for (const CacheChange& change : round.cacheChanges)
                    if (round.round > 0 && change.cache == CacheOwner::target
                        && change.position < round.prefixLength - 1)
                        reread += change.kind == CacheChange::Kind::written ? change.count : 0;
            }
        }
        QVERIFY(drawn > 100);
        QCOMPARE(reread > 0,
                 shape != "chain"); // what trees had elsewhere is read again, or this tests less than it says

        QVERIFY(saveTrace(path("branches.jsonl"), recording));
        const auto loaded = loadTrace(path("branches.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        for (const BranchRecord& branch : recording.branches()) {
            const Position end = recording.end(branch.branch);
            QVERIFY(cacheAt(loaded->recording, end) == cacheAt(recording, end));
        }
    }

    /// Each sequence has some of the slots.
    void batchesAreDrawn_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("shape");
        for (const char* method : {"plain", "two-model", "early-exit", "lookahead"})
            for (const char* shape : {"chain", "fixed-widths"})
                QTest::addRow("%s, %s", method, shape) << std::string(method) << std::string(shape);
    }
    void batchesAreDrawn()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        SessionSettings settings = settingsFor(method,
                                               method == "plain"                               ? "chain"
                                                   : method == "lookahead" && shape != "chain" ? "merged-chains"
                                                                                               : shape);
        settings.maxTokens = 20;
        std::vector<BatchText> texts;
        for (const char* prompt : {"Once", "", "There was a fox and a hare", "x", "Lily"})
            texts.push_back({.prompt = prompt, .seed = texts.size(), .sampler = settings.sampler});
        const Pair pair{m_target, settings.method == "two-model" ? m_draft : nullptr};
        auto batch = BatchSession::create(pair, settings, texts, 3, makeCpuBackend(1));
        QVERIFY2(batch, batch ? "" : batch.error().sentence.c_str());
        std::map<int, Recording> recordings;
        for (int i = 0; i < int(texts.size()); ++i) {
            TraceHeader header;
            header.promptTokens = *m_target->tokenizer->encodePrompt(texts[std::size_t(i)].prompt);
            recordings.emplace(i, Recording(header));
        }
        int rounds = 0;
        while (!(*batch)->hasEnded()) {
            for (const RoundRecord& round : (*batch)->finishRound())
                recordings[round.sequence].put(0, round);
            CacheTables all, live;
            for (const auto& [sequence, recording] : recordings) {
                if ((*batch)->ended(sequence) != EndReason::none)
                    continue; // its slots are free for others
                add(all.target, withoutFree(cacheAt(recording, recording.end(0)).target));
                add(all.draft, withoutFree(cacheAt(recording, recording.end(0)).draft));
            }
            for (int place = 0; place < (*batch)->batchSize(); ++place) {
                add(live.target, withoutFree(tableOf(&(*batch)->targetSlots(), place)));
                add(live.draft, withoutFree(tableOf((*batch)->draftSlots(), place)));
            }
            QCOMPARE(words(all.target), words(live.target));
            QCOMPARE(words(all.draft), words(live.draft));
            ++rounds;
        }
        QVERIFY(rounds > 8);
    }

    /// However long it is, a line of its own for each cache.
    void aPromptIsFewChanges()
    {
        for (const char* method : {"two-model", "eagle"}) {
            const auto decoded = session(settingsFor(method, "chain"), std::string(100, 'x'));
            const RoundRecord& round = decoded->finishRound();
            std::vector<CacheChange> read;
            std::ranges::copy_if(round.cacheChanges, std::back_inserter(read),
                                 [](const CacheChange& change) { return change.textIndex >= 0; });
            QCOMPARE(int(read.size()), 2);
            const bool isEagle = std::string_view(method) == "eagle"; // whose rows have the token behind
            CacheChange target{.slot = 0, .count = 100, .position = 0, .textIndex = 0};
            CacheChange draft{.cache = CacheOwner::draft, .slot = 0, .count = isEagle ? 100 : 101, .position = 0};
            draft.textIndex = isEagle ? 1 : 0;
            QVERIFY(read[0] == target);
            QVERIFY(read[1] == draft);
            QVERIFY(round.cacheChanges.size() < 30);
        }
    }

    /// Rows that are run again, as layer skipping does with its drafts, are written anew.
    void whatIsRunAgainIsWrittenAgain()
    {
        for (const char* method : {"layer-skipping", "early-exit"}) {
            const auto decoded = session(settingsFor(method, "chain"));
            const RoundRecord& round = decoded->finishRound();
            const int verify = int(round.nodes.size());
            int rolledBack = 0;
            for (const CacheChange& change : round.cacheChanges)
                if (change.moment == verify && change.kind == CacheChange::Kind::rolledBack)
                    rolledBack += change.count;
            // Root and drafts but the last, which nothing was drafted after. Early exit goes on with them.
            QCOMPARE(rolledBack, std::string_view(method) == "early-exit" ? 0 : verify);
        }
    }

    void withoutTracingNothingIsSaid()
    {
        SessionSettings settings = settingsFor("two-model", "chain");
        settings.topTokens = 0;
        const auto decoded = session(settings);
        const Recording recording = decode(*decoded);
        for (int r = 0; r < recording.roundCount(0); ++r)
            QVERIFY(recording.round(0, r).cacheChanges.empty());
    }

    /// A step that is cancelled at any pass leaves no mark, when it was done again.
    void cancelledStepsAreNotWrittenDown_data() { addMethods(); }
    void cancelledStepsAreNotWrittenDown()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, shape);
        SessionSettings settings = settingsFor(method, shape);
        settings.maxTokens = 8;
        const Pair pair{m_target, settings.method == "two-model" ? m_draft : nullptr};
        const std::string prompt(80, 'x');
        int stopped = 0;
        for (int atPass = 0;; ++atPass) {
            Stop stop;
            stop.atPass = atPass;
            const auto decoded = makeSession(pair, settings, prompt, std::make_shared<StoppingBackend>(stop));
            Recording recording(decoded->header());
            Progress progress;
            progress.cancelled = &stop.flag;
            bool wasStopped = false;
            while (decoded->ended() == EndReason::none) {
                try {
                    recording.put(0, decoded->finishRound(progress));
                } catch (const Cancelled&) {
                    wasStopped = true;
                    stop.flag = false;
                    continue;
                }
                const CacheTables tables = cacheAt(recording, recording.end(0));
                QCOMPARE(words(withoutFree(tables.target)), words(withoutFree(tableOf(decoded->targetSlots()))));
                if (!decoded->round().nodes.empty()) {
                    QCOMPARE(words(withoutFree(tables.draft)), words(withoutFree(tableOf(decoded->draftSlots()))));
                }
            }
            if (!wasStopped)
                break;
            ++stopped;
        }
        QVERIFY2(stopped > 4, qPrintable(QString::number(stopped)));
    }
};

DRAFTSCOPE_TEST(TestCacheChanges)
#include "test_cache_changes.moc"

// SPDX-License-Identifier: MIT
// Rounds with rows beside the drafts: what is recorded of them, what they say, and that a decode goes on from a record
// as it did.
#include <algorithm>

#include <QTemporaryDir>
#include <QTest>

#include "engine/record/cache_table.h"
#include "engine/session/methods.h"
#include "engine/speculation/lookahead_window.h"
#include "engine/trace/trace_file.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

SessionSettings lookahead(int window, int ngram, const std::string& shape = "chain")
{
    SessionSettings settings;
    chooseMethod(settings, "lookahead");
    settings.shape = shape;
    setOption(settings, "lookahead-window", window);
    setOption(settings, "lookahead-ngram", ngram);
    settings.sampler.temperature = 0;
    settings.maxTokens = 30;
    settings.topTokens = 4;
    return settings;
}

/// The text before a round and a side row's path behind it.
std::vector<TokenId> seenBy(const RoundRecord& round, int row, std::vector<TokenId> text)
{
    std::vector<TokenId> path;
    for (; row >= 0; row = round.sideRows[std::size_t(row)].parent)
        path.push_back(round.sideRows[std::size_t(row)].token);
    text.insert(text.end(), path.rbegin(), path.rend());
    return text;
}

QString sentenceOf(const SessionSettings& settings)
{
    const auto checked = check(settings);
    return checked ? QString() : QString::fromStdString(checked.error().sentence);
}

} // namespace

class TestLookahead : public QObject {
    Q_OBJECT
private slots:
    /// What is recorded behind each side row is what the target says of that text alone, and its slot is there from the
    /// verify moment to the commit.
    void sideRowsAreRows_data()
    {
        QTest::addColumn<std::string>("shape");
        for (const char* shape : {"chain", "merged-chains"})
            QTest::newRow(shape) << std::string(shape);
    }
    void sideRowsAreRows()
    {
        QFETCH(std::string, shape);
        const TinyPair models = makeTinyPair(96);
        const Pair pair{models.target, nullptr};
        const auto session = makeSession(pair, lookahead(3, 4, shape), "Once Once");
        const Recording recording = decode(*session);
        SequenceCache alone(std::move(*makeCpuBackend(1)->makePass(models.target, 96, {})));
        std::vector<float> logits(std::size_t(models.target->config.vocabularySize));
        std::vector<TokenId> text = recording.header().promptTokens;
        int compared = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            const bool isLast = int(text.size()) - int(recording.header().promptTokens.size()) + 1 == 30;
            QCOMPARE(int(round.sideRows.size()), isLast ? 0 : LookaheadWindow::rowCount(3, 3));
            const auto verify = std::ranges::find(round.moments, MomentKind::verify, &Moment::kind);
            const int verified = int(verify - round.moments.begin()) + 1;
            const CacheTable during = cacheAt(recording, {0, r, verified}).target;
            const CacheTable after = cacheAt(recording, {0, r, int(round.moments.size())}).target;
            for (int row = 0; row < int(round.sideRows.size()); ++row) {
                const SideRow& side = round.sideRows[std::size_t(row)];
                const std::vector<TokenId> seen = seenBy(round, row, text);
                const auto written = during.find(side.targetSlot), freed = after.find(side.targetSlot);
                QVERIFY(written != during.end() && freed != after.end());
                QVERIFY(written->second == (CacheSlot{SlotState::speculative, int(seen.size()) - 1, side.token}));
                QVERIFY(freed->second.state == SlotState::free);
                QVERIFY(std::ranges::count(round.nodes, side.targetSlot, &NodeRecord::targetSlot) == 0);
                if (r % 5 != 0)
                    continue;
                alone.clear();
                alone.feed(seen, logits);
                const auto known = std::span(logits).first(std::size_t(models.target->tokenizer->size()));
                QCOMPARE(side.likeliest, TokenId(std::ranges::max_element(known) - known.begin()));
                ++compared;
            }
            QVERIFY(atMoment(round, verified - 1).sideRows.empty());
            for (const CommittedToken& token : round.committed)
                text.push_back(token.token);
        }
        QVERIFY(compared >= 8);
    }

    /// The window of a round is that of the one before, moved on by what its rows said.
    void theWindowMovesOnFromRoundToRound()
    {
        const TinyPair models = makeTinyPair(96);
        const auto session = makeSession({models.target, nullptr}, lookahead(3, 4), "Once Once");
        const Recording recording = decode(*session);
        QVERIFY(recording.roundCount(0) > 4);
        for (int r = 1; r + 1 < recording.roundCount(0); ++r) {
            LookaheadWindow window(3, 3);
            const RoundRecord& before = recording.round(0, r - 1);
            window.moveOn(before.sideRows, before.likeliest[0]);
            const std::vector<SideRow> expected = window.rows(recording.header().promptTokens);
            const std::vector<SideRow>& now = recording.round(0, r).sideRows;
            for (std::size_t row = 0; row < now.size(); ++row)
                QCOMPARE(now[row].token, expected[row].token);
        }
    }

    /// From every round of a trace: pool and window are made of what it says.
    void aTraceGoesOnAsItDid_data() { sideRowsAreRows_data(); }
    void aTraceGoesOnAsItDid()
    {
        QFETCH(std::string, shape);
        const TinyPair models = makeTinyPair(96);
        const Pair pair{models.target, nullptr};
        const SessionSettings settings = lookahead(3, 4, shape);
        const Recording recording = decode(*makeSession(pair, settings, "Once Once"));
        const QTemporaryDir directory;
        const std::string path = directory.filePath("lookahead.jsonl").toStdString();
        QVERIFY(saveTrace(path, recording));
        const auto loaded = loadTrace(path);
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->recording.round(0, 0) == recording.round(0, 0));
        QVERIFY(!loaded->recording.round(0, 0).sideRows.empty());
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const auto again = makeSession(pair, settings, "Once Once");
            again->resume(loaded->recording, {0, r, 0});
            for (int later = r; later < recording.roundCount(0); ++later)
                QVERIFY2(withoutSlots(again->finishRound()) == withoutSlots(recording.round(0, later)),
                         qPrintable(QString("round %1 from %2").arg(later).arg(r)));
            QVERIFY(again->ended() != EndReason::none);
        }
    }

    /// Where a row would lie behind the end of the context, a round has none, and the text goes on to that end. There
    /// the slots are more than the positions.
    void theContextEnds()
    {
        const TinyPair models = makeTinyPair(40);
        const Pair pair{models.target, nullptr};
        for (const char* shape : {"chain", "merged-chains"}) {
            SessionSettings settings = lookahead(6, 5, shape);
            settings.maxTokens = 500;
            const auto session = makeSession(pair, settings, "Once");
            const Recording recording = decode(*session);
            QVERIFY(session->ended() == EndReason::contextFull);
            QCOMPARE(tokensOf(*session), greedyTokens(pair, "plain", 1, "Once", 500));
            int with = 0, without = 0;
            for (int r = 0; r < recording.roundCount(0); ++r) {
                const RoundRecord& round = recording.round(0, r);
                ++(round.sideRows.empty() ? without : with);
                // The deepest lies W + N - 3 behind the root, and the context has 40 positions.
                QCOMPARE(round.sideRows.empty(), round.prefixLength - 1 + 6 + 5 - 3 >= 40);
            }
            QVERIFY(with > 0 && without > 0);
        }
    }

    /// Rows of a pass are 65: what does not go together is said, and a tree takes what the window leaves.
    void thereIsRoomForSixtyFourRows()
    {
        SessionSettings settings = lookahead(15, 5);
        settings.draftLength = 5;
        QCOMPARE(sentenceOf(settings), QString());
        const TinyPair models = makeTinyPair(128);
        const auto session = makeSession({models.target, nullptr}, settings, "Once");
        QCOMPARE(int(session->finishRound().sideRows.size()), 59);
        const auto longer = session->setDraftLength(6);
        QVERIFY(!longer);
        QCOMPARE(longer.error().sentence,
                 "The lookahead branch of 15 columns and 5-grams is 59 rows and K is 6, and a pass of the target takes "
                 "64 rows beside the root: choose fewer columns, shorter n-grams or a smaller K.");
        settings.shape = "merged-chains";
        const auto tree = makeSession({models.target, nullptr}, settings, "Once Once");
        const Recording recording = decode(*tree);
        std::size_t most = 0;
        for (int r = 0; r < recording.roundCount(0); ++r)
            most = std::max(most, recording.round(0, r).nodes.size());
        QCOMPARE(most, std::size_t(5)); // G K would be 20
    }

    void whatCannotBeIsRefused()
    {
        QCOMPARE(sentenceOf(lookahead(33, 4)), "Window (W) is 33: choose a number from 0 to 32.");
        QCOMPARE(sentenceOf(lookahead(-1, 4)), "Window (W) is -1: choose a number from 0 to 32.");
        QCOMPARE(sentenceOf(lookahead(2, 1)), "N-gram (N) is 1: choose a number from 2 to 9.");
        SessionSettings settings = lookahead(2, 4, "merged-chains");
        setOption(settings, "lookahead-guesses", 17);
        QCOMPARE(sentenceOf(settings), "Guesses (G) is 17: choose a number from 1 to 16.");
        QCOMPARE(
            sentenceOf(lookahead(2, 4, "fixed-widths")),
            "The method lookahead does not draft the shape fixed-widths: choose the shape chain, or another method.");
    }

    /// Without a window no row is added, and the rounds are those of the drafts alone.
    void withoutAWindowThereAreNone()
    {
        const TinyPair models = makeTinyPair(96);
        const auto session = makeSession({models.target, nullptr}, lookahead(0, 4), "Once Once");
        const Recording recording = decode(*session);
        for (int r = 0; r < recording.roundCount(0); ++r)
            QVERIFY(recording.round(0, r).sideRows.empty());
    }
};

DRAFTSCOPE_TEST(TestLookahead)
#include "test_lookahead.moc"

// SPDX-License-Identifier: MIT
// A session that is cancelled ends its work with the pass at hand, stands where it stood and can go on. Nothing here
// looks at a clock: passes and reports are counted.
#include <QTest>

#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/stopping_backend.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

SessionSettings settingsOfLength(int tokens)
{
    SessionSettings settings;
    settings.draftLength = 3;
    settings.maxTokens = tokens;
    return settings;
}

const std::string longPrompt(300, 'x'); // with its begin-of-text token: 4 pieces of 64 and 44 more, then the last token

/// Every round of an undisturbed decode.
std::vector<RoundRecord> expectedRounds(const Pair& pair, const std::string& prompt, int tokens)
{
    const auto session = makeSession(pair, settingsOfLength(tokens), prompt);
    std::vector<RoundRecord> rounds;
    while (session->ended() == EndReason::none)
        rounds.push_back(withoutTimes(session->finishRound()));
    return rounds;
}

} // namespace

class TestCancelling : public QObject {
    Q_OBJECT

private:
    TinyPair m_tiny = makeTinyPair(1024);
    Pair m_pair{m_tiny.target, m_tiny.draft};

private slots:
    /// The flag is set while a piece of the prompt is reported: that piece is not run any more, and the pieces before
    /// it need not be run again.
    void aPromptIsLeftWithinAPiece_data()
    {
        QTest::addColumn<int>("report");
        QTest::addColumn<int>("cachedByTarget");
        QTest::addColumn<int>("cachedByDraft");
        QTest::addColumn<int>("reportsOfTheRest"); // none of a single pass
        QTest::newRow("the target's first piece") << 1 << 0 << 0 << 10;
        QTest::newRow("its third") << 3 << 128 << 0 << 8;
        QTest::newRow("its last") << 5 << 256 << 0 << 5;
        QTest::newRow("the draft's first") << 6 << 300 << 0 << 5;
        QTest::newRow("its fourth") << 9 << 300 << 192 << 2;
    }
    void aPromptIsLeftWithinAPiece()
    {
        QFETCH(int, report);
        QFETCH(int, cachedByTarget);
        QFETCH(int, cachedByDraft);
        QFETCH(int, reportsOfTheRest);
        const auto session = makeSession(m_pair, settingsOfLength(12), longPrompt);
        std::atomic<bool> flag = false;
        int reports = 0;
        double share = -1;
        std::string words;
        Progress progress;
        progress.cancelled = &flag;
        progress.report = [&](double done, std::string_view what) {
            share = done;
            words = what;
            if (++reports == report)
                flag = true;
        };
        QVERIFY_EXCEPTION_THROWN((void)session->advance(progress), Cancelled);
        QCOMPARE(reports, report);
        QVERIFY(share >= 0 && share < 1);
        QCOMPARE(words, std::string(report <= 5 ? "The target reads the text" : "The draft reads the text"));
        QCOMPARE(session->targetSlots()->committedCount(0), cachedByTarget);
        QCOMPARE(session->draftSlots()->committedCount(0), cachedByDraft);
        QVERIFY(session->round().moments.empty());
        QCOMPARE(session->generatedCount(), 0);

        flag = false;
        reports = 100;
        std::vector<RoundRecord> rounds;
        while (session->ended() == EndReason::none)
            rounds.push_back(withoutTimes(session->finishRound(progress)));
        QCOMPARE(reports, 100 + reportsOfTheRest); // what was cached is not read again
        QVERIFY(rounds == expectedRounds(m_pair, longPrompt, 12));
    }

    /// Stopped once at every pass that a decode has, in a draft, in a verify pass or in the prompt.
    void everyPassMayBeTheLast_data()
    {
        QTest::addColumn<bool>("byMoments");
        QTest::newRow("round by round") << false;
        QTest::newRow("moment by moment") << true;
    }
    void everyPassMayBeTheLast()
    {
        QFETCH(bool, byMoments);
        const std::string prompt = "Once upon";
        const auto expected = expectedRounds(m_pair, prompt, 12);
        int stopped = 0;
        for (int atPass = 0;; ++atPass) {
            Stop stop;
            stop.atPass = atPass;
            const auto session =
                makeSession(m_pair, settingsOfLength(12), prompt, std::make_shared<StoppingBackend>(stop));
            Progress progress;
            progress.cancelled = &stop.flag;
            std::vector<RoundRecord> rounds;
            bool wasStopped = false;
            while (session->ended() == EndReason::none) {
                const RoundRecord before = session->round();
                try {
                    if (byMoments)
                        (void)session->advance(progress);
                    else
                        (void)session->finishRound(progress);
                } catch (const Cancelled&) {
                    wasStopped = true;
                    QCOMPARE(stop.passes, atPass + 1); // none was begun after it
                    QVERIFY(session->round() == before);
                    stop.flag = false;
                    continue;
                }
                if (session->round().isFinished())
                    rounds.push_back(withoutTimes(session->round()));
            }
            QVERIFY(rounds == expected);
            if (!wasStopped)
                break; // the decode has no more passes
            ++stopped;
        }
        QVERIFY2(stopped > 12, qPrintable(QString::number(stopped)));
    }

    /// A round that is cancelled before its first moment has not begun: what is changed then counts in it.
    void changesAfterItCountInTheSameRound()
    {
        const auto session = makeSession(m_pair, settingsOfLength(12), longPrompt);
        std::atomic<bool> flag = true;
        Progress progress;
        progress.cancelled = &flag;
        QVERIFY_EXCEPTION_THROWN((void)session->finishRound(progress), Cancelled);
        QVERIFY(session->setDraftLength(2).has_value());
        const RoundRecord& round = session->finishRound();
        QCOMPARE(round.round, 0);
        QCOMPARE(round.draftLength, 2);
        QCOMPARE(int(round.overrides.size()), 1);
    }
};

DRAFTSCOPE_TEST(TestCancelling)
#include "test_cancelling.moc"

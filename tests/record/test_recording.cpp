// SPDX-License-Identifier: MIT
#include <QTest>

#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

/// A recording's history, forks of forks included: which rounds a branch sees, and what its text is.
class TestRecording : public QObject {
    Q_OBJECT

private:
    static QString text(const Recording& recording, int branch, int round)
    {
        QStringList ids;
        for (const CommittedToken& token : recording.tokensBefore(branch, round))
            ids << QString::number(token.token);
        return ids.join(' ');
    }

private slots:
    void aNewRecordingIsOneEmptyBranch()
    {
        const Recording recording;
        QCOMPARE(recording.branches().size(), std::size_t(1));
        QCOMPARE(recording.branches()[0].parent, -1);
        QCOMPARE(recording.roundCount(0), 0);
        QVERIFY(recording.end(0) == (Position{0, 0, 0}));
    }

    void textGrowsWithRounds()
    {
        const Recording recording = example::recording();
        QCOMPARE(text(recording, 0, 0), "1 10 11");
        QCOMPARE(text(recording, 0, 1), "1 10 11 20 22");
        QCOMPARE(text(recording, 0, 3), "1 10 11 20 22 20 21 23 2");
        QVERIFY(recording.tokensBefore(0, 0)[0].source == TokenSource::prompt);
        QVERIFY(recording.tokensBefore(0, 1)[3].source == TokenSource::accepted);
    }

    void aForkSharesWhatCameBefore()
    {
        const Recording recording = example::recording();
        QCOMPARE(recording.branches().size(), std::size_t(3));
        QCOMPARE(recording.branches()[1].reason, "forced u = 0.10 at draft 2");
        QCOMPARE(&recording.round(1, 0), &recording.round(0, 0));
        QVERIFY(recording.round(1, 1) == example::rejectedRound(1, 5));
        QVERIFY(recording.round(0, 1) == example::acceptedRound(1, 5));
        QCOMPARE(recording.roundCount(0), 3);
        QCOMPARE(recording.roundCount(1), 3);
        QCOMPARE(text(recording, 1, 2), "1 10 11 20 22 20 22");
    }

    void aForkOfAForkReachesThroughBoth()
    {
        Recording recording = example::recording();
        QCOMPARE(recording.roundCount(2), 2);
        QCOMPARE(&recording.round(2, 0), &recording.round(0, 0));
        QVERIFY(recording.round(2, 1) == recording.round(1, 1));
        recording.put(2, example::acceptedRound(2, 7));
        QCOMPARE(recording.roundCount(2), 3);
        QVERIFY(!recording.round(1, 2).isFinished());
        QCOMPARE(text(recording, 2, 3), "1 10 11 20 22 20 22 20 21 23");
        // It may also leave at a round that its parent itself only shares.
        const int early = recording.fork({2, 0, 2}, "early");
        QCOMPARE(recording.roundCount(early), 1);
        QVERIFY(recording.round(early, 0) == atMoment(recording.round(0, 0), 2));
    }

    void aForkInTheMiddleBeginsWithTheMomentsItKept()
    {
        Recording recording = example::recording();
        const int fork = recording.fork({0, 1, 3}, "why");
        QVERIFY(recording.end(fork) == (Position{fork, 1, 3}));
        QVERIFY(recording.round(fork, 1) == atMoment(recording.round(0, 1), 3));
        recording.put(fork, example::rejectedRound(1, 5)); // replaces the unfinished round
        QCOMPARE(recording.roundCount(fork), 2);
        QVERIFY(recording.round(fork, 1).isFinished());
    }

    void aForkBeforeARoundsFirstMomentOwnsNothingYet()
    {
        Recording recording = example::recording();
        const int fork = recording.fork({0, 2, 0}, "why");
        QCOMPARE(recording.roundCount(fork), 2);
        QVERIFY(recording.end(fork) == (Position{fork, 1, 7}));
    }

    void tokensKeepTheirBytes()
    {
        const Recording recording = example::recording();
        QVERIFY(recording.knowsToken(21));
        QVERIFY(recording.tokenBytes(21) == "\xBC \xFF");
        QVERIFY(!recording.knowsToken(99));
        QVERIFY(recording.tokenBytes(99).empty());
    }

    void memoryGrowsWithRoundsOnly()
    {
        Recording recording = example::recording();
        const std::size_t before = recording.memoryUse();
        QVERIFY(before >= 3 * sizeof(RoundRecord));
        (void)recording.tokensBefore(0, 3);
        QCOMPARE(recording.memoryUse(), before);
    }
};

DRAFTSCOPE_TEST(TestRecording)
#include "test_recording.moc"

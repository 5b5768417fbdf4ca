// SPDX-License-Identifier: MIT
#include <QTest>

#include "engine/record/recordings.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

/// Where the sequences of a batch stand when they go through a round together, as one printed line.
class TestRecordings : public QObject {
    Q_OBJECT

private:
    static RoundRecord ofSequence(RoundRecord round, int sequence)
    {
        round.sequence = sequence;
        return round;
    }

    /// Sequence 0 drafts two and loses one; sequence 1 decodes plainly and ends; sequence 2 takes its place in the
    /// second round.
    static Recordings batch()
    {
        Recordings batch(std::vector<TraceHeader>(3, example::header()));
        batch.putTogether({ofSequence(example::rejectedRound(0, 3), 0), ofSequence(example::plainRound(0, 3), 1)});
        batch.putTogether({ofSequence(example::acceptedRound(1, 5), 0), ofSequence(example::rejectedRound(0, 3), 2)});
        return batch;
    }

    static QString words(Position at) { return QStringLiteral("%1.%2").arg(at.round).arg(at.moment); }
    static QString kinds(const std::vector<Moment>& moments)
    {
        QString letters;
        for (const Moment& moment : moments)
            letters += QLatin1Char("dvjrbpc"[int(moment.kind)]);
        return letters;
    }

private slots:
    void aSingleRecordingSharesItsOwnPositions()
    {
        const Recordings single{example::recording()};
        QVERIFY(!single.isBatch());
        QCOMPARE(single.count(), 1);
        QCOMPARE(single.roundCount(0), single.current().roundCount(0));
        QVERIFY(single.moments(0, 1) == single.current().round(0, 1).moments);
        QVERIFY(single.end(1) == single.current().end(1));
        const Position at{1, 1, 3};
        QVERIFY(single.ownOf(0, at) == at && single.sharedOf(0, at) == at);
        QVERIFY(!single.isFinished(1, 2)); // the fork's last round is not
    }

    void aRoundHasTheMomentsOfAllItsSequences()
    {
        const Recordings batch = TestRecordings::batch();
        QCOMPARE(batch.roundCount(0), 2);
        QCOMPARE(kinds(batch.moments(0, 0)), "ddvjjrc");
        QCOMPARE(kinds(batch.moments(0, 1)), "ddvjjbc"); // the current sequence's own word for how the round ends
        QCOMPARE(batch.momentCount(0, 1), 7);
        QCOMPARE(words(batch.end(0)), "1.7");
    }

    void everySequenceWaitsForTheOthers_data()
    {
        QTest::addColumn<QString>("shared");
        QTest::addColumn<QString>("own");
        QTest::newRow("before") << "0.0"
                                << "0.0 0.0 0.0";
        QTest::newRow("draft 1") << "0.1"
                                 << "0.1 0.0 0.0";
        QTest::newRow("draft 2") << "0.2"
                                 << "0.2 0.0 0.0";
        QTest::newRow("verify") << "0.3"
                                << "0.3 0.1 0.0";
        QTest::newRow("judge 2") << "0.5"
                                 << "0.5 0.1 0.0";
        QTest::newRow("draw") << "0.6"
                              << "0.6 0.2 0.0";
        QTest::newRow("commit") << "0.7"
                                << "0.7 0.3 0.0";
        QTest::newRow("the second has ended, the third begins") << "1.1"
                                                                << "1.1 0.3 0.1";
        QTest::newRow("the end") << "1.7"
                                 << "1.7 0.3 0.7";
    }
    void everySequenceWaitsForTheOthers()
    {
        const Recordings batch = TestRecordings::batch();
        QFETCH(QString, shared);
        QFETCH(QString, own);
        const Position at{0, shared.section('.', 0, 0).toInt(), shared.section('.', 1, 1).toInt()};
        QStringList stand;
        for (int sequence = 0; sequence < batch.count(); ++sequence)
            stand << words(batch.ownOf(sequence, at));
        QCOMPARE(stand.join(' '), own);
    }

    void anOwnPositionIsFoundAmongTheShared()
    {
        const Recordings batch = TestRecordings::batch();
        QCOMPARE(words(batch.sharedOf(1, {0, 0, 1})), "0.3"); // its verify is that of all
        QCOMPARE(words(batch.sharedOf(1, {0, 0, 2})), "0.6");
        QCOMPARE(words(batch.sharedOf(2, {0, 0, 1})), "1.1"); // it began in the second round
        for (int sequence : {0, 2})
            for (int moment = 1; moment <= 7; ++moment) {
                const Position own{0, 0, moment};
                QCOMPARE(words(batch.ownOf(sequence, batch.sharedOf(sequence, own))), words(own));
            }
    }

    void whoWaitsHasNotBegun()
    {
        Recordings batch(std::vector<TraceHeader>(2, example::header()));
        QCOMPARE(batch.firstRound(0), -1);
        QCOMPARE(words(batch.end(0)), "0.0");
        batch.putTogether({ofSequence(example::plainRound(0, 3), 0)});
        QCOMPARE(batch.firstRound(0), 0);
        QCOMPARE(batch.firstRound(1), -1);
        batch.setCurrentSequence(1);
        QCOMPARE(batch.current().roundCount(0), 0);
        QCOMPARE(words(batch.ownOf(1, batch.end(0))), "0.0");
    }
};

DRAFTSCOPE_TEST(TestRecordings)
#include "test_recordings.moc"

// SPDX-License-Identifier: MIT
#include <random>

#include <QSignalSpy>
#include <QTest>

#include "gui/playback/playhead.h"
#include "gui/playback/recorded_steps.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

/// The moment shown of a recording: no model, no worker and no window is needed to go about in it.
class TestPlayhead : public QObject {
    Q_OBJECT

private:
    const Recordings m_recordings{example::recording()};

    static QString words(Position at) { return QStringLiteral("%1 %2 %3").arg(at.branch).arg(at.round).arg(at.moment); }
    static QString words(const std::optional<Position>& at) { return at ? words(*at) : QStringLiteral("none"); }
    static QString ids(const std::vector<CommittedToken>& text)
    {
        QStringList ids;
        for (const CommittedToken& token : text)
            ids << QString::number(token.token);
        return ids.join(' ');
    }

private slots:
    void beginsBeforeTheFirstMoment()
    {
        const Playhead playhead(m_recordings);
        QCOMPARE(words(playhead.position()), "0 0 0");
        QVERIFY(!playhead.round() && !playhead.selection().selectedToken() && !playhead.ways().isAtEnd());
        QCOMPARE(ids(playhead.text()), "1 10 11");
        QCOMPARE(playhead.metrics().rounds(), 0);
        QCOMPARE(playhead.selection().nodeInQuestion(), -1);
    }

    /// Metrics and text go back as well as on, to what adding from the first round comes to.
    void anyRoundHasItsMetricsAndText()
    {
        Recordings recordings{example::recording()};
        Recording& recording = recordings.current();
        for (int r = recording.roundCount(0); r < 700; ++r) {
            const RoundRecord& before = recording.round(0, r - 1);
            const int prefix = before.prefixLength + int(before.committed.size());
            recording.put(0, r % 3 == 0 ? example::rejectedRound(r, prefix) : example::acceptedRound(r, prefix));
        }
        Playhead playhead(recordings);
        std::mt19937 random(5);
        for (int i = 0; i < 60; ++i) {
            const int round = int(random() % 700);
            playhead.show(endOfRound(recordings, 0, round));
            Metrics metrics;
            for (int r = 0; r <= round; ++r)
                metrics.add(recording.round(0, r));
            QCOMPARE(playhead.metrics().rounds(), round + 1);
            QCOMPARE(playhead.metrics().judged(), metrics.judged());
            QCOMPARE(playhead.metrics().accepted(), metrics.accepted());
            QVERIFY(playhead.metrics().atDepth(2) == metrics.atDepth(2));
            QVERIFY(playhead.text() == recording.tokensBefore(0, round + 1));
        }
    }

    void anEmptyRecordingIsAtItsEnd()
    {
        const Recordings empty;
        Playhead playhead(empty);
        playhead.goTo({0, 3, 2});
        QCOMPARE(words(playhead.position()), "0 0 0");
        QVERIFY(playhead.ways().isAtEnd() && !playhead.ways().nextMoment() && !playhead.ways().previousMoment()
                && !playhead.ways().nextRound());
        QCOMPARE(words(playhead.ways().previousRound()), "0 0 0");
    }

    void showsTheRoundAsItWasAtTheMoment()
    {
        Playhead playhead(m_recordings);
        playhead.show({0, 0, 2});
        QCOMPARE(playhead.round()->nodes.size(), std::size_t(2));
        QVERIFY(playhead.round()->nodes[0].verdict == Verdict::notJudged);
        QCOMPARE(ids(playhead.text()), "1 10 11");
        QCOMPARE(playhead.metrics().rounds(), 0);
        playhead.show({0, 0, 4});
        QVERIFY(playhead.round()->nodes[0].verdict == Verdict::accepted);
        playhead.show({0, 0, 7});
        QCOMPARE(ids(playhead.text()), "1 10 11 20 22");
        QCOMPARE(playhead.metrics().rounds(), 1);
        QCOMPARE(playhead.metrics().tokensPerStep().value_or(0), 2.0);
    }

    void metricsAreOfTheBranchAndTheMoment()
    {
        Playhead playhead(m_recordings);
        playhead.show(m_recordings.current().end(0));
        QCOMPARE(playhead.metrics().rounds(), 3);
        playhead.show({0, 0, 7});
        QCOMPARE(playhead.metrics().rounds(), 1);
        playhead.show(m_recordings.current().end(1)); // whose last round is not finished
        QCOMPARE(words(playhead.position()), "1 2 3");
        QCOMPARE(playhead.metrics().rounds(), 2);
    }

    void aMomentThatIsNotThereIsTheNearest()
    {
        Playhead playhead(m_recordings);
        playhead.goTo({0, 0, 99});
        QCOMPARE(words(playhead.position()), "0 0 7");
        playhead.goTo({0, 99, 1});
        QCOMPARE(words(playhead.position()), "0 2 1");
        playhead.goTo({99, 1, 2});
        QCOMPARE(words(playhead.position()), "2 1 2");
    }

    void oneMomentAndOneRoundOn()
    {
        Playhead playhead(m_recordings);
        QCOMPARE(words(playhead.ways().nextMoment()), "0 0 1");
        QCOMPARE(words(playhead.ways().nextRound()), "0 0 7");
        playhead.show({0, 0, 3});
        QCOMPARE(words(playhead.ways().nextRound()), "0 0 7");
        playhead.show({0, 0, 7});
        QCOMPARE(words(playhead.ways().nextMoment()), "0 1 1");
        QCOMPARE(words(playhead.ways().nextRound()), "0 1 7");
        playhead.show(playhead.ways().end());
        QCOMPARE(words(playhead.ways().nextMoment()), "none");
        QCOMPARE(words(playhead.ways().nextRound()), "none");
    }

    void oneRoundOnEndsWhereTheRecordingDoes()
    {
        Playhead playhead(m_recordings);
        playhead.show({1, 1, 7});
        QCOMPARE(words(playhead.ways().nextRound()), "1 2 3");
        playhead.show({1, 2, 1});
        QCOMPARE(words(playhead.ways().nextRound()), "1 2 3");
    }

    void oneMomentAndOneRoundBack()
    {
        Playhead playhead(m_recordings);
        playhead.show({0, 1, 1});
        QCOMPARE(words(playhead.ways().previousMoment()), "0 0 7");
        QCOMPARE(words(playhead.ways().previousRound()), "0 0 7");
        playhead.show({0, 0, 3});
        QCOMPARE(words(playhead.ways().previousMoment()), "0 0 2");
        QCOMPARE(words(playhead.ways().previousRound()), "0 0 0");
        playhead.show(playhead.ways().beginning());
        QCOMPARE(words(playhead.ways().previousMoment()), "none");
    }

    void theSelectionIsOfTheMoment()
    {
        Playhead playhead(m_recordings);
        const QSignalSpy shown(&playhead, &Playhead::shown);
        playhead.show({0, 0, 5});
        QCOMPARE(playhead.selection().context(), 1); // where draft 2 is judged
        QCOMPARE(playhead.selection().nodeInQuestion(), 1);
        playhead.selection().selectContext(0);
        playhead.selection().selectToken(3);
        QCOMPARE(playhead.selection().context(), 0);
        QCOMPARE(playhead.selection().nodeInQuestion(), 0);
        QCOMPARE(playhead.selection().selectedToken().value_or(-1), 3);
        QCOMPARE(shown.count(), 3);
        playhead.show({0, 0, 5}); // the same one
        QCOMPARE(playhead.selection().context(), 0);
        playhead.show({0, 0, 6});
        QVERIFY(!playhead.selection().selectedToken());
        QCOMPARE(playhead.selection().context(), 1); // that the residual is drawn in
    }

    void whoFollowsMovesOnWithTheBranchShown()
    {
        Recordings growing{Recording(example::header())};
        Playhead playhead(growing);
        const QSignalSpy shown(&playhead, &Playhead::shown);
        growing.current().put(0, atMoment(example::rejectedRound(0, 3), 2));
        playhead.follow(0);
        QCOMPARE(words(playhead.position()), "0 0 2");
        playhead.showWhatIsDue();
        QCOMPARE(shown.count(), 1);
        playhead.showWhatIsDue(); // nothing is
        QCOMPARE(shown.count(), 1);

        growing.current().put(0, example::rejectedRound(0, 3));
        playhead.goTo({0, 0, 1});
        playhead.follow(0);
        QCOMPARE(words(playhead.position()), "0 0 1");
        playhead.setFollowing(true);
        playhead.follow(1); // it is not the one shown
        QCOMPARE(words(playhead.position()), "0 0 1");
        playhead.follow(0);
        QCOMPARE(words(playhead.position()), "0 0 7");
    }

    void manyMomentsAreOneFrame()
    {
        Recordings growing{Recording(example::header())};
        Playhead playhead(growing);
        playhead.show({});
        QSignalSpy shown(&playhead, &Playhead::shown);
        for (int moment = 1; moment <= 7; ++moment) {
            growing.current().put(0, atMoment(example::rejectedRound(0, 3), moment));
            playhead.follow(0);
        }
        QCOMPARE(shown.count(), 0);
        QVERIFY(shown.wait());
        QCOMPARE(shown.count(), 1);
        QCOMPARE(words(playhead.position()), "0 0 7");
    }

    void anotherRecordingBeginsAtItsBeginning()
    {
        Recordings replaced{example::recording()};
        Playhead playhead(replaced);
        playhead.goTo({0, 2, 3});
        playhead.selection().selectToken(4);
        QCOMPARE(playhead.metrics().rounds(), 3);
        replaced = Recordings(Recording(example::header()));
        playhead.rewind();
        QCOMPARE(words(playhead.position()), "0 0 0");
        QVERIFY(playhead.isFollowing() && !playhead.selection().selectedToken() && !playhead.round());
        QCOMPARE(playhead.metrics().rounds(), 0);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestPlayhead)
#include "test_playhead.moc"

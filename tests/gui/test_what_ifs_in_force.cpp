// SPDX-License-Identifier: MIT
#include <QTest>

#include "gui/playback/what_if_queue.h"
#include "gui/playback/what_ifs_in_force.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;
using Kind = OverrideRecord::Kind;

/// What a person has changed and no round shows yet: until when it is kept, and for which branch and round.
class TestWhatIfsInForce : public QObject {
    Q_OBJECT

private:
    const Recordings m_recordings{example::recording()};

    static WhatIf uAt(int node, double u) { return {.kind = Kind::u, .node = node, .u = u}; }
    static WhatIf draftLength(int length) { return {.kind = Kind::draftLength, .draftLength = length}; }
    static QStringList words(const std::vector<WhatIf>& changes)
    {
        QStringList words;
        for (const WhatIf& change : changes)
            words << (change.node < 0 ? QStringLiteral("K %1").arg(change.draftLength)
                                      : QStringLiteral("u %1 at %2").arg(change.u).arg(change.node));
        return words;
    }

private slots:
    void aChangedNodeIsAwaitedUntilItIsJudged()
    {
        WhatIfsInForce toCome(m_recordings);
        const Position drafted{1, 2, 3}; // the end of branch 1, whose third round has been drafted and verified
        toCome.await(drafted, {uAt(0, 0.5), draftLength(3), uAt(1, 0.25)});
        QCOMPARE(words(toCome.awaitedOn(1)), (QStringList{"u 0.5 at 0", "u 0.25 at 1"}));
        QCOMPARE(words(toCome.awaitedFor(1, drafted)), QStringList{"u 0.25 at 1"});
        QVERIFY(toCome.awaitedFor(1, {1, 2, 1}).empty()); // it was changed later
        QVERIFY(toCome.awaitedFor(1, {0, 2, 3}).empty()); // on another branch

        toCome.take(1, atMoment(example::rejectedRound(2, 7), 4)); // draft 1 is judged
        QCOMPARE(words(toCome.awaitedOn(1)), QStringList{"u 0.25 at 1"});
        toCome.take(1, example::rejectedRound(2, 7));
        QVERIFY(toCome.awaitedOn(1).empty() && !toCome.hasWithoutEffect());
    }

    void theLastChangeOfANodeCounts()
    {
        WhatIfsInForce toCome(m_recordings);
        toCome.await({1, 2, 3}, {uAt(0, 0.5)});
        toCome.await({1, 2, 3}, {uAt(0, 0.75)});
        QCOMPARE(words(toCome.awaitedOn(1)), QStringList{"u 0.75 at 0"});
    }

    void aChangeThatCameToNothingIsToldOnce()
    {
        WhatIfsInForce toCome(m_recordings);
        toCome.await({0, 0, 3}, {uAt(2, 0.5)}); // the round has two drafts
        toCome.take(0, example::rejectedRound(0, 3));
        QVERIFY(toCome.awaitedOn(0).empty() && toCome.hasWithoutEffect());
        QVERIFY(toCome.takeWithoutEffect({0, 0, 3}).isEmpty()); // the round has not ended there
        QVERIFY(toCome.takeWithoutEffect({1, 1, 7}).isEmpty()); // another branch
        const QStringList sentences = toCome.takeWithoutEffect({0, 1, 2});
        QCOMPARE(sentences.size(), 1);
        QVERIFY2(sentences[0].startsWith("Round 1: Draft 3 "), qPrintable(sentences[0]));
        QVERIFY(!toCome.hasWithoutEffect());
    }

    void settingsAreForTheNextRoundOfTheBranch()
    {
        WhatIfsInForce toCome(m_recordings);
        const Position end = m_recordings.current().end(2); // of a fork that has ended its second round
        const RoundSettings before = toCome.inForce(end);
        QCOMPARE(before.draftLength, 2);
        const RoundSettings now = changedBy({draftLength(5), uAt(0, 0.5)}, before);
        QCOMPARE(now.draftLength, 5);
        toCome.setForNextRound(end, before, now);
        QCOMPARE(words(toCome.forNextRound(end)), QStringList{"K 5"});
        QCOMPARE(toCome.inForce(end).draftLength, 5);
        QCOMPARE(toCome.inForce({2, 0, 0}).draftLength, 2); // that round is recorded
        QCOMPARE(toCome.inForce(m_recordings.current().end(1)).draftLength, 2);
        toCome.setForNextRound(end, before, before); // back again
        QVERIFY(toCome.forNextRound(end).empty());
    }

    void aRecordedRoundHasWhatItWasAskedToHave()
    {
        Recording recording(example::header());
        RoundRecord longer = example::rejectedRound(0, 3);
        longer.overrides = {{Kind::draftLength, -1, 7}};
        recording.put(0, longer);
        recording.put(0, example::rejectedRound(1, 5));
        QCOMPARE(askedOf(recording, 0, 1).draftLength, 7); // until it is changed again
        QCOMPARE(begunWith(recording, {0, 0, 0}).draftLength, 2);
        QCOMPARE(begunWith(recording, {0, 0, 1}).draftLength, 7);
        QCOMPARE(differences({}, {}).size(), std::size_t(0));
        QCOMPARE(firstToBegin({0, 1, 0}), 1);
        QCOMPARE(firstToBegin({0, 1, 1}), 2);
        QCOMPARE(roundAbout(recording, {0, 0, 6}), 0);
        QCOMPARE(roundAbout(recording, {0, 0, 7}), 1); // the round has ended there
    }

    void aForkKnowsWhatWasChangedAfterItsMoment()
    {
        WhatIfsInForce toCome(m_recordings);
        toCome.await(m_recordings.current().end(0), {uAt(0, 0.5)}); // of the fourth round
        const auto later = toCome.madeAfter({0, 1, 0});
        QCOMPARE(later.inRound.size(), std::size_t(2)); // token and verdict, forced in the second round
        QVERIFY(later.inRound[0].kind == Kind::token && later.inRound[1].kind == Kind::verdict);
        QCOMPARE(later.later.size(), 1);
        QVERIFY2(later.later[0].endsWith("of round 4"), qPrintable(later.later[0]));
        QVERIFY(toCome.madeAfter({0, 1, 7}).inRound.empty());
    }

    void nothingIsLeftOfARunThatWasReplaced()
    {
        WhatIfsInForce toCome(m_recordings);
        toCome.await({0, 0, 3}, {uAt(2, 0.5), uAt(0, 0.5)});
        toCome.setForNextRound(m_recordings.current().end(0), {}, changedBy({draftLength(4)}, {}));
        toCome.take(0, example::rejectedRound(0, 3));
        toCome.clear();
        QVERIFY(toCome.awaitedOn(0).empty() && toCome.forNextRound(m_recordings.current().end(0)).empty());
        QVERIFY(!toCome.hasWithoutEffect());
    }

    void changesOfOneMomentWaitAsOne()
    {
        WhatIfQueue pending;
        QVERIFY(pending.isEmpty());
        pending.add({{uAt(0, 0.5), uAt(1, 0.5)}, {0, 1, 2}});
        pending.add({{uAt(0, 0.75)}, {0, 1, 2}}); // instead of the first
        pending.add({{draftLength(4)}, {0, 1, 2}, true});
        pending.add({{draftLength(5)}, {0, 1, 3}});
        QCOMPARE(words(pending.takeFirst().changes), (QStringList{"u 0.5 at 1", "u 0.75 at 0"}));
        QVERIFY(pending.takeFirst().showsRound);
        QCOMPARE(words(pending.takeFirst().changes), QStringList{"K 5"});
        QVERIFY(pending.isEmpty());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWhatIfsInForce)
#include "test_what_ifs_in_force.moc"

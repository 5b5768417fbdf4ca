// SPDX-License-Identifier: MIT
// Batches in the window: from Setup to the stage, through moments and rounds, from sequence to sequence and back.
#include <QCheckBox>
#include <QTemporaryDir>

#include "batch_fixture.h"
#include "gui/playback/moment_name.h"
#include "gui/step/bookmark_actions.h"
#include "setup_fields.h"
#include "tests/test_main.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/batch_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/text_view.h"

using namespace draftscope;
using test::Batch;
using test::batchSetup;
using test::batchTokens;
using test::decodedAlone;
using test::idsOf;
using test::threePrompts;
using test::until;

class TestBatch : public QObject {
    Q_OBJECT

private slots:
    void setupMakesABatchOfARun()
    {
        Batch run(test::quickSetup(batchTokens));
        QVERIFY(run.start());
        QVERIFY(!run.navigation.run().isBatch() && run.stage().isHidden() && run.find<StageView>()->isVisible());
        auto* inStep = run.find<QCheckBox>("inStep");
        auto* remedy = run.find<QComboBox>("shortDraft");
        QVERIFY(!inStep->isEnabled() && test::isSentence(inStep->toolTip()));

        test::field(run, "Sequences together")->setValue(3);
        QCOMPARE(run.navigation.starter().setup().batch.sequences, 3);
        QVERIFY(inStep->isEnabled() && !remedy->isEnabled());
        QVERIFY(test::isSentence(remedy->toolTip()));
        inStep->setChecked(true);
        QVERIFY(run.navigation.starter().setup().batch.isSynchronised && remedy->isEnabled());
        QVERIFY(run.navigation.starter().setupIsOther());
        QVERIFY(run.start());
        QVERIFY(run.navigation.run().isBatch());
        QCOMPARE(run.all().count(), 3);
        QVERIFY(!run.stage().isHidden() && run.find<StageView>()->isHidden());
        QCOMPARE(int(run.stage().rows().size()), 3);
        QCOMPARE(run.problem(), QString());
    }

    /// Keys move all sequences, whichever row is looked at.
    void keysGoBackAlsoWhereTheSequenceWaits()
    {
        Batch run(batchSetup(2, threePrompts));
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.player().goToSequence(2);
        QVERIFY(run.navigation.playhead().position() == Position{});
        const Position before = run.navigation.playhead().shared();
        run.press(Qt::Key_Left);
        QVERIFY(run.navigation.playhead().shared() != before);
        run.press(Qt::Key_Home);
        QVERIFY(run.navigation.playhead().shared() == Position{});
    }

    void whatHasEndedSaysSoAtOnce()
    {
        Batch run(batchSetup(3, threePrompts));
        QVERIFY(run.start() && run.decodeAll());
        run.navigation.player().last();
        for (const BatchRow& row : run.stage().rows())
            QVERIFY2(row.note.startsWith("ended: "), qPrintable(row.note));
        QVERIFY(!run.stage().rows().front().isApart || run.all().of(0).roundCount(0) < run.all().roundCount(0));
    }

    void whatCannotBeInStepSaysSo()
    {
        RunSetup setup = batchSetup(2);
        Batch run(setup);
        setup.settings.shape = "fixed-widths";
        run.navigation.starter().setSetup(setup);
        auto* inStep = run.find<QCheckBox>("inStep");
        QVERIFY(!inStep->isEnabled());
        QVERIFY2(inStep->toolTip().contains("decodes chains"), qPrintable(inStep->toolTip())); // the engine's words
        setup.batch.isSynchronised = true;
        QVERIFY(!check(setup));
    }

    void aKeyGoesOnByOneMomentInEveryRow()
    {
        Batch run(batchSetup(3, threePrompts));
        QVERIFY(run.start());
        for (int moment = 1; moment <= 5; ++moment) {
            QVERIFY(moment > 1 || run.pressAndAwait(Qt::Key_Right));
            if (moment > 1)
                run.press(Qt::Key_Right);
            QCoreApplication::processEvents();
            QCOMPARE(run.shared().moment, moment);
            QCOMPARE(run.all().roundCount(0), 1); // nothing more is computed
            for (int s = 0; s < 3; ++s) {
                const BatchRow& row = run.stage().rows()[std::size_t(s)];
                QVERIFY(row.round);
                const RoundRecord& whole = run.all().of(s).round(0, 0);
                QVERIFY(row.round->round == atMoment(whole, run.all().ownOf(s, run.shared()).moment));
            }
        }
        run.press(Qt::Key_Left);
        QCOMPARE(run.shared().moment, 4);
        run.press(Qt::Key_Home);
        QCOMPARE(run.shared().moment, 0);
        run.press(Qt::Key_End);
        QVERIFY(run.navigation.playhead().ways().isAtEnd() && run.navigation.playhead().ways().hasFinishedRound());
        // From the end of a round a moment computes the next round and shows its first moment; a round all of it.
        QVERIFY(run.pressAndAwait(Qt::Key_Right));
        QCOMPARE(run.shared().round, 1);
        QCOMPARE(run.shared().moment, 1);
        run.press(Qt::Key_F10);
        QVERIFY(run.navigation.playhead().ways().hasFinishedRound());
        QCOMPARE(run.shared().round, 1);
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        QCOMPARE(run.shared().round, 2);
        QVERIFY(run.navigation.playhead().ways().hasFinishedRound());
        QTest::mouseClick(run.find<MomentBar>(), Qt::LeftButton, {},
                          run.find<MomentBar>()->pillRect(1).center().toPoint());
        QCOMPARE(run.shared().moment, 2);
    }

    void everySequenceWritesWhatItWritesAlone_data()
    {
        QTest::addColumn<bool>("isSynchronised");
        QTest::newRow("ragged") << false;
        QTest::newRow("in step") << true;
    }
    void everySequenceWritesWhatItWritesAlone()
    {
        QFETCH(bool, isSynchronised);
        const RunSetup setup = batchSetup(2, threePrompts, isSynchronised); // the third waits for a place
        Batch run(setup);
        QVERIFY(run.start());
        QVERIFY(run.decodeAll());
        const std::vector<RunSetup> singles = sequencesOf(setup);
        QCOMPARE(run.all().count(), 3);
        QVERIFY(run.all().firstRound(2) > 0);
        for (int s = 0; s < 3; ++s) {
            QCOMPARE(singles[std::size_t(s)].prompt, threePrompts[std::size_t(s)]);
            QCOMPARE(run.all().of(s).header().seed, singles[std::size_t(s)].settings.seed);
            const Recording alone = decodedAlone(singles[std::size_t(s)]);
            QVERIFY(idsOf(alone).size() > 10);
            QVERIFY(idsOf(run.all().of(s)) == idsOf(alone));
            QVERIFY(run.all().of(s).header() == alone.header()); // of one that waited at first, too
        }
        QVERIFY(run.lastSaid().contains("3"));
        QVERIFY(test::isSentence(run.lastSaid()));
        for (const BatchRow& row : run.stage().rows())
            QVERIFY(row.round || row.isApart);

        // Who has ended is said to have, and who is to come waits.
        run.navigation.player().goToShared({0, 0, 1});
        QCoreApplication::processEvents();
        QVERIFY(run.stage().rows()[2].isApart && run.stage().rows()[2].note.contains("waits"));
        run.navigation.player().goToShared({0, run.all().firstRound(2), 1});
        QCoreApplication::processEvents();
        const auto& rows = run.stage().rows();
        QVERIFY(rows[2].round);
        QVERIFY((rows[0].isApart && rows[0].note.contains("ended"))
                || (rows[1].isApart && rows[1].note.contains("ended")));
    }

    void theClockGoesThroughEveryMomentToTheEnd()
    {
        RunSetup setup = batchSetup(2, threePrompts);
        setup.settings.maxTokens = 8;
        Batch run(setup);
        QVERIFY(run.start());
        std::vector<Position> shown;
        connect(&run.navigation.playhead(), &Playhead::shown, &run.navigation, [&] {
            if (shown.empty() || shown.back() != run.shared())
                shown.push_back(run.shared());
        });
        run.navigation.player().transport().setSpeed(50);
        run.navigation.player().playOrPause();
        QVERIFY(until([&] {
            return run.navigation.player().activity() == Player::Activity::paused && run.navigation.player().hasEnded();
        }));
        std::vector<Position> expected;
        for (int round = 0; round < run.all().roundCount(0); ++round)
            for (int moment = 1; moment <= run.all().momentCount(0, round); ++moment)
                expected.push_back({0, round, moment});
        if (!shown.empty() && shown.front().moment == 0)
            shown.erase(shown.begin());
        QVERIFY(run.all().roundCount(0) > 2);
        QVERIFY(shown == expected);
        // And nothing is computed on the way back.
        for (std::size_t i = 1; i < expected.size(); ++i)
            run.press(Qt::Key_Left);
        QVERIFY(run.shared() == expected.front() && !run.navigation.run().computation().isComputing());
    }

    void panelsShowTheCurrentSequence()
    {
        Batch run(batchSetup(3, threePrompts));
        QVERIFY(run.start());
        QVERIFY(run.rounds(3));
        const auto text = [&] { return run.find<TextView>()->plainText(); };
        const auto saysPrompt = [&](int s) {
            return text().startsWith(QString::fromStdString(threePrompts[std::size_t(s)]));
        };
        QCoreApplication::processEvents();
        QVERIFY2(saysPrompt(0), qPrintable(text()));
        const Position before = run.shared();
        QTest::mouseClick(run.stage().viewport(), Qt::LeftButton, {},
                          run.stage().batchLayout().label(2).center().toPoint());
        QCoreApplication::processEvents();
        QCOMPARE(run.all().currentSequence(), 2);
        QVERIFY(run.shared() == before); // nothing else has changed
        QVERIFY2(saysPrompt(2), qPrintable(text()));
        QCOMPARE(run.navigation.recording().header().prompt, threePrompts[2]);
        QCOMPARE(run.navigation.playhead().metrics().rounds(), 3);
        run.stage().setFocus();
        run.press(Qt::Key_Up);
        QCoreApplication::processEvents();
        QCOMPARE(run.all().currentSequence(), 1);
        QVERIFY2(saysPrompt(1), qPrintable(text()));
        QVERIFY(run.shared() == before);
        // Keys of the transport go on from there with all of them.
        run.press(Qt::Key_Left);
        QCOMPARE(run.shared().moment, before.moment - 1);
        QCOMPARE(run.all().currentSequence(), 1);
        // A token of the text leads to the moment that made it, in all rows.
        run.navigation.player().goToToken(int(run.navigation.recording().header().promptTokens.size()));
        QCOMPARE(run.shared().round, 0);
        QVERIFY(run.shared().moment > 0);
    }

    void inStepTheStageShowsColumnsOfTheCacheAndGaps()
    {
        Batch run(batchSetup(3, threePrompts, true));
        QVERIFY(run.start());
        QVERIFY(run.rounds(4));
        QCoreApplication::processEvents();
        const BatchColumnsShown& columns = run.stage().columns();
        QVERIFY(columns.firstSlot);
        bool hasGap = false, positionsDiffer = false;
        for (const BatchRow& row : run.stage().rows()) {
            QVERIFY(row.round && row.round->cache);
            QCOMPARE(rootColumnOf(row.round->whole).value_or(-1), *columns.firstSlot + columns.root);
            for (const BatchCell& cell : cellsOf(*row.round, columns, row.recording->header())) {
                hasGap |= cell.kind == BatchCell::Kind::gap || cell.isMasked;
                positionsDiffer |=
                    cell.kind == BatchCell::Kind::root && cell.position != *columns.firstSlot + columns.root;
            }
        }
        QVERIFY(hasGap && positionsDiffer);
        QVERIFY(run.stage().description().contains("K/V column"));
    }

    void whatABatchCannotDoIsDisabledWithTheReason()
    {
        Batch run(batchSetup(2));
        QVERIFY(run.start());
        QVERIFY(run.rounds(1));
        const QString why = run.navigation.whatIfs().whyNotInBatch();
        QVERIFY(test::isSentence(why));
        run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::draftLength, .draftLength = 2}});
        QCOMPARE(run.lastFailed(), why);
        QCOMPARE(int(run.navigation.recording().branches().size()), 1);
        QVERIFY(test::isSentence(run.navigation.speedOfRun().figures().whyNone));
        // A run of one has them again.
        run.navigation.starter().setSetup(test::quickSetup(batchTokens));
        QVERIFY(run.start());
        QVERIFY(run.navigation.whatIfs().whyNotInBatch().isEmpty());
    }

    /// Played as fast as it goes, by the clock, and over what is recorded: always at the first moment at which any
    /// sequence meets it.
    void aBatchStopsWhereAnySequenceMeetsTheCondition()
    {
        const auto firstRejection = [](const Recordings& all) {
            for (int r = 0; r < all.roundCount(0); ++r)
                for (int m = 1; m <= all.momentCount(0, r); ++m)
                    for (int s = 0; s < all.count(); ++s) {
                        const Position own = all.ownOf(s, {0, r, m}), before = all.ownOf(s, {0, r, m - 1});
                        if (!all.isDecoding(s, {0, r, m}) || own == before)
                            continue;
                        const RoundRecord& round = all.of(s).round(0, own.round);
                        const Moment& moment = round.moments[std::size_t(own.moment) - 1];
                        if (moment.kind == MomentKind::judge
                            && round.nodes[std::size_t(moment.node)].verdict == Verdict::rejected)
                            return std::pair(Position{0, r, m}, s);
                    }
            return std::pair(Position{}, -1);
        };
        Batch whole(batchSetup(3, threePrompts));
        QVERIFY(whole.start() && whole.decodeAll());
        const auto [at, sequence] = firstRejection(whole.all());
        QVERIFY(sequence >= 0);

        Batch run(batchSetup(3, threePrompts));
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(run.start());
        QVERIFY(run.find<QCheckBox>("stopRejection")->isEnabled());
        run.navigation.player().goToSequence((sequence + 1) % 3); // not the one that stops it
        run.navigation.player().transport().setSpeed(Player::fastest);
        QVERIFY(run.await([&] { run.press(Qt::Key_F5); }));
        QCOMPARE(run.shared(), at);
        QCOMPARE(run.all().currentSequence(), sequence);
        QVERIFY2(run.navigation.status().text().startsWith(QStringLiteral("Sequence %1: Stopped").arg(sequence + 1)),
                 qPrintable(run.navigation.status().text()));
        // Recorded already: from the beginning to the same place.
        run.navigation.player().first();
        run.navigation.player().continueToStop();
        QCOMPARE(run.shared(), at);
        // By the clock.
        Batch slow(batchSetup(3, threePrompts));
        slow.navigation.player().transport().setStopConditions({.onRejection = true});
        QVERIFY(slow.start());
        slow.navigation.player().transport().setSpeed(200);
        slow.navigation.player().playOrPause();
        QVERIFY(until([&] { return slow.navigation.player().activity() == Player::Activity::paused; }));
        QCOMPARE(slow.shared(), at);
        QCOMPARE(slow.all().currentSequence(), sequence);
        // And on from there: another one, or the end.
        run.navigation.player().continueToStop();
        QVERIFY(until(
            [&] { return run.navigation.player().activity() == Player::Activity::paused && run.shared() != at; }));
        QVERIFY(isBefore(at, run.shared()));
    }

    /// At a moment of the batch, whichever sequence is the current one; each trace has them at its own.
    void bookmarksOfABatch()
    {
        Batch run(batchSetup(2, threePrompts)); // the third begins when one has ended
        QVERIFY(run.start() && run.rounds(2));
        const Position first = run.shared();
        run.press(Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(int(run.navigation.bookmarks().all().size()), 1);
        QVERIFY(run.decodeAll());
        run.navigation.bookmarks().name(run.shared(), "the end");
        run.navigation.player().goToSequence(1);
        run.press(Qt::Key_F2, Qt::ShiftModifier);
        QCOMPARE(run.shared(), first);
        QCOMPARE(run.all().currentSequence(), 1);
        run.press(Qt::Key_F2);
        QVERIFY(run.shared() != first && run.navigation.status().text().contains("the end"));
        run.navigation.player().goToSequence(0);
        run.navigation.bookmarks().goTo(0);
        QCOMPARE(nameOfMoment(run.navigation.playhead(), first).left(7), "Round 2");

        const QTemporaryDir folder;
        QSignalSpy ended(&run.navigation.files(), &RunFiles::saveEnded);
        run.navigation.files().saveTracesOfBatch(folder.path().toStdString());
        QVERIFY(ended.count() > 0 || ended.wait());
        int kept = 0;
        for (int s = 0; s < 3; ++s) {
            const auto trace = loadTrace((folder.path() + QStringLiteral("/%1.jsonl").arg(s + 1)).toStdString());
            QVERIFY(trace);
            for (const BookmarkRecord& bookmark : trace->bookmarks) {
                QCOMPARE(run.all().sharedOf(s, bookmark.at),
                         bookmark.name.empty() ? first : run.navigation.bookmarks().all()[1].at);
                ++kept;
            }
            QCOMPARE(int(trace->bookmarks.size()),
                     int(run.all().isDecoding(s, first))
                         + int(run.all().isDecoding(s, run.navigation.bookmarks().all()[1].at)));
        }
        QVERIFY(kept >= 3);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestBatch)
#include "test_batch.moc"

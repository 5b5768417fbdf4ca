// SPDX-License-Identifier: MIT
// What a moment has changed moves to its place and is then what it is without motion, to the pixel; nothing moves that
// is not one moment further.
#include <QElapsedTimer>
#include <QTest>

#include "engine/record/cache_table.h"
#include "tests/test_main.h"
#include "tests/widgets/sample_recording.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/cache/cache_view.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/sentence_strip.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/motion.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

constexpr int longer = Motion::duration + 20;

/// A view that shows a round at one of its moments.
template <class View>
struct Shown {
    View view;
    const Recording& recording;
    explicit Shown(const Recording& of) : recording(of)
    {
        view.resize(900, 420);
        view.setFocusPolicy(Qt::NoFocus); // the mark of the focus would come and go
        view.show();
    }
    void go(int round, int moment)
    {
        const RoundRecord& whole = recording.round(0, round);
        const RoundRecord now = atMoment(whole, moment);
        if constexpr (std::is_same_v<View, TreeView>)
            view.setRound(now, whole, &recording);
        else if constexpr (std::is_same_v<View, DistributionView>)
            view.setContext(
                now, now.moments.back().node < 0 ? 0 : now.nodes[std::size_t(now.moments.back().node)].parent + 1,
                &recording);
        else
            view.setRound(now, &recording);
    }
    [[nodiscard]] QImage picture() { return view.grab().toImage(); }
};

/// The picture that a view has which was never at another moment.
template <class View>
QImage atRest(const Recording& recording, int round, int moment)
{
    Shown<View> other(recording);
    other.go(round, moment);
    return other.picture();
}

/// Goes on moment by moment through a round: each time that this changes the view it moves there. Returns how many
/// moments moved.
template <class View>
int moving(const Recording& recording, int round, QString& problem)
{
    Shown<View> shown(recording);
    const int moments = int(recording.round(0, round).moments.size());
    int moved = 0;
    shown.go(round, 1);
    for (int moment = 2; moment <= moments && problem.isEmpty(); ++moment) {
        QTest::qWait(longer);
        shown.go(round, moment);
        const QImage begin = shown.picture(), end = atRest<View>(recording, round, moment);
        moved += begin != end;
        if (!QTest::qWaitFor([&] { return shown.picture() == end; }, 10 * longer))
            problem = QStringLiteral("moment %1 does not come to rest").arg(moment);
    }
    return moved;
}

} // namespace

class TestMotion : public QObject {
    Q_OBJECT
    const Recording m_recording = sample::recording();

private slots:
    void init()
    {
        Theme::apply(*qApp, ThemeKind::light);
        Motion::setAllowed(true);
    }
    void cleanup() { Motion::setAllowed(false); }

    void momentsOfAChainMoveAndComeToRest()
    {
        QString problem;
        const int moved = moving<StageView>(m_recording, 0, problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        // All but the last: committing changes nothing on the stage.
        QCOMPARE(moved, int(m_recording.round(0, 0).moments.size()) - 2);
    }

    void barsOfADistributionGrow()
    {
        QString problem;
        const int moved = moving<DistributionView>(m_recording, 0, problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        // Only the position of "fly" has rows in this recording: its q when it is drafted, the residual when it is
        // rejected.
        QCOMPARE(moved, 2);
    }

    void cardsOfATreeComeOutOfTheirParents()
    {
        const Recording trees = sample::treeRecording();
        QString problem;
        const int moved = moving<TreeView>(trees, 0, problem);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QVERIFY2(moved >= 3, qPrintable(QString::number(moved)));
    }

    void aSlotThatIsRolledBackFades()
    {
        const auto strip = [](SlotState state) {
            CacheStrip cache{CacheOwner::target, 64, {}};
            cache.cells = std::vector<CacheCell>(
                8, CacheCell{{SlotState::committed, 0, noToken}, TokenSource::prompt, false, false});
            cache.cells[5].slot.state = state;
            cache.cells[5].isOfThisRound = true;
            return std::vector<CacheStrip>{cache};
        };
        const auto show = [&](CacheView& view, int moment, SlotState state) {
            view.setCaches(strip(state), &m_recording, atMoment(m_recording.round(0, 0), moment));
        };
        const int last = int(m_recording.round(0, 0).moments.size());
        CacheView moves, rests;
        for (CacheView* view : {&moves, &rests})
            view->resize(400, 200);
        show(rests, last, SlotState::free);
        show(moves, last - 1, SlotState::speculative);
        QTest::qWait(longer);
        show(moves, last, SlotState::free);
        QVERIFY(moves.grab().toImage() != rests.grab().toImage());
        QTRY_COMPARE(moves.grab().toImage(), rests.grab().toImage());
    }

    void nothingMovesThatIsNotTheNextMoment_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("pause");
        QTest::addColumn<bool>("isAllowed");
        QTest::addColumn<bool>("moves");
        QTest::addRow("the next moment") << 3 << 4 << longer << true << true;
        QTest::addRow("two moments further") << 3 << 5 << longer << true << false;
        QTest::addRow("back") << 4 << 3 << longer << true << false;
        QTest::addRow("the same again") << 4 << 4 << longer << true << false;
        QTest::addRow("soon after the one before") << 3 << 4 << 0 << true << false;
        QTest::addRow("not allowed") << 3 << 4 << longer << false << false;
    }
    void nothingMovesThatIsNotTheNextMoment()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(int, pause);
        QFETCH(bool, isAllowed);
        Motion::setAllowed(isAllowed);
        Shown<StageView> stage(m_recording);
        stage.go(0, from);
        if (pause > 0)
            QTest::qWait(pause);
        stage.go(0, to);
        const bool moves = stage.picture() != atRest<StageView>(m_recording, 0, to);
        QTEST(moves, "moves");
    }

    void theFirstMomentOfTheNextRoundMoves()
    {
        Shown<StageView> stage(m_recording);
        stage.go(0, int(m_recording.round(0, 0).moments.size()));
        QTest::qWait(longer);
        stage.go(1, 1);
        QVERIFY(stage.picture() != atRest<StageView>(m_recording, 1, 1));
    }

    // --- the sentence under the stage

    void aSentenceIsShownWhole()
    {
        SentenceStrip strip;
        strip.setSentence(QStringLiteral("“fly” had min(1, p/q) = 0.23 and u = 0.63, so it is rejected."));
        strip.resize(700, strip.sizeHint().height());
        QCOMPARE(strip.shown(), strip.sentence());
        QCOMPARE(strip.accessibleDescription(), strip.sentence());
    }

    void whatHasNoRoomEndsInDotsAndItsHeightStays()
    {
        SentenceStrip strip;
        strip.resize(300, 40);
        const QSize before = strip.sizeHint();
        strip.setSentence(QStringLiteral("A sentence of many words. ").repeated(20).trimmed());
        strip.resize(300, before.height());
        QCOMPARE(strip.sizeHint(), before);
        QVERIFY(strip.shown().endsWith(QChar(0x2026)));
        QVERIFY(strip.sentence().startsWith(strip.shown().chopped(1)));
        strip.resize(60, before.height());
        strip.setSentence(QStringLiteral("Wörter").repeated(40)); // without a space
        QVERIFY(strip.shown().endsWith(QChar(0x2026)));
        strip.setLow(true);
        QVERIFY(strip.sizeHint().height() < before.height());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestMotion)
#include "test_motion.moc"

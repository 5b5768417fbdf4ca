// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compare_actions.h"

#include <QActionGroup>

#include "gui/compare/lane_words.h"
#include "gui/controls/number_field.h"
#include "gui/navigation/navigation.h"
#include "gui/setup/model_catalogue.h"

namespace draftscope {

namespace {

/// What Step shows, sampler and K as they are in force there.
RunSetup whatStepShows(const Navigation& navigation)
{
    if (!navigation.run().isThere())
        return navigation.starter().setup();
    RunSetup setup =
        sequencesOf(navigation.run().setup()).at(std::size_t(navigation.run().recordings().currentSequence()));
    const RoundSettings now = navigation.whatIfs().inForce();
    setup.settings.sampler = now.sampler;
    if (now.draftLength > 0)
        setup.settings.draftLength = now.draftLength;
    return setup;
}

void setTip(QAction& action, const QString& tip)
{
    action.setToolTip(QStringLiteral("%1 (%2)").arg(tip, action.shortcut().toString(QKeySequence::NativeText)));
}

} // namespace

CompareActions::CompareActions(Lanes& lanes, Navigation& navigation, QObject* parent)
    : QObject(parent), m_lanes(lanes), m_navigation(navigation)
{
    addShown = add(tr("Add what Step shows"), {}, {}, [this] { m_lanes.add(whatStepShows(m_navigation)); });
    addPlain = add(tr("Add plain decoding"), {}, {}, [this] { m_lanes.addPlain(whatStepShows(m_navigation)); });
    addNew = add(tr("New lane…"), {}, {}, [this] { emit newLaneWanted(whatStepShows(m_navigation)); });
    makeBegin();
    restart =
        add(tr("⟲ Restart"), tr("Decode all lanes again from the prompt"), Qt::CTRL | Qt::Key_R, &LanePlayer::restart);
    previousRound = add(tr("◀◀ Round"), tr("All lanes to the end of the round before"), Qt::SHIFT | Qt::Key_F10,
                        &LanePlayer::previousRound);
    play = add(tr("▶ Play"), tr("Play or pause all lanes"), Qt::Key_Space, &LanePlayer::playOrPause);
    nextRound = add(tr("Round ▶▶"), tr("All lanes to the end of the next round"), Qt::Key_F10, &LanePlayer::nextRound);
    stop = add(tr("Stop all lanes"), tr("Stop here"), Qt::SHIFT | Qt::Key_F5, &LanePlayer::pause);
    first = add(tr("Before the first round"), tr("All lanes to their beginning"), Qt::Key_Home, &LanePlayer::first);
    last = add(tr("Last round"), tr("All lanes to the last recorded round"), Qt::Key_End, &LanePlayer::last);
    previousRound->setShortcuts({Qt::SHIFT | Qt::Key_F10, Qt::Key_Left});
    nextRound->setShortcuts({Qt::Key_F10, Qt::Key_Right});
    auto* group = new QActionGroup(this);
    for (const LaneLock lock : {LaneLock::byRound, LaneLock::byToken, LaneLock::none}) {
        QAction* action = locks.at(std::size_t(lock)) = group->addAction(lockInWords(lock));
        action->setCheckable(true);
        action->setToolTip(explained(lock));
        connect(action, &QAction::triggered, this, [this, lock] { m_lanes.player().setLock(lock); });
    }
    changeLock = add(
        tr("Lock otherwise"), tr("Lanes locked by round, locked by token, each on its own: the next of these"),
        Qt::CTRL | Qt::Key_L, [this] { m_lanes.player().setLock(LaneLock((int(m_lanes.player().lock()) + 1) % 3)); });
    previousLane = add(tr("Lane above"), tr("Move the lane above instead, where each is on its own"),
                       Qt::ALT | Qt::Key_Up, &LanePlayer::previousLane);
    nextLane = add(tr("Lane below"), tr("Move the lane below instead, where each is on its own"),
                   Qt::ALT | Qt::Key_Down, &LanePlayer::nextLane);
    connect(&lanes, &Lanes::changed, this, &CompareActions::refresh);
    for (const auto signal : {&LanePlayer::shown, &LanePlayer::lockChanged})
        connect(&lanes.player(), signal, this, &CompareActions::refresh);
    connect(&lanes.player(), &Player::activityChanged, this, &CompareActions::refresh);
    connect(&navigation, &Navigation::recordingReplaced, this, &CompareActions::refresh);
    connect(&navigation.starter(), &RunStarter::setupChanged, this, &CompareActions::refresh);
    refresh();
}

template <class Does>
QAction* CompareActions::add(const QString& text, const QString& tip, const QKeySequence& key, Does does)
{
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    if (!tip.isEmpty())
        setTip(*action, tip);
    connect(action, &QAction::triggered, this, &NumberField::takeWhatIsTyped); // first
    if constexpr (std::is_member_function_pointer_v<Does>)
        connect(action, &QAction::triggered, &m_lanes.player(), does);
    else
        connect(action, &QAction::triggered, this, does);
    return action;
}

void CompareActions::makeBegin()
{
    for (std::size_t i = 0; i < begin.size(); ++i) {
        const FirstComparison comparison = allFirstComparisons.at(i);
        begin.at(i) = add(titleOf(comparison), {}, QKeySequence(Qt::Key(Qt::Key_1 + int(i))), [this, comparison] {
            const FirstLanes made = lanesOf(comparison, whatStepShows(m_navigation), m_models);
            for (const RunSetup& lane : made.lanes)
                m_lanes.add(lane);
            if (!made.whyNone.isEmpty())
                m_lanes.say(made.whyNone);
        });
    }
}

void CompareActions::setModels(const ModelCatalogue* models)
{
    m_models = models;
    connect(models, &ModelCatalogue::changed, this, &CompareActions::refresh);
    refresh();
}

/// Why one cannot be chosen is its tool tip; vocabularies are compared only while the buttons are in sight.
void CompareActions::refreshBegin(bool hasModel)
{
    const bool isOffered = m_isInSight && hasModel && m_lanes.count() == 0;
    for (std::size_t i = 0; i < begin.size(); ++i) {
        const FirstComparison comparison = allFirstComparisons.at(i);
        const QString whyNone =
            isOffered ? lanesOf(comparison, whatStepShows(m_navigation), m_models).whyNone : QString();
        begin.at(i)->setEnabled(isOffered && whyNone.isEmpty());
        whyNone.isEmpty() ? setTip(*begin.at(i), explained(comparison)) : begin.at(i)->setToolTip(whyNone);
    }
}

void CompareActions::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void CompareActions::setShort(bool on)
{
    addShown->setIconText(on ? tr("Add run") : addShown->text());
    addPlain->setIconText(on ? tr("Add plain") : addPlain->text());
}

void CompareActions::refresh()
{
    const bool hasRoom = m_lanes.count() < Lanes::most;
    const bool hasModel = m_navigation.run().isThere() || !m_navigation.starter().setup().target.empty();
    addShown->setEnabled(hasRoom && hasModel);
    addNew->setEnabled(hasRoom);
    addPlain->setEnabled(hasRoom && (hasModel || m_lanes.count() > 0));
    const QString full = tr("There are %1 lanes, which is all there can be: remove one first.").arg(Lanes::most);
    const QString same = m_lanes.count() > 0
        ? QLatin1Char(' ') + tr("It decodes the prompt of lane 1 with its seed and token limit.")
        : QString();
    const QString none = tr("Step has no model yet: open one there first.");
    addShown->setToolTip(!hasRoom ? full
                             : hasModel
                             ? tr("A lane with models, method, shape, verifier and sampler of the run in Step.") + same
                             : none);
    addPlain->setToolTip(!hasRoom ? full
                             : addPlain->isEnabled()
                             ? tr("A lane of the target alone, which the speed-ups of the others are measured against.")
                                 + same
                             : none);
    addNew->setToolTip(
        hasRoom ? tr("A lane with models, method, shape, verifier, sampler and backend that are chosen first.") + same
                : full);
    refreshBegin(hasModel);
    const bool canMove = m_isInSight && m_lanes.count() > 0 && !m_lanes.player().isLoading();
    play->setText(m_lanes.player().isPlaying() ? tr("❚❚ Pause") : tr("▶ Play"));
    play->setEnabled(canMove);
    nextRound->setEnabled(canMove);
    last->setEnabled(canMove);
    for (QAction* back : {previousRound, first})
        back->setEnabled(canMove && m_lanes.player().place() > 0);
    for (QAction* action : locks)
        action->setEnabled(m_isInSight);
    locks.at(std::size_t(m_lanes.player().lock()))->setChecked(true);
    changeLock->setEnabled(m_isInSight);
    for (QAction* lane : {previousLane, nextLane})
        lane->setEnabled(m_isInSight && m_lanes.player().lock() == LaneLock::none && m_lanes.count() > 1);
    refreshWords();
    stop->setEnabled(m_isInSight && (m_lanes.player().isPlaying() || m_lanes.player().isComputing()));
    restart->setEnabled(canMove);
}

/// What the transport moves, and by what.
void CompareActions::refreshWords()
{
    const LaneLock lock = m_lanes.player().lock();
    const bool byToken = lock == LaneLock::byToken;
    const QString who = lock == LaneLock::none && m_lanes.player().current()
        ? tr("Lane %1").arg(m_lanes.indexOf(m_lanes.player().current()) + 1)
        : tr("All lanes");
    previousRound->setText(byToken ? tr("◀◀ Tokens") : tr("◀◀ Round"));
    nextRound->setText(byToken ? tr("Tokens ▶▶") : tr("Round ▶▶"));
    setTip(*previousRound,
           byToken ? tr("All lanes back to the tokens before") : tr("%1 to the end of the round before").arg(who));
    setTip(*nextRound,
           byToken ? tr("All lanes on, until the one that is furthest behind has a round more")
                   : tr("%1 to the end of the next round").arg(who));
    setTip(*play, tr("%1: play or pause").arg(who));
    setTip(*first, tr("%1 to the beginning").arg(who));
    setTip(*last, tr("%1 to the last recorded round").arg(who));
    setTip(*restart, tr("%1: decode again from the prompt").arg(who));
}

} // namespace draftscope

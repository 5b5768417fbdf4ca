// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compare_actions.h"

#include "gui/compare/lanes.h"
#include "gui/navigation.h"
#include "gui/number_field.h"

namespace draftscope {

namespace {

/// What Step shows, sampler and K as they are in force there.
RunSetup whatStepShows(const Navigation& navigation)
{
    if (!navigation.hasRecording())
        return navigation.setup();
    RunSetup setup = navigation.running();
    const RoundSettings now = navigation.inForce();
    setup.settings.sampler = now.sampler;
    if (now.draftLength > 0)
        setup.settings.draftLength = now.draftLength;
    return setup;
}

} // namespace

CompareActions::CompareActions(Lanes& lanes, Navigation& navigation, QObject* parent)
    : QObject(parent), m_lanes(lanes), m_navigation(navigation)
{
    addShown = add(tr("Add what Step shows"), {}, {}, [this] { m_lanes.add(whatStepShows(m_navigation)); });
    addPlain = add(tr("Add plain decoding"), {}, {}, [this] { m_lanes.addPlain(whatStepShows(m_navigation)); });
    restart = add(tr("⟲ Restart"), tr("Decode all lanes again from the prompt"), Qt::CTRL | Qt::Key_R, &Lanes::restart);
    previousRound = add(tr("◀◀ Round"), tr("All lanes to the end of the round before"), Qt::SHIFT | Qt::Key_F10,
                        &Lanes::previousRound);
    play = add(tr("▶ Play"), tr("Play or pause all lanes"), Qt::Key_Space, &Lanes::playOrPause);
    nextRound = add(tr("Round ▶▶"), tr("All lanes to the end of the next round"), Qt::Key_F10, &Lanes::nextRound);
    stop = add(tr("Stop all lanes"), tr("Stop here"), Qt::SHIFT | Qt::Key_F5, &Lanes::pause);
    first = add(tr("Before the first round"), tr("All lanes to their beginning"), Qt::Key_Home, &Lanes::first);
    last = add(tr("Last round"), tr("All lanes to the last recorded round"), Qt::Key_End, &Lanes::last);
    previousRound->setShortcuts({Qt::SHIFT | Qt::Key_F10, Qt::Key_Left});
    nextRound->setShortcuts({Qt::Key_F10, Qt::Key_Right});
    for (const auto signal : {&Lanes::changed, &Lanes::shown, &Lanes::activityChanged})
        connect(&lanes, signal, this, &CompareActions::refresh);
    connect(&navigation, &Navigation::recordingReplaced, this, &CompareActions::refresh);
    connect(&navigation, &Navigation::setupChanged, this, &CompareActions::refresh);
    refresh();
}

template <class Does>
QAction* CompareActions::add(const QString& text, const QString& tip, const QKeySequence& key, Does does)
{
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    if (!tip.isEmpty())
        action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, &NumberField::takeWhatIsTyped); // first
    if constexpr (std::is_member_function_pointer_v<Does>)
        connect(action, &QAction::triggered, &m_lanes, does);
    else
        connect(action, &QAction::triggered, this, does);
    return action;
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
    const bool hasModel = m_navigation.hasRecording() || !m_navigation.setup().target.empty();
    addShown->setEnabled(hasRoom && hasModel);
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
    const bool canMove = m_isInSight && m_lanes.count() > 0 && !m_lanes.isLoading();
    play->setText(m_lanes.isPlaying() ? tr("❚❚ Pause") : tr("▶ Play"));
    play->setEnabled(canMove);
    nextRound->setEnabled(canMove);
    last->setEnabled(canMove);
    for (QAction* back : {previousRound, first})
        back->setEnabled(canMove && m_lanes.round() > 0);
    stop->setEnabled(m_isInSight && (m_lanes.isPlaying() || m_lanes.isComputing()));
    restart->setEnabled(canMove);
}

} // namespace draftscope

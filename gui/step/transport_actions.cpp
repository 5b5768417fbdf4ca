// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/transport_actions.h"

#include <utility>

#include "gui/controls/number_field.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

TransportActions::TransportActions(Navigation& navigation, QObject* parent) : QObject(parent), m_navigation(navigation)
{
    MomentPlayer& player = navigation.player();
    restart = add(tr("⟲ Restart"), tr("Decode again from the prompt, with the settings of Setup and the same seed"),
                  Qt::CTRL | Qt::Key_R, navigation.starter(), &RunStarter::restart);
    previousRound = add(tr("◀◀ Round"), tr("To the end of the round before"), Qt::SHIFT | Qt::Key_F10, player,
                        &MomentPlayer::previousRound);
    previousMoment = add(tr("◀ Step"), tr("One moment back"), Qt::Key_Left, player, &MomentPlayer::previousMoment);
    play = add(wordForPlay(), tr("Play or pause"), Qt::Key_Space, player, &MomentPlayer::playOrPause);
    nextMoment = add(tr("Step ▶"), tr("One moment on"), Qt::Key_Right, player, &MomentPlayer::nextMoment);
    nextRound = add(tr("Round ▶▶"), tr("To the end of the next round"), Qt::Key_F10, player, &MomentPlayer::nextRound);
    finishRound = add(tr("Finish this round"), tr("To the end of this round"), Qt::SHIFT | Qt::Key_F11, player,
                      &MomentPlayer::finishRound);
    toStop = add(tr("To stop ▶|"), tr("On to the next stop condition, as fast as it goes"), Qt::Key_F5, player,
                 &MomentPlayer::continueToStop);
    stop = add(tr("Stop"), tr("Stop here"), Qt::SHIFT | Qt::Key_F5, player, &MomentPlayer::pause);
    first = add(tr("First moment"), tr("To the first recorded moment"), Qt::Key_Home, player, &MomentPlayer::first);
    last = add(tr("Last moment"), tr("To the last recorded moment"), Qt::Key_End, player, &MomentPlayer::last);
    stopAtToken = add(tr("Stop at the selected token"), tr("Stop wherever the token selected in the text is committed"),
                      Qt::Key_F9, player, &MomentPlayer::toggleStopAtSelectedToken);
    connect(&navigation, &Navigation::shown, this, &TransportActions::refresh);
    connect(&navigation.player(), &Player::activityChanged, this, &TransportActions::refresh);
    connect(&navigation.starter(), &RunStarter::setupChanged, this, &TransportActions::refresh);
    refresh();
}

template <class Owner>
QAction* TransportActions::add(const QString& text, const QString& tip, const QKeySequence& key, Owner& owner,
                               void (Owner::*does)())
{
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    action->setStatusTip({});
    connect(action, &QAction::triggered, this, &NumberField::takeWhatIsTyped); // first
    connect(action, &QAction::triggered, &owner, does);
    return action;
}

QString TransportActions::wordForPlay()
{
    return tr("▶ Play");
}

QString TransportActions::wordForPause()
{
    return tr("❚❚ Pause");
}

void TransportActions::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

void TransportActions::setShort(bool on)
{
    const std::pair<QAction*, const char*> signs[] = {{restart, "⟲"},    {previousRound, "◀◀"}, {previousMoment, "◀"},
                                                      {nextMoment, "▶"}, {nextRound, "▶▶"},     {toStop, "▶|"}};
    for (const auto& [action, sign] : signs)
        action->setIconText(on ? QString::fromUtf8(sign) : action->text());
}

void TransportActions::refresh()
{
    using Activity = Player::Activity;
    const Activity activity = m_navigation.player().activity();
    const bool isPlaying = activity == Activity::playing;
    const bool canMove = m_isInSight && m_navigation.run().isThere() && activity != Activity::loading;
    const bool canGoOn = canMove || (m_isInSight && m_navigation.starter().playTakesSetup());
    const Position at = m_navigation.playhead().shared();
    const bool isAtBeginning = at.round == 0 && at.moment == 0;
    play->setText(isPlaying ? wordForPause() : wordForPlay());
    play->setEnabled(canGoOn);
    stop->setEnabled(m_isInSight && (isPlaying || m_navigation.run().computation().isComputing()));
    for (QAction* back : {previousMoment, previousRound, first})
        back->setEnabled(canMove && !isAtBeginning);
    for (QAction* on : {nextMoment, nextRound, finishRound, toStop})
        on->setEnabled(canGoOn);
    last->setEnabled(canMove);
    stopAtToken->setEnabled(canMove);
    restart->setEnabled(m_isInSight && activity != Activity::loading);
}

} // namespace draftscope

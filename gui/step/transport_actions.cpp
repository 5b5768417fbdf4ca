// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/transport_actions.h"

#include <utility>

#include "gui/controls/number_field.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

TransportActions::TransportActions(Navigation& navigation, QObject* parent) : QObject(parent), m_navigation(navigation)
{
    restart = add(tr("⟲ Restart"), tr("Decode again from the prompt, with the settings of Setup and the same seed"),
                  Qt::CTRL | Qt::Key_R, &Navigation::restart);
    previousRound =
        add(tr("◀◀ Round"), tr("To the end of the round before"), Qt::SHIFT | Qt::Key_F10, &Navigation::previousRound);
    previousMoment = add(tr("◀ Step"), tr("One moment back"), Qt::Key_Left, &Navigation::previousMoment);
    play = add(wordForPlay(), tr("Play or pause"), Qt::Key_Space, &Navigation::playOrPause);
    nextMoment = add(tr("Step ▶"), tr("One moment on"), Qt::Key_Right, &Navigation::nextMoment);
    nextRound = add(tr("Round ▶▶"), tr("To the end of the next round"), Qt::Key_F10, &Navigation::nextRound);
    finishRound =
        add(tr("Finish this round"), tr("To the end of this round"), Qt::SHIFT | Qt::Key_F11, &Navigation::finishRound);
    toStop = add(tr("To stop ▶|"), tr("On to the next stop condition, as fast as it goes"), Qt::Key_F5,
                 &Navigation::continueToStop);
    stop = add(tr("Stop"), tr("Stop here"), Qt::SHIFT | Qt::Key_F5, &Navigation::pause);
    first = add(tr("First moment"), tr("To the first recorded moment"), Qt::Key_Home, &Navigation::first);
    last = add(tr("Last moment"), tr("To the last recorded moment"), Qt::Key_End, &Navigation::last);
    stopAtToken = add(tr("Stop at the selected token"), tr("Stop wherever the token selected in the text is committed"),
                      Qt::Key_F9, &Navigation::toggleStopAtSelectedToken);
    connect(&navigation, &Navigation::shown, this, &TransportActions::refresh);
    connect(&navigation, &Navigation::activityChanged, this, &TransportActions::refresh);
    connect(&navigation, &Navigation::setupChanged, this, &TransportActions::refresh);
    refresh();
}

QAction* TransportActions::add(const QString& text, const QString& tip, const QKeySequence& key,
                               void (Navigation::*does)())
{
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    action->setStatusTip({});
    connect(action, &QAction::triggered, this, &NumberField::takeWhatIsTyped); // first
    connect(action, &QAction::triggered, &m_navigation, does);
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
    using Activity = Navigation::Activity;
    const Activity activity = m_navigation.activity();
    const bool isPlaying = activity == Activity::playing;
    const bool canMove = m_isInSight && m_navigation.hasRecording() && activity != Activity::loading;
    const bool canGoOn = canMove || (m_isInSight && m_navigation.playTakesSetup());
    const Position at = m_navigation.playhead().shared();
    const bool isAtBeginning = at.round == 0 && at.moment == 0;
    play->setText(isPlaying ? wordForPause() : wordForPlay());
    play->setEnabled(canGoOn);
    stop->setEnabled(m_isInSight && (isPlaying || m_navigation.run().isComputing()));
    for (QAction* back : {previousMoment, previousRound, first})
        back->setEnabled(canMove && !isAtBeginning);
    for (QAction* on : {nextMoment, nextRound, finishRound, toStop})
        on->setEnabled(canGoOn);
    last->setEnabled(canMove);
    stopAtToken->setEnabled(canMove);
    restart->setEnabled(m_isInSight && activity != Activity::loading);
}

} // namespace draftscope

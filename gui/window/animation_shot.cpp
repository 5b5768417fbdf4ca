// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/animation_shot.h"

#include <algorithm>
#include <utility>

#include <QTimer>

#include "gui/navigation/navigation.h"

namespace draftscope {

AnimationShot::AnimationShot(Navigation& navigation, AnimationOptions options,
                             std::function<void(bool, const QString&)> done, QObject* parent)
    : QObject(parent), m_navigation(navigation), m_options(std::move(options)), m_done(std::move(done))
{
    connect(&navigation, &Navigation::failed, this, [this](const QString& sentence) { finish(false, sentence); });
    connect(&navigation, &Navigation::recordingReplaced, this,
            [this] { QTimer::singleShot(0, this, &AnimationShot::goOn); });
    connect(&navigation.player(), &Player::stood, this, [this] { QTimer::singleShot(0, this, &AnimationShot::goOn); });
}

void AnimationShot::goOn()
{
    if (m_job || !m_done)
        return;
    const Recordings& all = m_navigation.run().recordings();
    const int rounds = all.roundCount(0), last = m_options.lastRound;
    const bool isThere = last >= 0 && last < rounds && all.isFinished(0, last);
    if (isThere) {
        make(last);
    } else if (m_navigation.run().computation().canCompute() && !(rounds > 0 && m_navigation.player().hasEnded())) {
        m_navigation.player().last();
        m_navigation.player().nextRound();
    } else if (m_options.firstRound >= rounds) {
        finish(false, tr("There is no round %1: the text has only %2.").arg(m_options.firstRound + 1).arg(rounds));
    } else {
        make(rounds - 1);
    }
}

void AnimationShot::make(int lastRound)
{
    AnimationSettings settings{.firstRound = m_options.firstRound, .lastRound = lastRound};
    settings.pictures =
        m_options.onePerRound ? AnimationSettings::Pictures::rounds : AnimationSettings::Pictures::moments;
    settings.size = m_options.size;
    settings.momentsPerSecond = m_options.perSecond;
    m_job = new AnimationJob(m_navigation.recording(), settings, m_options.file.toStdString(), this);
    connect(m_job, &AnimationJob::ended, this, &AnimationShot::finish);
}

void AnimationShot::finish(bool isWritten, const QString& sentence)
{
    if (const auto done = std::exchange(m_done, nullptr))
        done(isWritten, sentence);
}

} // namespace draftscope

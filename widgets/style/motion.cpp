// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/motion.h"

#include <algorithm>

#include <QEasingCurve>
#include <QWidget>

namespace draftscope {

namespace {

bool isMotionAllowed = false;

} // namespace

Motion::Motion(QWidget& shown)
{
    m_animation.setDuration(duration);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    connect(&m_animation, &QVariantAnimation::valueChanged, &shown, qOverload<>(&QWidget::update));
    m_sinceLast.start();
}

void Motion::setAllowed(bool on)
{
    isMotionAllowed = on;
}

bool Motion::isAllowed()
{
    return isMotionAllowed;
}

bool Motion::isNextMoment(const RoundRecord& round) const
{
    if (m_round < 0 || round.moments.empty())
        return false;
    if (round.round != m_round)
        return round.round == m_round + 1 && m_wasFinished && round.moments.size() == 1;
    return round.moments.size() == m_moments.size() + 1
        && std::equal(m_moments.begin(), m_moments.end(), round.moments.begin());
}

void Motion::follow(const std::optional<RoundRecord>& round)
{
    if (round && round->round == m_round && round->moments == m_moments)
        return;
    const bool moves = isMotionAllowed && round && isNextMoment(*round) && m_sinceLast.elapsed() >= duration * 9 / 10;
    m_sinceLast.restart();
    m_round = round ? round->round : -1;
    m_wasFinished = round && round->isFinished();
    m_moments = round ? round->moments : std::vector<Moment>();
    m_animation.stop();
    if (moves)
        m_animation.start();
}

double Motion::progress() const
{
    return m_animation.state() == QAbstractAnimation::Running ? double(m_animation.currentTime()) / duration : 1;
}

double slowingDown(double progress)
{
    return QEasingCurve(QEasingCurve::OutCubic).valueForProgress(progress);
}

double falling(double progress)
{
    return QEasingCurve(QEasingCurve::OutBounce).valueForProgress(progress);
}

double atTheEnd(double progress)
{
    constexpr double begin = 0.6;
    return std::clamp((progress - begin) / (1 - begin), 0.0, 1.0);
}

} // namespace draftscope

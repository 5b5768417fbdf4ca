// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/status_sentence.h"

namespace draftscope {

void StatusSentence::say(const QString& text, TrueFor trueFor, const Shown& now)
{
    m_text = text;
    m_trueFor = trueFor;
    m_said = now;
    m_follows = false;
}

void StatusSentence::land(const Shown& now)
{
    if (m_follows)
        m_said = now;
    m_follows = false;
}

bool StatusSentence::review(const Shown& now)
{
    if (m_text.isEmpty() || isTrue(now))
        return false;
    m_text.clear();
    m_follows = false;
    return true;
}

bool StatusSentence::isTrue(const Shown& now) const
{
    if (now.run != m_said.run)
        return false;
    const bool sameMoment = m_follows ? now.position.branch == m_said.position.branch : now.position == m_said.position;
    switch (m_trueFor) {
    case TrueFor::moment:
        return sameMoment && !now.isPlaying;
    case TrueFor::choice:
        return sameMoment && !now.isPlaying && now.isLoading == m_said.isLoading
            && now.selectedToken == m_said.selectedToken && now.stops == m_said.stops && now.setup == m_said.setup;
    case TrueFor::standstill:
        return sameMoment && !now.isPlaying && now.asked == m_said.asked;
    case TrueFor::stopConditions:
        return now.stops == m_said.stops;
    case TrueFor::run:
        return true;
    }
    return false;
}

} // namespace draftscope

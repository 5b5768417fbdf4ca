// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/status_line.h"

#include <utility>

namespace draftscope {

StatusLine::StatusLine(std::function<Shown()> shown, QObject* parent) : QObject(parent), m_shown(std::move(shown)) {}

void StatusLine::say(const QString& sentence, TrueFor trueFor)
{
    m_sentence.say(sentence, trueFor, m_shown());
    emit changed();
}

void StatusLine::review()
{
    if (m_sentence.review(m_shown()))
        emit changed();
}

} // namespace draftscope

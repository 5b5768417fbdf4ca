// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <QFontMetrics>
#include <QStringList>
#include <QWidget>

namespace draftscope {

/// Gives a button of a tool bar the same width whichever of these texts it has.
inline void fitButton(QWidget& button, const QStringList& texts)
{
    constexpr int margins = 30; // of the style sheet, in pixels
    int widest = 0;
    for (const QString& text : texts)
        widest = std::max(widest, button.fontMetrics().horizontalAdvance(text));
    button.setMinimumWidth(margins + widest);
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QTextDocument>
#include <QToolTip>

namespace draftscope {

/// Markup that shows words as they stand, line by line.
[[nodiscard]] inline QString asItStands(const QString& words)
{
    return QStringLiteral("<p style='white-space:pre'>") + words.toHtmlEscaped() + QStringLiteral("</p>");
}

/// Shows words that may quote a token which looks like a tag, such as "<s>"; what asItStands() has made stays as it is.
/// Empty words hide the tool tip that is shown.
inline void showToolTip(QPoint at, const QString& words, QWidget* view)
{
    const bool isToken = Qt::mightBeRichText(words) && !words.startsWith(asItStands({}).chopped(4));
    QToolTip::showText(at, isToken ? asItStands(words) : words, view);
}

} // namespace draftscope

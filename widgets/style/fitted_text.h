// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include "widgets/style/theme.h"

class QPainter;

namespace draftscope {

constexpr QChar orShorter(0x9c); ///< between ways to say the same thing, the longest first

struct FittedText {
    Role role = Role::muted;
    int flags = 0; ///< Qt::Alignment
    bool bold = false;
    double scale = 0.92, smallest = 0.7; ///< of the user interface font
};

/// Words in a rectangle. Numbers are worth more than their size: it says them smaller, then shorter, before it cuts
/// anything off. `variants` are separated by orShorter.
void paintFitted(QPainter& painter, const QRectF& rect, const QString& variants, FittedText how);

/// Whether these words would be said there, and nothing shorter.
[[nodiscard]] bool fits(const QString& words, const QRectF& rect, FittedText how);

/// The tokens' font at `scale`, or smaller, down to `least`, where the words would not fit the room: a token is to be
/// read.
[[nodiscard]] QFont fittingTokenFont(const QString& words, double room, double scale, double least, bool bold = false);

/// What stands in the middle of a view that has nothing to draw: why.
void paintNothing(QPainter& painter, const QRectF& view, const QString& why);

} // namespace draftscope

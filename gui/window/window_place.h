// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QMargins>
#include <QPoint>
#include <QRect>
#include <QSize>

class QSettings;
class QWidget;

namespace draftscope {

/// Where a window stands on its screen, in logical pixels.
struct WindowPlace {
    QPoint corner;                                  ///< of its frame
    QSize size;                                     ///< within its frame
    QMargins frame;                                 ///< none where it is not known
    bool isMaximised = false, isFullScreen = false; ///< then the rest is where it goes back to

    [[nodiscard]] QRect outer() const { return QRect(corner, size.grownBy(frame)); }
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// For the first time, in the room that a screen has: `wanted` in the middle of it; maximised where that is too large.
[[nodiscard]] WindowPlace firstPlace(QSize wanted, const QRect& room, const QMargins& frame);
/// The same place, moved and then made smaller as far as it lies outside the room that the screen has.
[[nodiscard]] WindowPlace broughtInside(WindowPlace place, const QRect& room);

/// Nothing where none was saved, or what was cannot be one.
[[nodiscard]] std::optional<WindowPlace> savedPlace(const QSettings& settings);
void savePlace(const QWidget& window, QSettings& settings);
/// Puts a window that is not shown yet where savedPlace() says, brought inside the screen that is there now; where
/// nothing was saved, to its first place.
void putInPlace(QWidget& window, std::optional<WindowPlace> saved, QSize wanted);

} // namespace draftscope

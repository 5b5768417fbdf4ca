// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/window_place.h"

#include <algorithm>

#include <QGuiApplication>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QWidget>
#include <QWindow>

namespace draftscope {

namespace {

const QString cornerKey = QStringLiteral("window/corner"), sizeKey = QStringLiteral("window/size"),
              frameKey = QStringLiteral("window/frame"), maximisedKey = QStringLiteral("window/maximised"),
              fullScreenKey = QStringLiteral("window/fullScreen");

/// Before a window has been shown its frame is not known, nor while it is maximised.
QMargins likelyFrame(const QWidget& window)
{
    constexpr int border = 4;
    return {border, border + window.style()->pixelMetric(QStyle::PM_TitleBarHeight), border, border};
}

/// Of the window as it was kept when it was neither maximised nor full screen.
QMargins normalFrame(const QWidget& window, const QSettings& settings)
{
    const auto before = savedPlace(settings);
    return before && !before->frame.isNull() ? before->frame : likelyFrame(window);
}

QScreen* screenOf(const WindowPlace& place)
{
    QScreen* screen = QGuiApplication::screenAt(place.outer().center());
    return screen ? screen : QGuiApplication::primaryScreen();
}

} // namespace

WindowPlace firstPlace(QSize wanted, const QRect& room, const QMargins& frame)
{
    WindowPlace place{.corner = {}, .size = wanted, .frame = frame};
    const QRect inner = QRect({}, room.size()).marginsRemoved(frame);
    place.isMaximised = wanted.width() > inner.width() || wanted.height() > inner.height();
    place.size = wanted.boundedTo(inner.size());
    const QSize left = room.size() - place.outer().size();
    place.corner = room.topLeft() + QPoint(left.width(), left.height()) / 2;
    return place;
}

WindowPlace broughtInside(WindowPlace place, const QRect& room)
{
    place.size = place.size.boundedTo(room.size().shrunkBy(place.frame));
    const QRect outer = place.outer();
    const auto within = [](int from, int length, int least, int end) {
        return std::max(least, std::min(from, end - length));
    };
    place.corner = {within(outer.x(), outer.width(), room.x(), room.x() + room.width()),
                    within(outer.y(), outer.height(), room.y(), room.y() + room.height())};
    return place;
}

std::optional<WindowPlace> savedPlace(const QSettings& settings)
{
    WindowPlace place;
    place.size = settings.value(sizeKey).toSize();
    if (!settings.contains(cornerKey) || place.size.isEmpty())
        return std::nullopt;
    place.corner = settings.value(cornerKey).toPoint();
    const QRect frame = settings.value(frameKey).toRect(); // its edges are the margins
    place.frame = QMargins(frame.left(), frame.top(), frame.width(), frame.height());
    constexpr int widest = 200;
    if (std::max({place.frame.left(), place.frame.top(), place.frame.right(), place.frame.bottom()}) > widest
        || std::min({place.frame.left(), place.frame.top(), place.frame.right(), place.frame.bottom()}) < 0)
        place.frame = {};
    place.isMaximised = settings.value(maximisedKey).toBool();
    place.isFullScreen = settings.value(fullScreenKey).toBool();
    return place;
}

void savePlace(const QWidget& window, QSettings& settings)
{
    const bool isMaximised = window.isMaximized(), isFullScreen = window.isFullScreen();
    const QRect normal = window.normalGeometry();
    const bool isNormal = !isMaximised && !isFullScreen;
    QMargins frame = normalFrame(window, settings);
    if (isNormal && window.windowHandle())
        frame = window.windowHandle()->frameMargins();
    settings.setValue(cornerKey, isNormal ? window.pos() : normal.topLeft() - QPoint(frame.left(), frame.top()));
    settings.setValue(sizeKey, isNormal ? window.size() : normal.size());
    settings.setValue(frameKey, QRect(frame.left(), frame.top(), frame.right(), frame.bottom()));
    settings.setValue(maximisedKey, isMaximised);
    settings.setValue(fullScreenKey, isFullScreen);
}

void putInPlace(QWidget& window, std::optional<WindowPlace> saved, QSize wanted)
{
    if (saved && saved->frame.isNull())
        saved->frame = likelyFrame(window);
    const WindowPlace place = saved
        ? broughtInside(*saved, screenOf(*saved)->availableGeometry())
        : firstPlace(wanted, QGuiApplication::primaryScreen()->availableGeometry(), likelyFrame(window));
    if (place.isMaximised || place.isFullScreen) { // Qt takes what it goes back to as it gives it: without the frame
        window.setGeometry(QRect(place.corner + QPoint(place.frame.left(), place.frame.top()), place.size));
    } else {
        window.move(place.corner);
        window.resize(place.size);
    }
    if (place.isMaximised)
        window.setWindowState(window.windowState() | Qt::WindowMaximized);
    if (place.isFullScreen)
        window.setWindowState(window.windowState() | Qt::WindowFullScreen);
}

} // namespace draftscope

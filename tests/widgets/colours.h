// SPDX-License-Identifier: MIT
// What a view has painted, for tests: pictures of widgets and counts of colours in them.
#pragma once

#include <algorithm>
#include <cstdlib>

#include <QApplication>
#include <QHelpEvent>
#include <QImage>
#include <QTest>
#include <QToolTip>
#include <QWidget>

namespace draftscope::sample {

inline QImage picture(QWidget& widget)
{
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// Shown (offscreen) at exactly this size, with every layout done.
inline void show(QWidget& widget, QSize size)
{
    widget.resize(size);
    widget.show();
    QApplication::processEvents();
}

inline bool isNear(QColor a, QColor b, int tolerance = 3)
{
    return std::abs(a.red() - b.red()) <= tolerance && std::abs(a.green() - b.green()) <= tolerance
        && std::abs(a.blue() - b.blue()) <= tolerance;
}

inline int difference(QColor a, QColor b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

/// The colour within a rectangle that stands out most from another one, such as a thin line's from its ground.
inline QColor mostDifferent(const QImage& image, const QRectF& where, QColor ground)
{
    QColor found = ground;
    const QRect rect = where.toAlignedRect().intersected(image.rect());
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            if (const QColor color = image.pixelColor(x, y); difference(color, ground) > difference(found, ground))
                found = color;
    return found;
}

/// What the mouse is told when it rests on a widget there.
inline QString toolTipAt(QWidget& widget, QPointF at)
{
    const QPoint point = at.toPoint();
    QHelpEvent event(QEvent::ToolTip, point, widget.mapToGlobal(point));
    QApplication::sendEvent(&widget, &event);
    return QToolTip::text();
}

/// Pixels of a colour within a rectangle.
inline int count(const QImage& image, const QRectF& where, QColor color)
{
    const QRect rect = where.toAlignedRect().intersected(image.rect());
    int found = 0;
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            found += isNear(image.pixelColor(x, y), color);
    return found;
}

/// The most pixels of a colour on one scan line within a rectangle: the length of a bar.
inline int longest(const QImage& image, const QRectF& where, QColor color)
{
    int found = 0;
    const QRect rect = where.toAlignedRect().intersected(image.rect());
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        found = std::max(found, count(image, QRectF(rect.left(), y, rect.width(), 1), color));
    return found;
}

/// How far to the right a colour goes within a rectangle, from its left edge; 0 where it does not occur.
inline int reach(const QImage& image, const QRectF& where, QColor color)
{
    const QRect rect = where.toAlignedRect().intersected(image.rect());
    for (int x = rect.right(); x >= rect.left(); --x)
        if (count(image, QRectF(x, rect.top(), 1, rect.height()), color) > 0)
            return x - rect.left() + 1;
    return 0;
}

} // namespace draftscope::sample

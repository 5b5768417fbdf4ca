// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/projector_mode.h"

#include <algorithm>
#include <cmath>

#include <QEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QScreen>

#include "gui/step/panel_area.h"
#include "gui/window/main_window.h"
#include "gui/window/window_look.h"

namespace draftscope {

namespace {

/// How much larger bars and fields are: as large as their numbers have room for.
double growthOfBars(QSize window)
{
    return std::clamp(std::min(window.width() / 1370.0, window.height() / 760.0), 1.0, 1.8);
}

/// Letters that are read from the last row, as a share of the window's height. Where there is room, that is the size of
/// the numbers on the stage, too, which have nine tenths of a view's.
double shareOfHeight(QSize window)
{
    constexpr int roomy = 700;
    return window.height() < roomy ? 0.03 : 0.03 / 0.92;
}

/// A round of five drafts, in heights of letters; and with code or a formula beside it.
constexpr double widthOfARound = 31, widthWithExplanation = 50;

} // namespace

ProjectorMode::ProjectorMode(MainWindow& window) : QObject(&window), m_window(window) {}

void ProjectorMode::begin(Screen screen)
{
    if (m_isOn)
        return;
    m_isOn = true;
    m_layout = m_window.workspace().saveLayout();
    // What explains the round stays beside it; else a chart stands below.
    QStringList panels{QStringLiteral("text"), QStringLiteral("stage")};
    for (const QString& name : {QStringLiteral("code"), QStringLiteral("why")})
        if (const DockPanel* panel = m_window.workspace().panel(name); panel && panel->isInSight())
            panels << name;
    m_isExplained = panels.size() > 2;
    if (!m_isExplained)
        panels << QStringLiteral("tokens-per-step");
    m_textSize = m_window.look().textSize();
    m_tookScreen = screen == Screen::whole && !m_window.isFullScreen();
    if (m_tookScreen)
        m_window.setWindowState(m_window.windowState() | Qt::WindowFullScreen);
    fit(m_tookScreen ? m_window.screen()->size() : m_window.size());
    m_window.installEventFilter(this);
    m_window.workspace().restoreDefaultLayout();
    // All of them exist: no Error.
    (void)m_window.workspace().showOnly(panels);
    emit changed(true);
}

void ProjectorMode::fit(QSize window)
{
    const double points = m_textSize * growthOfBars(window);
    QFont font;
    font.setPointSizeF(points);
    const QFontMetricsF metrics(font);
    const double pixels = QFontInfo(font).pixelSize(), line = metrics.height();
    const double wanted = std::ceil(shareOfHeight(window) * window.height()) / pixels,
                 widest = window.width() / ((m_isExplained ? widthWithExplanation : widthOfARound) * line);
    m_window.look().setViewScale(std::max(1.0, std::min(wanted, widest)));
    if (points != m_window.look().textSize())
        m_window.setTextSize(points);
}

bool ProjectorMode::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_isOn)
                    fit(m_window.size());
            },
            Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void ProjectorMode::end()
{
    if (!m_isOn)
        return;
    m_isOn = false;
    m_window.removeEventFilter(this);
    m_window.setTextSize(m_textSize);
    m_window.look().setViewScale(1);
    if (m_tookScreen)
        m_window.setWindowState(m_window.windowState() & ~Qt::WindowFullScreen);
    m_window.workspace().restoreLayout(m_layout);
    emit changed(false);
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/projector_mode.h"

#include <algorithm>

#include <QScreen>

#include "gui/main_window.h"
#include "gui/step_workspace.h"

namespace draftscope {

namespace {

/// How much larger letters are: read from the last row, while the numbers of the tool bar still have room.
double growthFor(int width)
{
    return std::clamp(width / 1370.0, 1.1, 1.8);
}

} // namespace

ProjectorMode::ProjectorMode(MainWindow& window) : QObject(&window), m_window(window) {}

void ProjectorMode::begin(Screen screen)
{
    if (m_isOn)
        return;
    m_isOn = true;
    m_layout = m_window.workspace().saveLayout();
    m_textSize = m_window.textSize();
    m_tookScreen = screen == Screen::whole && !m_window.isFullScreen();
    if (m_tookScreen)
        m_window.setWindowState(m_window.windowState() | Qt::WindowFullScreen);
    m_window.setTextSize(m_textSize * growthFor(m_tookScreen ? m_window.screen()->size().width() : m_window.width()));
    m_window.workspace().restoreDefaultLayout();
    // All of them exist: no Error.
    (void)m_window.workspace().showOnly(
        {QStringLiteral("text"), QStringLiteral("stage"), QStringLiteral("tokens-per-step")});
    emit changed(true);
}

void ProjectorMode::end()
{
    if (!m_isOn)
        return;
    m_isOn = false;
    m_window.setTextSize(m_textSize);
    if (m_tookScreen)
        m_window.setWindowState(m_window.windowState() & ~Qt::WindowFullScreen);
    m_window.workspace().restoreLayout(m_layout);
    emit changed(false);
}

} // namespace draftscope

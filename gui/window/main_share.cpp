// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's menu Share.
#include <QMenuBar>

#include "gui/controls/message_bar.h"
#include "gui/window/main_window.h"
#include "gui/window/share_actions.h"

namespace draftscope {

void MainWindow::makeShareActions()
{
    m_share = new ShareActions(*this, m_navigation, m_memory == Memory::kept);
    connect(m_share, &ShareActions::done, this,
            [this](const QString& sentence) { m_navigation.status().say(sentence); });
    connect(m_share, &ShareActions::failed, m_messages, &MessageBar::showProblem);
}

void MainWindow::makeShareMenu()
{
    m_share->fill(*menuBar()->addMenu(tr("&Share")));
}

} // namespace draftscope

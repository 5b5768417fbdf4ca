// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenuBar;
class QWidget;

namespace draftscope {

/// A dialog with all keys: those of the actions in the menus, as they are now, and those of views, which no action has.
/// It deletes itself when it is closed.
void showShortcuts(QWidget* parent, const QMenuBar& menus);

} // namespace draftscope

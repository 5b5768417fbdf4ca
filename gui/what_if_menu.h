// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace draftscope {

class Navigation;

/// Fills a menu with what can be changed about a node of the round shown: its token, its u, its verdict. `window` owns the
/// dialogs that ask for a value.
void fillWhatIfMenu(QMenu& menu, Navigation& navigation, int node, QWidget* window);

} // namespace draftscope

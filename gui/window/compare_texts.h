// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace draftscope {

class MainWindow;
class Navigation;
class TextsDialog;

/// Opens the window in which two texts are compared, the run shown as the first one if there is one. Moments that are
/// wanted there are shown in Step; both stay open.
TextsDialog* compareTexts(MainWindow& window, Navigation& navigation);

} // namespace draftscope

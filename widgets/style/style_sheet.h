// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace draftscope {

/// What Qt's widgets look like in the colours of the theme that is shown, as a style sheet of the application.
[[nodiscard]] QString styleSheetOfTheme();

} // namespace draftscope

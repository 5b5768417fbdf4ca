// SPDX-License-Identifier: GPL-3.0-or-later
// The one place for colours, marks and fonts. Roles and values are those of the design's table (Okabe-Ito family); no
// state is told by colour alone, so every role that marks a token has a mark as well.
#pragma once

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QString>

#include "engine/record/records.h"

class QApplication;

namespace draftscope {

enum class ThemeKind { system, light, dark };

enum class Role { target, draft, accepted, rejected, residual, bonus, muted, notJudged, text, surface, page, line };

class Theme {
public:
    /// Applies palette, style sheet and font size to the application. `system` follows the palette's lightness.
    static void apply(QApplication& application, ThemeKind kind, double pointSize = 10.5);
    [[nodiscard]] static bool isDark();

    [[nodiscard]] static QColor color(Role role);
    /// The role's colour mixed into the surface; share is how much of the role (0 to 1).
    [[nodiscard]] static QColor tint(Role role, double share);
    [[nodiscard]] static QFont tokenFont(double scale = 1);
    [[nodiscard]] static QFont font(double scale = 1, bool bold = false);
    /// What axes, captions and legends are written in.
    [[nodiscard]] static QFont smallFont() { return font(0.85); }
    [[nodiscard]] static QFontMetricsF smallMetrics() { return QFontMetricsF(smallFont()); }
};

/// While there is one, the application has the light theme, as pictures on white paper want it. Views are to be drawn meanwhile, and
/// no event is to be waited for.
class LightThemeMeanwhile {
public:
    LightThemeMeanwhile();
    ~LightThemeMeanwhile();
    LightThemeMeanwhile(const LightThemeMeanwhile&) = delete;
    LightThemeMeanwhile& operator=(const LightThemeMeanwhile&) = delete;

private:
    bool m_wasDark;
};

[[nodiscard]] Role roleOf(TokenSource source);
[[nodiscard]] Role roleOf(Verdict verdict);
/// "✓", "✗", "●", "+" or nothing.
[[nodiscard]] QString markOf(TokenSource source);
[[nodiscard]] QString markOf(Verdict verdict);
/// "accepted draft", "residual", "bonus", "plain", "prompt".
[[nodiscard]] QString wordFor(TokenSource source);
[[nodiscard]] QString wordFor(Verdict verdict);

} // namespace draftscope

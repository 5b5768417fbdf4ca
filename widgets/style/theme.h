// SPDX-License-Identifier: GPL-3.0-or-later
// The one place for colours, marks and fonts. Roles and values are those of the design's table (Okabe-Ito family); no
// state is told by colour alone, so every role that marks a token has a mark as well. High contrast is dark: whatever
// is written in it has at least 7:1 on its ground, and what can be pressed or has the focus thick lines around it.
#pragma once

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QString>

#include "engine/record/records.h"

class QApplication;
class QEvent;

namespace draftscope {

/// `system`: that of the desktop.
enum class ThemeKind { system, light, dark, highContrast };

enum class Role { target, draft, accepted, rejected, residual, bonus, muted, notJudged, text, surface, page, line };

class Theme {
public:
    /// Applies palette, style sheet and font size to the application, unless it has them. `system` follows the
    /// palette's lightness, and is high contrast where the desktop's icons are.
    /// `views`: how much larger letters are in what views draw than in bars and fields: 1, but where a room reads
    /// along.
    static void apply(QApplication& application, ThemeKind kind, double pointSize = 10.5, double views = 1);
    [[nodiscard]] static double views();    ///< as it was applied
    [[nodiscard]] static bool isDark();     ///< so is high contrast
    [[nodiscard]] static ThemeKind shown(); ///< never `system`

    [[nodiscard]] static QColor color(Role role);
    /// The role's colour mixed into the surface; share is how much of the role (0 to 1).
    [[nodiscard]] static QColor tint(Role role, double share);
    /// The same under words that are read on strong tints, too: in high contrast it stays so dark that they have 7:1.
    [[nodiscard]] static QColor tintUnderWords(Role role, double share);
    /// Of what is not the matter now: `faint`, but in high contrast so much that its words can be read.
    [[nodiscard]] static double opacity(double faint);
    /// Of drafts behind the first rejected one, which are not judged.
    [[nodiscard]] static double discardedOpacity() { return opacity(0.38); }
    [[nodiscard]] static double focusWidth(); ///< of the line around what has the focus, in pixels
    [[nodiscard]] static QFont tokenFont(double scale = 1);
    [[nodiscard]] static QFont font(double scale = 1, bool bold = false);    ///< of what views draw
    [[nodiscard]] static QFont barFont(double scale = 1, bool bold = false); ///< of bars and fields
    /// What axes, captions and legends are written in.
    [[nodiscard]] static QFont smallFont() { return font(0.85); }
    [[nodiscard]] static QFontMetricsF smallMetrics() { return QFontMetricsF(smallFont()); }
};

/// While there is one, the application has the light theme, as pictures on white paper want it. Views are to be drawn
/// meanwhile, and no event is to be waited for.
class LightThemeMeanwhile {
public:
    LightThemeMeanwhile();
    ~LightThemeMeanwhile();
    LightThemeMeanwhile(const LightThemeMeanwhile&) = delete;
    LightThemeMeanwhile& operator=(const LightThemeMeanwhile&) = delete;

private:
    ThemeKind m_before;
};

/// While there is one, the application has no style sheet. A widget that is put into another one is polished again with
/// all that is in it where there is a sheet, so a window that is built from the inside does so once instead, when it is
/// whole.
class UnstyledMeanwhile {
public:
    UnstyledMeanwhile();
    ~UnstyledMeanwhile();
    UnstyledMeanwhile(const UnstyledMeanwhile&) = delete;
    UnstyledMeanwhile& operator=(const UnstyledMeanwhile&) = delete;

private:
    QString m_sheet;
};

/// Whether words take other room from now on: another font, style or language.
[[nodiscard]] bool changesSizes(const QEvent& event);

[[nodiscard]] Role roleOf(TokenSource source);
[[nodiscard]] Role roleOf(Verdict verdict);
/// "✓", "✗", "●", "+" or nothing.
[[nodiscard]] QString markOf(TokenSource source);
[[nodiscard]] QString markOf(Verdict verdict);
/// "accepted draft", "residual", "bonus", "plain", "prompt".
[[nodiscard]] QString wordFor(TokenSource source);
[[nodiscard]] QString wordFor(Verdict verdict);

} // namespace draftscope

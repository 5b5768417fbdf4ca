// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/style/theme.h"

class QActionGroup;
class QMenu;
class QSettings;

namespace draftscope {

/// How the program looks: colours, size of letters, language, and the entries of the View menu for them. Lives on the
/// window's thread.
class WindowLook : public QObject {
    Q_OBJECT
public:
    static constexpr double smallestText = 7, normalText = 10.5, largestText = 24; ///< in points

    explicit WindowLook(QObject* parent = nullptr);

    void setTheme(ThemeKind theme);
    void setTextSize(double points);
    /// How much larger than that the letters of views are.
    void setViewScale(double scale);
    [[nodiscard]] ThemeKind theme() const { return m_theme; }
    [[nodiscard]] double textSize() const { return m_textSize; } ///< in points
    [[nodiscard]] double viewScale() const { return m_viewScale; }

    void addThemes(QMenu& menu);
    void addLanguages(QMenu& menu);
    void addSizes(QMenu& menu);

    void remember(QSettings& settings) const;
    void recall(const QSettings& settings);

signals:
    void textSizeChanged();

private:
    QActionGroup *m_themes, *m_languages;
    double m_textSize = normalText, m_viewScale = 1;
    ThemeKind m_theme = ThemeKind::system;
};

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/window_look.h"

#include <algorithm>
#include <utility>

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QSettings>

#include "gui/language/language.h"

namespace draftscope {

WindowLook::WindowLook(QObject* parent)
    : QObject(parent), m_themes(new QActionGroup(this)), m_languages(new QActionGroup(this))
{
}

void WindowLook::setTheme(ThemeKind theme)
{
    m_theme = theme;
    Theme::apply(*qApp, m_theme, m_textSize, m_viewScale);
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toInt() == int(theme));
}

void WindowLook::setTextSize(double points)
{
    m_textSize = std::clamp(points, smallestText, largestText);
    Theme::apply(*qApp, m_theme, m_textSize, m_viewScale);
    emit textSizeChanged();
}

void WindowLook::setViewScale(double scale)
{
    if (scale == m_viewScale)
        return;
    m_viewScale = scale;
    Theme::apply(*qApp, m_theme, m_textSize, m_viewScale);
}

void WindowLook::addThemes(QMenu& menu)
{
    const std::pair<QString, ThemeKind> themes[] = {{tr("Colours of the desktop"), ThemeKind::system},
                                                    {tr("Light"), ThemeKind::light},
                                                    {tr("Dark"), ThemeKind::dark},
                                                    {tr("High contrast"), ThemeKind::highContrast}};
    for (const auto& [name, kind] : themes) {
        QAction* action = menu.addAction(name, this, [this, kind = kind] { setTheme(kind); });
        action->setCheckable(true);
        action->setChecked(kind == m_theme);
        action->setData(int(kind));
        m_themes->addAction(action);
    }
}

/// Languages are called as those who speak them call them, whatever the window speaks.
void WindowLook::addLanguages(QMenu& menu)
{
    const std::pair<QString, Language> languages[] = {{tr("Language of the desktop"), Language::system},
                                                      {QStringLiteral("English"), Language::english},
                                                      {QStringLiteral("Deutsch"), Language::german}};
    for (const auto& [name, language] : languages) {
        QAction* action = menu.addAction(name, this, [language = language] { setLanguage(language); });
        action->setCheckable(true);
        action->setData(int(language));
        m_languages->addAction(action);
    }
    connect(&menu, &QMenu::aboutToShow, this, [this] {
        for (QAction* action : m_languages->actions())
            action->setChecked(action->data().toInt() == int(draftscope::language()));
    });
}

void WindowLook::addSizes(QMenu& menu)
{
    menu.addAction(tr("Larger text"), QKeySequence::ZoomIn, this, [this] { setTextSize(m_textSize + 1); });
    menu.addAction(tr("Smaller text"), QKeySequence::ZoomOut, this, [this] { setTextSize(m_textSize - 1); });
    menu.addAction(tr("Normal text"), QKeySequence(Qt::CTRL | Qt::Key_0), this, [this] { setTextSize(normalText); });
}

void WindowLook::remember(QSettings& settings) const
{
    settings.setValue(QStringLiteral("theme"), int(m_theme));
    settings.setValue(QStringLiteral("textSize"), m_textSize);
}

void WindowLook::recall(const QSettings& settings)
{
    m_textSize =
        std::clamp(settings.value(QStringLiteral("textSize"), m_textSize).toDouble(), smallestText, largestText);
    setTheme(
        ThemeKind(std::clamp(settings.value(QStringLiteral("theme"), 0).toInt(), 0, int(ThemeKind::highContrast))));
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Says again in another language what stands in the windows. Everything that goes through tr() is covered, without a
// line of its own: the texts of widgets and actions are compared with those that the program was given. What a view
// paints or a panel makes of the moment shown is not in here: it is made anew at QEvent::LanguageChange.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QStringList>

#include "gui/language/language.h"

namespace draftscope {

/// The property of a list of choices that says its items again by itself: names that a person gave are among them.
constexpr const char* saysItemsAgain = "saysItemsAgain";

/// What all windows say, to be made before the language changes and applied after it.
class Retranslation {
public:
    Retranslation();
    ~Retranslation();
    /// Texts that no translation was asked for, and those of objects that have gone, stay as they are.
    void apply() const;

private:
    /// How a text came about: a translated one, with what was put for %1, %2… in it.
    struct Wording {
        std::size_t text = 0; ///< in m_used
        QStringList arguments;
        QKeySequence key; ///< what stands after it in brackets, in a tool tip
    };
    /// A text with %1 in it, as it stands in the windows.
    struct Pattern;

    void lookAt(QObject& object);
    void note(QObject& object, const QString& text, std::function<void(const QString&)> set);
    [[nodiscard]] bool find(const QString& text, const QObject& object, Wording& wording) const;
    [[nodiscard]] bool findPattern(const QString& text, const QObject& object, Wording& wording) const;
    [[nodiscard]] std::size_t asTitle(const std::vector<std::size_t>& texts) const;
    [[nodiscard]] std::size_t nearest(const std::vector<std::size_t>& texts, const QObject& object) const;
    [[nodiscard]] QString said(const Wording& wording) const;

    NumberStyle m_style = numberStyle(); ///< before the language changes
    std::vector<TranslatedText> m_used;
    QHash<QString, std::vector<std::size_t>> m_byText; ///< numbers in m_used
    std::vector<Pattern> m_patterns;
    std::vector<std::pair<Wording, std::function<void(const QString&)>>> m_changes;
};

} // namespace draftscope

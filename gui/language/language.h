// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window. English is what stands in the sources; German comes from resources/translations, which is
// built in. Numbers and quotation marks follow it (widgets/style/number_text.h). What is written for programs (CSV,
// JSON, traces, the command line) is English.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>

#include "engine/core/error.h"
#include "widgets/style/number_text.h"

namespace draftscope {

/// `system`: German where the desktop's first language is, else English.
enum class Language { system, english, german };

/// What the window says from now on, also what it has said already: every text in it changes, and nothing else.
void setLanguage(Language language);
/// As it was chosen.
[[nodiscard]] Language language();

/// What was chosen the last time; `system` where nothing was.
[[nodiscard]] Language keptLanguage();
void keepLanguage();

/// "system", "en", "de", as settings and the command line have it.
[[nodiscard]] QString codeOf(Language language);
/// Errors: there is no such language.
[[nodiscard]] Result<Language> languageOf(const QString& code);

/// While there is one, this thread is given English words, for what is written to a file that programs read.
class EnglishMeanwhile {
public:
    EnglishMeanwhile();
    ~EnglishMeanwhile();
    EnglishMeanwhile(const EnglishMeanwhile&) = delete;
    EnglishMeanwhile& operator=(const EnglishMeanwhile&) = delete;

private:
    bool m_wasEnglish;
    PlainNumbersMeanwhile m_numbers;
};

/// A text that the program has asked a translation for since it began.
struct TranslatedText {
    QByteArray context, source, comment;
    QString text; ///< what it was given the last time

    [[nodiscard]] QString now() const; ///< in the language of now
};
/// All of them.
[[nodiscard]] std::vector<TranslatedText> textsUsed();

} // namespace draftscope

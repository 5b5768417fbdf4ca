// SPDX-License-Identifier: GPL-3.0-or-later
// The engine knows no Qt and speaks English. Its German lies in resources/translations/engine_de.ts by the templates of
// its sources: a Message says which one, and what is put in.
#pragma once

#include <string_view>

#include <QString>

#include "engine/core/error.h"

namespace draftscope {

/// A message of the engine in the window's language, and so each of its arguments that is one. What has no German there
/// stays English. Window's thread.
[[nodiscard]] QString engineWords(const Message& message);
[[nodiscard]] inline QString engineWords(const Error& error)
{
    return engineWords(error.message());
}
/// The same of words that nothing is put into (titles, explanations of options), and of what engineSentence() has
/// given.
[[nodiscard]] QString engineWords(std::string_view english);
[[nodiscard]] inline QString engineWords(const char* english)
{
    return engineWords(std::string_view(english));
}
[[nodiscard]] inline QString engineWords(const QString& english)
{
    return engineWords(english.toStdString());
}

/// The English sentence, for signals and values that go from thread to thread as text. What it was made of is kept, so
/// that engineWords() can say it in any language when it is shown, and once more when the language changes. Any thread.
[[nodiscard]] QString engineSentence(const Message& message);
[[nodiscard]] inline QString engineSentence(const Error& error)
{
    static_cast<void>(engineSentence(error.reason));
    return engineSentence(error.message());
}

} // namespace draftscope

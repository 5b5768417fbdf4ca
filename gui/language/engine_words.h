// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include <QString>

namespace draftscope {

/// What the engine says, as it stands in its sources but for %1, %2… to %9 where it puts something in.
struct EngineWords {
    const char* english;
    const char* ownWords = ""; ///< digits of those that the engine has words of its own for, which are translated, too
};

/// What the engine says, a sentence or a title, in the window's language: errors, why a combination is refused, what
/// options and faults are, why a run stops. Where it is not among what is translated it stays as it is. Window's
/// thread.
[[nodiscard]] QString engineWords(std::string_view words);
[[nodiscard]] inline QString engineWords(const QString& words)
{
    return engineWords(words.toStdString());
}

/// All that is translated, for tests.
[[nodiscard]] std::span<const EngineWords> knownEngineWords();

} // namespace draftscope

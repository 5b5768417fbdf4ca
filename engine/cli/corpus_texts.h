// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/tokenizer/tokenizer.h"

namespace CLI {
class App;
}

namespace draftscope {

/// The argument of a command that names such files and folders; at least one has to be given.
void addCorpusNames(CLI::App& command, std::vector<std::string>& names);
/// Refuses empty names; `command` is for the sentence.
[[nodiscard]] Result<void> checkCorpusNames(const std::vector<std::string>& names, std::string_view command);

/// Text files and files of JSON Lines (.jsonl); of a folder all .txt and .jsonl in it and below it, in the order of
/// their names. Errors: a name that does not exist, a folder without such files.
[[nodiscard]] Result<std::vector<std::filesystem::path>> corpusFiles(const std::vector<std::string>& names);

/// Texts as token ids, one behind the other.
struct CorpusTokens {
    std::vector<TokenId> tokens;
    std::size_t texts = 0;
};

/// The texts of files: a text file is one, a line of JSON Lines has one in "text" or in "prompt". Each begins as a
/// prompt does and ends with the tokenizer's end-of-text token, if it has one. Long texts are encoded in pieces that
/// end behind a newline (64 KiB, or somewhat more), so the first token of a piece may be another one than in the whole
/// text. Errors: what cannot be read, is not UTF-8 or no JSON, and more tokens than longestSortedText. Throws
/// Cancelled.
[[nodiscard]] Result<CorpusTokens> encodeCorpus(const std::vector<std::filesystem::path>& files,
                                                const Tokenizer& tokenizer, const Progress& progress);

} // namespace draftscope

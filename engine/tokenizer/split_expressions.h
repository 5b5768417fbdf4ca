// SPDX-License-Identifier: MIT
// How byte-pair vocabularies split texts, by the names that GGUF files have for it (tokenizer.ggml.pre).
// https://github.com/ggml-org/llama.cpp/blob/master/src/llama-vocab.cpp, of 2026, lists which name means which
// expressions, and src/unicode.cpp there how they are matched, which is not always what the model's own tokenizer does.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/tokenizer/text_splitter.h"

namespace draftscope {

/// GPT-2's (Radford et al. 2019).
inline constexpr std::string_view gpt2Expression =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
/// Llama 3's own, of tiktoken's cl100k with a run of letters that may begin with one other character.
inline constexpr std::string_view llama3Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|)"
    R"(\s+(?!\S)|\s+)";

struct NamedSplits {
    std::vector<SplitStep> steps = {};
    bool prefersWholePieces = false; ///< a part that is a piece is one token, whatever the merges say
    bool addsBos = false;            ///< where the file says nothing of it
    bool alwaysAddsBos = false;      ///< whatever the file says
    bool isOfCharacters = false;     ///< pieces are characters, with bytes to fall back on, as sentencepiece's
    bool marksSpaces = true;         ///< of these: U+2581 stands for a space
    bool keepsLines = false;         ///< of these: a run of line ends that is a piece is one token
    bool dropsSpaces = false;        ///< of these: white space parts words and is no part of any
    bool takesSmallLetters = false;  ///< of these
    bool mayLackMerges = false;
};

/// Nothing for names that are not known. "" is a file that names none.
[[nodiscard]] std::optional<NamedSplits> splitsOf(std::string_view pre);

/// All names, for tests and lists.
[[nodiscard]] std::vector<std::string_view> namedSplits();

} // namespace draftscope

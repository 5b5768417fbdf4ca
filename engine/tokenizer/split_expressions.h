// SPDX-License-Identifier: MIT
// How byte-level vocabularies split texts, by the names that GGUF files have for them (tokenizer.ggml.pre). The expressions are those
// of the models' own tokenizers; https://github.com/ggml-org/llama.cpp/blob/master/src/llama-vocab.cpp lists which name means which.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/tokenizer/text_splitter.h"

namespace draftscope {

/// GPT-2's (Radford et al. 2019).
inline constexpr std::string_view gpt2Expression =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

struct NamedSplits {
    std::vector<SplitStep> steps;
    bool prefersWholePieces = false; ///< as Llama 3's tokenizer.json says
    bool normalizesToNfc = false;
    bool addsBos = false; ///< where the file says nothing of it
};

/// Nothing for names that are not known.
[[nodiscard]] std::optional<NamedSplits> splitsOf(std::string_view pre);

/// The known names, as a list to be shown.
[[nodiscard]] std::string knownSplits();

} // namespace draftscope

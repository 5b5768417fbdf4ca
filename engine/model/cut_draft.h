// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/model.h"

namespace draftscope {

/// The tokens that a draft had best have logits for: those that end a text, and the most frequent ones of a text
/// written in tokens, the smaller id on ties; `count` in all, at least one and at most as many as the tokenizer has.
/// Ascending.
[[nodiscard]] std::vector<TokenId> mostFrequentTokens(const Model& draft, std::span<const TokenId> text, int count);

/// Writes a draft whose head is cut to these tokens (FR-Spec, arXiv 2502.14856) as a Hugging Face directory: the
/// draft's own files with lm_head.weight of so many rows, d2t and t2d. `to` is made if it is not there, and has no
/// other model's tokenizer afterwards. Errors: the draft is no Hugging Face directory or has been cut before, `to` is
/// its own directory, the disk.
[[nodiscard]] Result<void> writeCutDraft(const Model& draft, std::span<const TokenId> tokens,
                                         const std::filesystem::path& to);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "engine/core/error.h"
#include "engine/tokenizer/byte_level_tokenizer.h"

namespace draftscope {

/// Whether these are the beginning of a tiktoken file: lines of a token's bytes in base64 and its rank.
[[nodiscard]] bool looksLikeTiktoken(std::string_view text);

/// A tiktoken file, Llama 3's tokenizer.model: a token's rank is its id, and every pair that is a token may be merged,
/// the lowest rank first. With 128,000 tokens these are Llama 3's, and its 256 special tokens are added.
[[nodiscard]] Result<ByteLevelVocabulary> readTiktoken(std::string_view text, std::string_view name);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>

#include "engine/core/error.h"
#include "engine/tokenizer/stated_tokens.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// A tokenizer.json of Hugging Face's tokenizers library: its normalisers, pre-tokenizers, models (BPE, WordPiece,
/// WordLevel, Unigram) and decoders, with the ids that the library gives. `stated` is what other files of its directory
/// say. What the file asks for and is not known, and what the library would refuse, is an Error that names it.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(const std::filesystem::path& path,
                                                                         const StatedTokens& stated);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/error.h"
#include "engine/tokenizer/byte_level_tokenizer.h"

namespace draftscope {

class Gguf;

/// The vocabulary of a GGUF file whose tokenizer.ggml.model is "gpt2".
[[nodiscard]] Result<ByteLevelVocabulary> readByteLevelGguf(const Gguf& file);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "engine/core/error.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

class Gguf;

/// The vocabulary of a GGUF file whose tokenizer.ggml.model is "gpt2", "gemma4" or "whitespace": byte-pair encoding by
/// merges, of bytes or of characters, with the ids that llama.cpp gives.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> bytePairsOfGguf(const Gguf& file);

} // namespace draftscope

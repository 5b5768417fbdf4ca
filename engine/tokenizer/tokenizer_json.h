// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>

#include "engine/core/error.h"
#include "engine/tokenizer/stated_tokens.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// A tokenizer.json of Hugging Face's tokenizers library with byte-pair encoding: of bytes (GPT-2, Llama 3, Qwen), or of characters with
/// bytes to fall back on as sentencepiece has it (Llama 2, Mistral). `stated` is what other files of its directory say. What the file
/// asks for and is not supported is an Error that names it.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(const std::filesystem::path& path,
                                                                         const StatedTokens& stated);

} // namespace draftscope

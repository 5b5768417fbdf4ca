// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

class Gguf;

/// The tokenizer of a Hugging Face directory (tokenizer.model, else tokenizer.json, else vocab.json with merges.txt,
/// and what its other files say of special tokens), of a GGUF file, or of a tokenizer.model or tokenizer.json on its
/// own. No weights are read, so a quantised GGUF's vocabulary works, too. `rows`: of the model's embedding; added
/// tokens of a directory that lie behind them are left out, because the model knows nothing of them (Gemma 3 1B has the
/// larger models' token for pictures).
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const std::filesystem::path& path,
                                                                     int rows = int(largestVocabulary));

/// All files that it reads of a directory, where they are there.
[[nodiscard]] std::span<const std::string_view> tokenizerFileNames();

/// The vocabulary that a GGUF file holds (tokenizer.ggml.*).
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> tokenizerOfGguf(const Gguf& file);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/error.h"
#include "engine/formats/gguf.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// Typed look-ups of an architecture's keys in a GGUF file: "block_count" is llama.block_count. A key that is missing becomes
/// the first error.
class GgufFields {
public:
    GgufFields(const Gguf& file, std::string_view architecture)
        : m_file(file), m_prefix(std::string(architecture) + '.')
    {
    }

    [[nodiscard]] const Gguf& file() const { return m_file; }
    [[nodiscard]] std::string where() const { return m_file.path().string(); }
    [[nodiscard]] std::string nameOf(std::string_view key) const { return m_prefix + std::string(key); }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    int size(std::string_view key, std::optional<int> otherwise = {});
    /// vocab_size, or how many tokens the file's tokenizer has; 0 where it says neither, or what cannot be.
    [[nodiscard]] int statedVocabularySize() const;
    [[nodiscard]] double number(std::string_view key, double otherwise) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const { return m_file.shownText(nameOf(key)); }

private:
    const Gguf& m_file;
    std::string m_prefix;
    std::optional<Error> m_error;
};

/// The sizes, the norm's epsilon and the rotary frequencies that the metadata of a Llama-like GGUF file says, checked. Error: one
/// is missing or impossible, or the model computes what a forward pass does not.
[[nodiscard]] Result<ModelConfig> readLlamaGguf(GgufFields& fields);
/// The tokens that rows see, their own last: the whole context where no window is stated, or one of 0, which is how llama.cpp writes
/// that there is none.
[[nodiscard]] int slidingWindow(GgufFields& fields, const ModelConfig& config);

/// Error: a sliding window is stated that is shorter than the context, and the family does not say which layers have it.
[[nodiscard]] Result<void> checkNoWindow(GgufFields& fields, const ModelConfig& config);

} // namespace draftscope

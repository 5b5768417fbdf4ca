// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/formats/gguf.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// Typed look-ups of an architecture's keys in a GGUF file: "block_count" is llama.block_count. A key that is missing
/// becomes the first error. A number may be stated for every layer, in an array; where these are not all the same, that
/// is an error, too.
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
    double number(std::string_view key, double otherwise);
    /// An array of a number for each layer: whole ones, or booleans as 0 and 1. Nothing where the key has no array; one
    /// of another kind or length becomes an error.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> ofLayers(std::string_view key);
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const { return m_file.shownText(nameOf(key)); }

private:
    void complain(std::string sentence);
    /// The number that all of an array are. Nothing where they differ or are none, which becomes an error.
    template <class Number>
    std::optional<Number> oneOf(std::string_view key, const std::optional<std::vector<Number>>& numbers);

    const Gguf& m_file;
    std::string m_prefix;
    std::optional<Error> m_error;
};

/// The sizes, the norm's epsilon and the rotary frequencies that the metadata of a Llama-like GGUF file says, checked.
/// Error: one is missing or impossible, or the model computes what a forward pass does not.
[[nodiscard]] Result<ModelConfig> readLlamaGguf(GgufFields& fields);
/// Lets rows see no more than attention.sliding_window tokens, where the model has longer texts: in the layers that an
/// array of the file names (attention.sliding_window_pattern), otherwise in those for which `hasWindow` holds. A window
/// of 0 is none, which is how llama.cpp writes it; windows may differ by layer. Without `hasWindow` the file has to
/// name them. Error: it does not, or the window is none.
[[nodiscard]] Result<void> setGgufWindows(GgufFields& fields, ModelConfig& config,
                                          const std::function<bool(int layer)>& hasWindow = {});

} // namespace draftscope

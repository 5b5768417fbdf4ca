// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/core/error.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// Typed look-ups in one JSON object; null counts as absent, a value of the wrong type becomes the first error.
class ConfigFields {
public:
    /// The object must outlive this.
    ConfigFields(const nlohmann::json& object, std::string where);

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] const nlohmann::json& object() const { return m_object; }
    /// Null where the key is absent or null.
    [[nodiscard]] const nlohmann::json* find(const char* key) const;
    /// Whether it is there, and is null.
    [[nodiscard]] bool isNull(const char* key) const;
    int size(const char* key, std::optional<int> otherwise = {});
    double number(const char* key, std::optional<double> otherwise = {});
    bool flag(const char* key);
    std::string text(const char* key);
    /// At least `count` texts; none where the key is absent.
    std::vector<std::string> texts(const char* key, int count);
    std::vector<float> numbers(const char* key);

private:
    void complain(const char* key, const char* what);
    const nlohmann::json& m_object;
    std::string m_where;
    std::optional<Error> m_error;
};

/// What a family means by keys that a config.json leaves out.
struct ShapeDefaults {
    int contextLength = 2048;
    std::optional<int> headSize = {}; ///< nothing: hidden_size / num_attention_heads
    double ropeTheta = 10000;
    bool tiedEmbeddings = false;
    double normEpsilon = 1e-6;
    std::optional<int> originalContext =
        {};                       ///< that scalings of rotary frequencies begin with; nothing: the context length
    bool rotatesInPart = false;   ///< partial_rotary_factor counts; see readRope()
    bool contextIsScaled = false; ///< max_position_embeddings counts the texts that a scaling allows
};

/// The sizes, the norm's epsilon and the rotary frequencies that a Llama-like config.json says, checked. Error: one is
/// missing or impossible, or the model computes what a forward pass does not.
[[nodiscard]] Result<ModelConfig> readLlamaShape(ConfigFields& fields, const std::string& where,
                                                 const ShapeDefaults& unstated = {});
/// Error: the weights are quantised in a way of safetensors.
[[nodiscard]] Result<void> checkNotQuantised(ConfigFields& fields, const std::string& where);
/// Error: a sliding_window is shorter than the context, and nothing would see to it.
[[nodiscard]] Result<void> checkNoWindow(ConfigFields& fields, const std::string& where, const ModelConfig& config);
/// draft_vocab_size, where there is one.
[[nodiscard]] Result<void> readDraftVocabularySize(ConfigFields& fields, const std::string& where, ModelConfig& config);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// Typed look-ups in one JSON object; null counts as absent, a value of the wrong type becomes the first error.
class ConfigFields {
public:
    ConfigFields(const nlohmann::json& object, std::string where) : m_object(object), m_where(std::move(where)) {}

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] const nlohmann::json* find(const char* key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }
    /// Whether it is there, and is null.
    [[nodiscard]] bool isNull(const char* key) const
    {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_null();
    }
    int size(const char* key, std::optional<int> otherwise = {})
    {
        const nlohmann::json* value = find(key);
        if (!value && otherwise)
            return *otherwise;
        if (!value)
            return complain(key, "is missing"), 0;
        if (!value->is_number_integer() || *value < 0 || *value > INT32_MAX)
            return complain(key, "is not a size"), 0;
        return value->get<int>();
    }
    double number(const char* key, std::optional<double> otherwise = {})
    {
        const nlohmann::json* value = find(key);
        if (!value && otherwise)
            return *otherwise;
        if (!value || !value->is_number())
            return complain(key, value ? "is not a number" : "is missing"), 0;
        return value->get<double>();
    }
    bool flag(const char* key)
    {
        const nlohmann::json* value = find(key);
        if (value && !value->is_boolean())
            complain(key, "is neither true nor false");
        return value && value->is_boolean() && value->get<bool>();
    }
    std::string text(const char* key)
    {
        const nlohmann::json* value = find(key);
        if (value && !value->is_string())
            complain(key, "is not a text");
        return value && value->is_string() ? value->get<std::string>() : std::string();
    }

    /// At least `count` texts; none where the key is absent.
    std::vector<std::string> texts(const char* key, int count)
    {
        const nlohmann::json* value = find(key);
        std::vector<std::string> texts;
        for (const nlohmann::json& text : value && value->is_array() ? *value : nlohmann::json::array())
            if (text.is_string())
                texts.push_back(text.get<std::string>());
        if (value && (texts.size() != value->size() || texts.size() < std::size_t(count)))
            complain(key, "does not have a text for each layer");
        return texts;
    }
    std::vector<float> numbers(const char* key)
    {
        const nlohmann::json* value = find(key);
        if (!value)
            return complain(key, "is missing"), std::vector<float>();
        std::vector<float> numbers;
        for (const nlohmann::json& number : value->is_array() ? *value : nlohmann::json::array())
            if (number.is_number())
                numbers.push_back(number.get<float>());
        if (numbers.empty() || numbers.size() != value->size())
            complain(key, "is not a list of numbers");
        return numbers;
    }

private:
    void complain(const char* key, const char* what)
    {
        if (!m_error)
            m_error = Error{fmt::format("In {} the value of {} {}: download the file again.", m_where, key, what)};
    }
    const nlohmann::json& m_object;
    std::string m_where;
    std::optional<Error> m_error;
};

/// What a family means by keys that a config.json leaves out.
struct ShapeDefaults {
    int contextLength = 2048;
    std::optional<int> headSize; ///< nothing: hidden_size / num_attention_heads
    double ropeTheta = 10000;
    bool tiedEmbeddings = false;
    double normEpsilon = 1e-6;
};

/// The sizes, the norm's epsilon and the rotary frequencies that a Llama-like config.json says, checked. Error: one is missing
/// or impossible, or the model computes what a forward pass does not.
[[nodiscard]] Result<ModelConfig> readLlamaShape(ConfigFields& fields, const std::string& where,
                                                 const ShapeDefaults& unstated = {});
/// Error: the weights are quantised in a way of safetensors.
[[nodiscard]] Result<void> checkNotQuantised(ConfigFields& fields, const std::string& where);
/// Error: a sliding_window is shorter than the context, and nothing would see to it.
[[nodiscard]] Result<void> checkNoWindow(ConfigFields& fields, const std::string& where, const ModelConfig& config);
/// draft_vocab_size, where there is one.
[[nodiscard]] Result<void> readDraftVocabularySize(ConfigFields& fields, const std::string& where, ModelConfig& config);

} // namespace draftscope

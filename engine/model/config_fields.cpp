// SPDX-License-Identifier: MIT
#include "engine/model/config_fields.h"

#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

namespace draftscope {

ConfigFields::ConfigFields(const nlohmann::json& object, std::string where)
    : m_object(object), m_where(std::move(where))
{
}

const nlohmann::json* ConfigFields::find(const char* key) const
{
    const auto found = m_object.find(key);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

bool ConfigFields::isNull(const char* key) const
{
    const auto found = m_object.find(key);
    return found != m_object.end() && found->is_null();
}

int ConfigFields::size(const char* key, std::optional<int> otherwise)
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

double ConfigFields::number(const char* key, std::optional<double> otherwise)
{
    const nlohmann::json* value = find(key);
    if (!value && otherwise)
        return *otherwise;
    if (!value || !value->is_number())
        return complain(key, value ? "is not a number" : "is missing"), 0;
    return value->get<double>();
}

bool ConfigFields::flag(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value && !value->is_boolean())
        complain(key, "is neither true nor false");
    return value && value->is_boolean() && value->get<bool>();
}

std::string ConfigFields::text(const char* key)
{
    const nlohmann::json* value = find(key);
    if (value && !value->is_string())
        complain(key, "is not a text");
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

std::vector<std::string> ConfigFields::texts(const char* key, int count)
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

std::vector<float> ConfigFields::numbers(const char* key)
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

void ConfigFields::complain(const char* key, const char* what)
{
    if (!m_error)
        m_error = errorOf(message("In {} the value of {} {}: download the file again.", m_where, key, what));
}

} // namespace draftscope

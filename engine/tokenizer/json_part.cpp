// SPDX-License-Identifier: MIT
#include "engine/tokenizer/json_part.h"

#include "engine/core/utf8.h"
#include "engine/tokenizer/unicode_text.h"

namespace draftscope {

using nlohmann::json;

const json& jsonValue(const json& object, std::string_view key)
{
    static const json nothing;
    if (!object.is_object())
        return nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

JsonPart::JsonPart(const json& object, std::string_view file, std::string_view part)
    : m_object(object), m_file(file), m_part(part)
{
    const json& stated = value("type");
    if (stated.is_string())
        m_type = stated.get<std::string>();
}

bool JsonPart::has(std::string_view key) const
{
    return !value(key).is_null();
}

bool JsonPart::states(std::string_view key) const
{
    return m_object.is_object() && m_object.contains(key);
}

void JsonPart::complain(std::string_view key, std::string_view wanted)
{
    if (!m_error)
        m_error =
            fail("The file {} has a {}{} whose \"{}\" is {}: download it again.", m_file, m_part,
                 m_type.empty() ? "" : fmt::format(" of the type {}", asUtf8(beginningOf(m_type, 40))), key, wanted)
                .value();
}

std::string JsonPart::text(std::string_view key)
{
    if (value(key).is_string())
        return value(key).get<std::string>();
    complain(key, "missing or no text");
    return {};
}

std::string JsonPart::character(std::string_view key)
{
    std::string one = text(key);
    if (!m_error && (one.empty() || characterAt(one, 0).size != one.size()))
        complain(key, "not one character");
    return one;
}

bool JsonPart::flag(std::string_view key)
{
    if (value(key).is_boolean())
        return value(key).get<bool>();
    complain(key, "missing or neither true nor false");
    return false;
}

bool JsonPart::flag(std::string_view key, bool unstated)
{
    return states(key) ? flag(key) : unstated;
}

std::size_t JsonPart::count(std::string_view key)
{
    if (value(key).is_number_unsigned())
        return value(key).get<std::size_t>();
    complain(key, "missing or no number of things");
    return 0;
}

std::size_t JsonPart::count(std::string_view key, std::size_t unstated)
{
    return states(key) ? count(key) : unstated;
}

std::optional<std::string> JsonPart::textOrNone(std::string_view key)
{
    return has(key) ? std::optional(text(key)) : std::nullopt;
}

std::optional<bool> JsonPart::flagOrNone(std::string_view key)
{
    return has(key) ? std::optional(flag(key)) : std::nullopt;
}

std::vector<const json*> JsonPart::list(std::string_view key)
{
    std::vector<const json*> parts;
    if (!value(key).is_array())
        complain(key, "missing or no list");
    for (const json& part : value(key))
        if (value(key).is_array())
            parts.push_back(&part);
    return parts;
}

} // namespace draftscope

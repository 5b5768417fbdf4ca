// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/utf8.h"
#include "engine/record/names.h"
#include "engine/trace/trace_json.h"

namespace draftscope {

/// Reads the keys of one JSON object with checks of type and range; keys that are not asked for are ignored. Anything
/// wrong is thrown as BrokenRecord.
class JsonFields {
public:
    explicit JsonFields(const nlohmann::json& object) : m_object(object)
    {
        if (!object.is_object())
            throw BrokenRecord("something that should be an object is not");
    }

    [[nodiscard]] bool has(const char* key) const { return m_object.contains(key); }
    [[nodiscard]] const nlohmann::json& at(const char* key) const
    {
        const auto found = m_object.find(key);
        if (found == m_object.end())
            throw BrokenRecord(fmt::format("\"{}\" is missing", key));
        return *found;
    }
    [[nodiscard]] const nlohmann::json& arrayAt(const char* key) const
    {
        const nlohmann::json& array = at(key);
        if (!array.is_array())
            throw BrokenRecord(fmt::format("\"{}\" is not a list", key));
        return array;
    }

    template <class Value>
    void read(const char* key, Value& value) const
    {
        value = convert<Value>(key, at(key));
    }
    template <class Value>
    void readIfThere(const char* key, Value& value) const
    {
        if (has(key))
            value = convert<Value>(key, at(key));
    }
    template <class Enumeration>
    void readName(const char* key, Enumeration& value) const
    {
        const std::string name = convert<std::string>(key, at(key));
        const auto known = named<Enumeration>(name);
        if (!known)
            throw BrokenRecord(fmt::format("\"{}\" is \"{}\", which is not known", key, beginningOf(name, 40)));
        value = *known;
    }

private:
    template <class Value>
    [[nodiscard]] static Value convert(const char* key, const nlohmann::json& from);

    const nlohmann::json& m_object;
};

namespace detail {
template <class Value>
inline constexpr bool isVector = false;
template <class Value>
inline constexpr bool isVector<std::vector<Value>> = true;
} // namespace detail

template <class Value>
Value JsonFields::convert(const char* key, const nlohmann::json& from)
{
    if constexpr (std::same_as<Value, bool>) {
        if (from.is_boolean())
            return from.get<bool>();
    } else if constexpr (std::same_as<Value, std::string>) {
        if (from.is_string())
            return from.get<std::string>();
    } else if constexpr (std::integral<Value>) {
        if (from.is_number_unsigned() && from.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<Value>::max()))
            return Value(from.get<std::uint64_t>());
        if constexpr (std::signed_integral<Value>)
            if (from.is_number_integer() && !from.is_number_unsigned()
                && from.get<std::int64_t>() >= std::int64_t(std::numeric_limits<Value>::min()))
                return Value(from.get<std::int64_t>());
    } else if constexpr (std::floating_point<Value>) {
        if (from.is_number()) {
            const auto number = from.get<double>();
            if (std::abs(number) <= double(std::numeric_limits<Value>::max())) // past it the conversion is undefined
                return Value(number);
        }
        if (from.is_null()) // written for NaN by a model with broken weights
            return Value(0);
    } else if constexpr (detail::isVector<Value>) {
        if (from.is_array()) {
            Value values;
            values.reserve(from.size());
            for (const nlohmann::json& item : from)
                values.push_back(convert<typename Value::value_type>(key, item));
            return values;
        }
    }
    throw BrokenRecord(fmt::format("\"{}\" has a value that cannot be", key));
}

} // namespace draftscope

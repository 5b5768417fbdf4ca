// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace draftscope {

/// Builds one line of JSON. Numbers are written by fmt's shortest form that reads back as the same value, floats as
/// floats: half as long as the doubles that a JSON library would print, and fast enough to write while decoding.
class JsonLine {
public:
    [[nodiscard]] std::string_view text() const { return {m_text.data(), m_text.size()}; }

    JsonLine& open(char bracket);  ///< '{' or '['
    JsonLine& close(char bracket); ///< '}' or ']'
    JsonLine& key(std::string_view name);
    JsonLine& value(std::string_view text); ///< bytes that are not UTF-8 become U+FFFD
    JsonLine& value(const char* text) { return value(std::string_view(text)); }
    JsonLine& value(bool flag);
    template <std::integral Number>
    requires(!std::same_as<Number, bool>) JsonLine& value(Number number) { return raw(fmt::format_int(number).str()); }
    JsonLine& value(double number) { return floating(number); }
    JsonLine& value(float number) { return floating(number); }
    template <class Number>
    JsonLine& value(const std::vector<Number>& numbers)
    {
        open('[');
        for (const Number number : numbers)
            value(number);
        return close(']');
    }
    template <class Value>
    JsonLine& field(std::string_view name, const Value& content)
    {
        return key(name).value(content);
    }

private:
    template <class Number>
    JsonLine& floating(Number number); ///< JSON knows no NaN and no infinity: they are written as null
    JsonLine& raw(std::string_view text);
    void separate();

    fmt::basic_memory_buffer<char, 4096> m_text;
    bool m_needsComma = false;
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace draftscope {

/// Builds one line of JSON. Numbers are written in the shortest form that reads back as the same value, floats as
/// floats: half as long as the doubles that a JSON library would print. A traced round has about a thousand of them,
/// and they are written while decoding, so by std::to_chars: no format string is read for each.
class JsonLine {
public:
    [[nodiscard]] std::string_view text() const { return {m_text.data(), m_text.size()}; }
    [[nodiscard]] std::size_t size() const { return m_text.size(); }
    /// Begins a new line in the same memory.
    void clear()
    {
        m_text.clear();
        m_needsComma = false;
    }

    JsonLine& open(char bracket);           ///< '{' or '['
    JsonLine& close(char bracket);          ///< '}' or ']'
    JsonLine& key(std::string_view name);   ///< has nothing in it that JSON escapes
    JsonLine& value(std::string_view text); ///< bytes that are not UTF-8 become U+FFFD
    JsonLine& value(const char* text) { return value(std::string_view(text)); }
    JsonLine& value(bool flag);
    JsonLine& json(std::string_view text); ///< a value, or fields of the object that is open, that are JSON already
    JsonLine& again(std::size_t begin, std::size_t end); ///< the value that was written from size `begin` to `end`
    JsonLine& end();                                     ///< of the line
    template <std::integral Number>
    requires(!std::same_as<Number, bool>) JsonLine& value(Number number) { return writeNumber(number); }
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
    template <class Number>
    JsonLine& writeNumber(Number number);
    void separate();

    fmt::basic_memory_buffer<char, 4096> m_text;
    bool m_needsComma = false;
};

} // namespace draftscope

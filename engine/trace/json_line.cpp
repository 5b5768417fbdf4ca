// SPDX-License-Identifier: MIT
#include "engine/trace/json_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "engine/core/utf8.h"

namespace draftscope {

void JsonLine::separate()
{
    if (m_needsComma)
        m_text.push_back(',');
    m_needsComma = true;
}

JsonLine& JsonLine::json(std::string_view text)
{
    separate();
    m_text.append(text.data(), text.data() + text.size());
    return *this;
}

JsonLine& JsonLine::again(std::size_t begin, std::size_t end)
{
    separate();
    const std::size_t size = m_text.size();
    m_text.resize(size + end - begin);
    std::copy(m_text.data() + begin, m_text.data() + end, m_text.data() + size);
    return *this;
}

JsonLine& JsonLine::end()
{
    m_text.push_back('\n');
    return *this;
}

JsonLine& JsonLine::open(char bracket)
{
    separate();
    m_text.push_back(bracket);
    m_needsComma = false;
    return *this;
}

JsonLine& JsonLine::close(char bracket)
{
    m_text.push_back(bracket);
    m_needsComma = true;
    return *this;
}

JsonLine& JsonLine::key(std::string_view name)
{
    separate();
    m_text.push_back('"');
    m_text.append(name.data(), name.data() + name.size());
    m_text.push_back('"');
    m_text.push_back(':');
    m_needsComma = false;
    return *this;
}

JsonLine& JsonLine::value(std::string_view text)
{
    separate();
    std::string repaired;
    if (!isUtf8(text)) {
        repaired = asUtf8(text);
        text = repaired;
    }
    m_text.push_back('"');
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto next = i + 1 < text.size() ? (unsigned char)text[i + 1] : 0;
        if (c == '"' || c == '\\') {
            m_text.push_back('\\');
            m_text.push_back(c);
        } else if ((unsigned char)c < 0x20 || c == 0x7F) {
            fmt::format_to(std::back_inserter(m_text), "\\u{:04x}", int((unsigned char)c));
        } else if ((unsigned char)c == 0xC2 && next < 0xA0) { // the controls from U+0080 on, which terminals obey, too
            fmt::format_to(std::back_inserter(m_text), "\\u{:04x}", int(next));
            ++i;
        } else {
            m_text.push_back(c);
        }
    }
    m_text.push_back('"');
    return *this;
}

JsonLine& JsonLine::value(bool flag)
{
    return json(flag ? "true" : "false");
}

template <class Number>
JsonLine& JsonLine::writeNumber(Number number)
{
    constexpr std::size_t longest = 32; // -2.2250738585072014e-308 has 24 characters
    separate();
    const std::size_t size = m_text.size();
    m_text.resize(size + longest);
    const auto end = std::to_chars(m_text.data() + size, m_text.data() + size + longest, number).ptr;
    m_text.resize(std::size_t(end - m_text.data()));
    return *this;
}

template JsonLine& JsonLine::writeNumber(int);
template JsonLine& JsonLine::writeNumber(unsigned);
template JsonLine& JsonLine::writeNumber(long);
template JsonLine& JsonLine::writeNumber(unsigned long);

template <class Number>
JsonLine& JsonLine::floating(Number number)
{
    return std::isfinite(number) ? writeNumber(number) : json("null");
}

template JsonLine& JsonLine::floating(double);
template JsonLine& JsonLine::floating(float);

} // namespace draftscope

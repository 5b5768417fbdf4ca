// SPDX-License-Identifier: MIT
// Reading a line of a lesson word by word.
#pragma once

#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace draftscope {

/// Without spaces at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\r'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

/// A text that is read from the left. Words end where no letter, digit or byte of a longer character follows.
class WordReader {
public:
    explicit WordReader(std::string_view text) : m_text(text) { skipSpaces(); }

    [[nodiscard]] bool isAtEnd() const { return m_text.empty(); }
    [[nodiscard]] std::string_view rest() const { return m_text; }
    [[nodiscard]] char next() const { return m_text.empty() ? '\0' : m_text.front(); }

    /// Whether these words come next, separated by a space each as in `words`.
    [[nodiscard]] bool sees(std::string_view words) const
    {
        return m_text.starts_with(words) && (m_text.size() == words.size() || !isInWord(m_text[words.size()]));
    }
    bool takes(std::string_view words)
    {
        if (words.empty() || !sees(words))
            return false;
        skip(words.size());
        return true;
    }
    /// The same for signs, behind which anything may come.
    bool takesSign(std::string_view sign)
    {
        if (!m_text.starts_with(sign))
            return false;
        skip(sign.size());
        return true;
    }
    /// A whole number without a sign.
    std::optional<int> takeCount()
    {
        int count = 0;
        const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), count);
        if (error != std::errc() || next() == '-')
            return std::nullopt;
        skip(std::size_t(end - m_text.data()));
        return count;
    }
    /// 0.8, 1e-3: nothing where no digit comes next.
    std::optional<double> takeNumber()
    {
        if (!std::isdigit(static_cast<unsigned char>(next())))
            return std::nullopt;
        double number = 0;
        const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), number);
        if (error != std::errc())
            return std::nullopt;
        skip(std::size_t(end - m_text.data()));
        return number;
    }
    /// What stands in double quotes; nothing, and nothing is read, where there are none or no end.
    std::optional<std::string> takeQuoted()
    {
        const std::size_t end = next() == '"' ? m_text.find('"', 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string inside(m_text.substr(1, end - 1));
        skip(end + 1);
        return inside;
    }
    /// Up to the next space, or that sign.
    std::string_view takeWord(std::string_view ends = " ")
    {
        const std::string_view word = m_text.substr(0, m_text.find_first_of(ends));
        skip(word.size());
        return word;
    }

private:
    static bool isInWord(char letter)
    {
        const auto byte = static_cast<unsigned char>(letter);
        return std::isalnum(byte) || byte == '_' || byte >= 0x80;
    }
    void skip(std::size_t count)
    {
        m_text.remove_prefix(count);
        skipSpaces();
    }
    void skipSpaces()
    {
        while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == '\t'))
            m_text.remove_prefix(1);
    }
    std::string_view m_text;
};

} // namespace draftscope

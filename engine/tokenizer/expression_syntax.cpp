// SPDX-License-Identifier: MIT
#include "engine/tokenizer/expression_syntax.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace draftscope {

namespace {

// Unicode 15, PropList.txt, White_Space.
constexpr std::string_view spaceCodes =
    R"(\x{09}-\x{0d}\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";
// Unicode's words (UTS #18): what is alphabetic, marks, decimal digits and connectors. Letters in circles and squares
// are alphabetic.
constexpr std::string_view wordCodes =
    R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189})";
// Outside of sets Oniguruma takes Latin-1's superscripts and fractions for words, too.
constexpr std::string_view wordCodesAlone =
    R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189})"
    R"(\x{b2}\x{b3}\x{b9}\x{bc}-\x{be})";
constexpr std::string_view hexCodes = "0-9A-Fa-f";

using PropertyName = std::pair<std::string_view, std::string_view>;
// Names of properties that PCRE2 knows by shorter or other ones; compared without case, spaces and underscores.
constexpr std::array<PropertyName, 26> propertyNames = {
    PropertyName{"letter", "L"},
    {"number", "N"},
    {"punctuation", "P"},
    {"symbol", "S"},
    {"separator", "Z"},
    {"mark", "M"},
    {"other", "C"},
    {"decimalnumber", "Nd"},
    {"letternumber", "Nl"},
    {"othernumber", "No"},
    {"uppercaseletter", "Lu"},
    {"lowercaseletter", "Ll"},
    {"titlecaseletter", "Lt"},
    {"modifierletter", "Lm"},
    {"otherletter", "Lo"},
    {"nonspacingmark", "Mn"},
    {"spacingmark", "Mc"},
    {"connectorpunctuation", "Pc"},
    {"dashpunctuation", "Pd"},
    {"otherpunctuation", "Po"},
    {"alpha", "Alphabetic"},
    {"upper", "Uppercase"},
    {"lower", "Lowercase"},
    {"digit", "Nd"},
    {"space", "White_Space"},
    {"control", "Cc"},
};

std::string propertyName(std::string_view name)
{
    const bool isNegated = name.starts_with('^');
    std::string plain;
    for (const char c : name)
        if (c != ' ' && c != '_' && c != '-' && c != '^')
            plain += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
    const auto found =
        std::ranges::find_if(propertyNames, [&](const PropertyName& known) { return known.first == plain; });
    if (found == propertyNames.end())
        return std::string(name);
    return fmt::format("{}{}", isNegated ? "^" : "", found->second);
}

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

class Translator {
public:
    explicit Translator(std::string_view expression) : m_in(expression) {}

    std::optional<std::string> run()
    {
        while (m_at < m_in.size() && !m_isBroken)
            part();
        return m_isBroken || !m_groups.empty() ? std::nullopt : std::optional(std::move(m_out));
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_in.size() ? m_in[m_at + ahead] : '\0';
    }
    [[nodiscard]] bool startsWith(std::string_view text) const { return m_in.substr(m_at).starts_with(text); }

    /// One whole character.
    std::string_view character()
    {
        const std::size_t begin = m_at++;
        while (m_at < m_in.size() && (static_cast<unsigned char>(m_in[m_at]) & 0xc0) == 0x80)
            ++m_at;
        return m_in.substr(begin, m_at - begin);
    }

    void part()
    {
        const char c = peek();
        if (c == '{' && interval())
            return;
        if (c == '*' || c == '+' || c == '?') {
            m_out += c;
            ++m_at;
            return;
        }
        if (c == ')') {
            m_isBroken = m_isBroken || m_groups.empty();
            if (!m_groups.empty()) {
                m_atom = m_groups.back();
                m_groups.pop_back();
            }
            m_out += c;
            ++m_at;
            return;
        }
        m_atom = m_out.size();
        if (c == '(')
            group();
        else if (c == '[')
            m_out += set(0);
        else if (c == '\\')
            escape();
        else if (c == '^')
            ++m_at, m_out += R"((?:\A|(?<=\n)(?!\z)))";
        else if (c == '$')
            ++m_at, m_out += R"((?:(?=\n)|(?<!\n)\z))";
        else if (c == '{' || c == '}')
            ++m_at, (m_out += '\\') += c;
        else
            m_out += character();
    }

    /// {n}, {n,}, {,m} or {n,m}; what else begins with a brace is text.
    bool interval()
    {
        std::size_t end = m_at + 1;
        std::string low, high;
        for (; end < m_in.size() && isDigit(m_in[end]); ++end)
            low += m_in[end];
        const bool hasComma = end < m_in.size() && m_in[end] == ',';
        for (end += hasComma ? 1 : 0; end < m_in.size() && isDigit(m_in[end]); ++end)
            high += m_in[end];
        if (end >= m_in.size() || m_in[end] != '}' || (low.empty() && high.empty()) || m_out.empty())
            return false;
        m_out += hasComma ? fmt::format("{{{},{}}}", low.empty() ? "0" : low, high) : fmt::format("{{{}}}", low);
        m_at = end + 1;
        if (peek() == '+') { // more of them, where PCRE2 would give none back
            m_out.insert(m_atom, "(?:");
            m_out += ")+";
            ++m_at;
        }
        return true;
    }

    void group()
    {
        m_groups.push_back(m_out.size());
        if (startsWith("(?#")) {
            const std::size_t end = m_in.find(')', m_at);
            m_isBroken = m_isBroken || end == std::string_view::npos;
            m_at = m_isBroken ? m_in.size() : end + 1;
            m_groups.pop_back();
            return;
        }
        m_out += '(';
        ++m_at;
        if (peek() != '?')
            return;
        m_out += '?';
        ++m_at;
        const std::size_t end = m_in.find_first_not_of("imx-", m_at);
        if (end == std::string_view::npos || end == m_at || (m_in[end] != ':' && m_in[end] != ')'))
            return; // a look around, a name, an atomic group: the same in both
        for (; m_at < end; ++m_at)
            m_out += peek() == 'm' ? 's' : peek(); // m: a dot is a line end, too
    }

    /// The code of \uHHHH as PCRE2 writes it; the place is behind the u. Empty where there are no four digits.
    std::string fourDigits()
    {
        const std::string_view digits = m_in.substr(std::min(m_at, m_in.size()), 4);
        const auto isHex = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
        if (digits.size() < 4 || !std::ranges::all_of(digits, isHex))
            return {};
        m_at += 4;
        return fmt::format("\\x{{{}}}", digits);
    }

    /// What is written alike within and outside of sets. The place is behind the backslash.
    std::string sharedEscape()
    {
        const char c = peek();
        if ((c == 'p' || c == 'P') && peek(1) == '{') {
            const std::size_t end = m_in.find('}', m_at);
            if (end == std::string_view::npos) {
                m_isBroken = true;
                return {};
            }
            const std::string name = propertyName(m_in.substr(m_at + 2, end - m_at - 2));
            m_at = end + 1;
            return fmt::format("\\{}{{{}}}", c, name);
        }
        if (c == 'x' && peek(1) == '{') {
            const std::size_t end = m_in.find('}', m_at);
            const std::size_t begin = std::exchange(m_at, end == std::string_view::npos ? m_in.size() : end + 1);
            m_isBroken = m_isBroken || end == std::string_view::npos;
            return "\\" + std::string(m_in.substr(begin, m_at - begin));
        }
        if (c == 'u') {
            ++m_at;
            const std::string code = fourDigits();
            return code.empty() ? "u" : code;
        }
        if (c == 'v') {
            ++m_at;
            return "\\x0b";
        }
        if (m_at >= m_in.size()) {
            m_isBroken = true;
            return {};
        }
        return "\\" + std::string(character());
    }

    void escape()
    {
        ++m_at;
        const char c = peek();
        const auto take = [&](std::string text) {
            ++m_at;
            m_out += text;
        };
        switch (c) {
        case 's':
            return take(fmt::format("[{}]", spaceCodes));
        case 'S':
            return take(fmt::format("[^{}]", spaceCodes));
        case 'w':
            return take(fmt::format("[{}]", wordCodesAlone));
        case 'W':
            return take(fmt::format("[^{}]", wordCodesAlone));
        case 'h':
            return take(fmt::format("[{}]", hexCodes));
        case 'H':
            return take(fmt::format("[^{}]", hexCodes));
        case 'O':
            return take("(?s:.)");
        case 'b':
            return take(fmt::format("(?:(?<=[{0}])(?![{0}])|(?<![{0}])(?=[{0}]))", wordCodesAlone));
        case 'B':
            return take(fmt::format("(?:(?<=[{0}])(?=[{0}])|(?<![{0}])(?![{0}]))", wordCodesAlone));
        default:
            m_out += sharedEscape();
        }
    }

    /// What sets are joined of between two &&.
    struct Union {
        std::string codes;               ///< as they stand between brackets
        std::vector<std::string> others; ///< sets of their own

        [[nodiscard]] std::string text() const
        {
            std::vector<std::string> all = others;
            if (!codes.empty() || all.empty())
                all.push_back(codes.empty() ? "(?!)" : fmt::format("[{}]", codes));
            return all.size() == 1 ? all.front() : fmt::format("(?:{})", fmt::join(all, "|"));
        }
    };

    void setEscape(Union& into)
    {
        ++m_at;
        const auto codes = [&](std::string_view text) { ++m_at, into.codes += text; };
        const auto others = [&](std::string_view text) { ++m_at, into.others.push_back(fmt::format("[^{}]", text)); };
        switch (peek()) {
        case 's':
            return codes(spaceCodes);
        case 'S':
            return others(spaceCodes);
        case 'w':
            return codes(wordCodes);
        case 'W':
            return others(wordCodes);
        case 'h':
            return codes(hexCodes);
        case 'H':
            return others(hexCodes);
        case 'b':
            return codes("\\x08");
        default:
            into.codes += sharedEscape();
        }
    }

    bool posixClass(Union& into)
    {
        const std::size_t end = m_in.find(":]", m_at + 2);
        if (end == std::string_view::npos)
            return false;
        const std::string_view name = m_in.substr(m_at + 2, end - m_at - 2);
        if (!name.empty() && !std::ranges::all_of(name, [](char c) { return c == '^' || (c >= 'a' && c <= 'z'); }))
            return false;
        m_at = end + 2;
        if (name == "space")
            into.codes += spaceCodes;
        else if (name == "word")
            into.codes += wordCodes;
        else if (name == "alpha")
            into.codes += R"(\p{Alphabetic})";
        else if (name == "alnum")
            into.codes += R"(\p{Alphabetic}\p{Nd})";
        else if (name == "punct")
            into.codes += R"(\p{P}\p{S})";
        else if (name == "upper")
            into.codes += R"(\p{Uppercase})";
        else if (name == "lower")
            into.codes += R"(\p{Lowercase})";
        else
            into.codes += fmt::format("[:{}:]", name);
        return true;
    }

    std::string set(int depth)
    {
        constexpr int deepest = 64;
        ++m_at;
        const bool isNegated = peek() == '^';
        m_at += isNegated ? 1 : 0;
        std::vector<Union> all(1);
        for (bool isFirst = true; !m_isBroken; isFirst = false) {
            if (m_at >= m_in.size() || depth > deepest) {
                m_isBroken = true;
                break;
            }
            const char c = peek();
            if (c == ']' && !isFirst)
                break;
            if (startsWith("&&")) {
                m_at += 2;
                all.emplace_back();
            } else if (c == '\\') {
                setEscape(all.back());
            } else if (c == '[' && (peek(1) != ':' || !posixClass(all.back()))) {
                all.back().others.push_back(set(depth + 1));
            } else if (c != '[') {
                if (c == ']' || c == '^')
                    all.back().codes += '\\';
                all.back().codes += character();
            }
        }
        ++m_at;
        if (all.size() == 1 && all[0].others.empty() && !all[0].codes.empty())
            return fmt::format("[{}{}]", isNegated ? "^" : "", all[0].codes);
        std::string positive;
        for (std::size_t i = 0; i + 1 < all.size(); ++i)
            positive += fmt::format("(?={})", all[i].text());
        positive = all.size() == 1 ? all[0].text() : fmt::format("(?:{}{})", positive, all.back().text());
        return isNegated ? fmt::format("(?:(?!{})(?s:.))", positive) : positive;
    }

    std::string_view m_in;
    std::size_t m_at = 0;
    std::string m_out;
    std::size_t m_atom = 0;            ///< where the last thing begins that can be repeated
    std::vector<std::size_t> m_groups; ///< where the open groups begin
    bool m_isBroken = false;
};

} // namespace

std::optional<std::string> asPcre2(std::string_view expression)
{
    return Translator(expression).run();
}

std::string literalExpression(std::string_view text)
{
    std::string expression;
    for (const char character : text) {
        if (std::string_view("\\^$.|?*+()[]{}/-").find(character) != std::string_view::npos)
            expression += '\\';
        expression += character;
    }
    return expression;
}

} // namespace draftscope

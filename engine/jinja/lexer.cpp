// SPDX-License-Identifier: MIT
#include "engine/jinja/lexer.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "engine/jinja/characters.h"
#include "engine/jinja/failure.h"

namespace draftscope::jinja {

namespace {

std::string withPlainLineEnds(std::string_view source)
{
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] != '\r') {
            text += source[i];
            continue;
        }
        text += '\n';
        if (i + 1 < source.size() && source[i + 1] == '\n')
            ++i;
    }
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

/// How long the white space at the front is, in bytes.
std::size_t spaceLength(std::string_view text)
{
    return text.size() - strippedLeft(text).size();
}

bool isNameBegin(char32_t character)
{
    return character == '_' || isAlphabetic(character);
}

class Lexer {
public:
    explicit Lexer(std::string_view source) : m_source(withPlainLineEnds(source)), m_rest(m_source) {}
    std::vector<Token> take()
    {
        try {
            while (!m_rest.empty())
                takeTextAndTag();
        } catch (Failure& failure) {
            failure.line = m_line;
            throw;
        }
        add(TokenKind::end, {});
        return std::move(m_tokens);
    }

private:
    void add(TokenKind kind, std::string text) { m_tokens.push_back({kind, m_line, std::move(text), {}}); }
    /// Goes on, behind what was read.
    void skip(std::size_t bytes)
    {
        m_line += int(std::ranges::count(m_rest.substr(0, bytes), '\n'));
        m_startsLine = bytes > 0 && m_rest[bytes - 1] == '\n';
        m_rest.remove_prefix(bytes);
    }
    void takeTextAndTag();
    void addText(std::string_view text, char control, bool stripsLine);
    void takeComment();
    [[nodiscard]] std::size_t rawBeginLength() const;
    void takeRaw();
    void takeTag(bool isPrint);
    [[nodiscard]] std::size_t endLength(std::string_view end, bool trimsLine) const;
    void takeNumberToken();
    [[nodiscard]] std::size_t realLength() const;
    void takeString();
    void takeEscape(std::string_view text, std::size_t& at, std::string& result) const;
    void takeSign();

    std::string m_source;
    std::string_view m_rest;
    std::vector<Token> m_tokens;
    std::string m_open; ///< brackets that are not closed yet
    int m_line = 1;
    bool m_startsLine = true; ///< what was read last ended a line
};

/// `control`: the sign behind the tag that follows; `stripsLine`: blanks between a line's beginning and the tag go.
void Lexer::addText(std::string_view text, char control, bool stripsLine)
{
    std::string_view kept = text;
    if (control == '-')
        kept = strippedRight(text);
    else if (control != '+' && stripsLine) {
        const std::size_t line = text.rfind('\n') + 1; // 0 where there is none
        if ((line > 0 || m_startsLine) && line < text.size() && spaceLength(text.substr(line)) == text.size() - line)
            kept = text.substr(0, line);
    }
    if (!kept.empty())
        add(TokenKind::text, std::string(kept));
}

void Lexer::takeTextAndTag()
{
    std::size_t at = m_rest.find('{');
    while (at != std::string_view::npos && m_rest.substr(at + 1, 1).find_first_of("{%#") != 0)
        at = m_rest.find('{', at + 1);
    if (at == std::string_view::npos) {
        add(TokenKind::text, std::string(m_rest));
        skip(m_rest.size());
        return;
    }
    const char kind = m_rest[at + 1];
    const char control = at + 2 < m_rest.size() ? m_rest[at + 2] : '\0';
    const bool hasControl = control == '-' || control == '+';
    addText(m_rest.substr(0, at), control, kind != '{');
    skip(at);
    if (kind == '#') {
        skip(hasControl ? 3 : 2);
        takeComment();
    } else if (const std::size_t raw = kind == '%' ? rawBeginLength() : 0; raw > 0) {
        skip(raw);
        takeRaw();
    } else {
        add(kind == '{' ? TokenKind::printBegin : TokenKind::tagBegin, {});
        skip(hasControl ? 3 : 2);
        takeTag(kind == '{');
    }
}

void Lexer::takeComment()
{
    const std::size_t end = m_rest.find("#}");
    if (end == std::string_view::npos)
        stop(FailureKind::syntax, "a comment has no end");
    // A sign in front of the end belongs to it.
    const char control = end > 0 ? m_rest[end - 1] : '\0';
    std::size_t length = end + 2;
    if (control == '-')
        length += spaceLength(m_rest.substr(length));
    else if (control != '+' && m_rest.substr(length).starts_with('\n'))
        ++length;
    skip(length);
}

/// Of {% raw %} at the front; 0 where there is something else.
std::size_t Lexer::rawBeginLength() const
{
    std::string_view rest = m_rest.substr(2);
    if (rest.starts_with('-') || rest.starts_with('+'))
        rest.remove_prefix(1);
    rest = strippedLeft(rest);
    if (!rest.starts_with("raw"))
        return 0;
    rest = strippedLeft(rest.substr(3));
    if (rest.starts_with("-%}"))
        return m_rest.size() - strippedLeft(rest.substr(3)).size();
    return rest.starts_with("%}") ? m_rest.size() - rest.size() + 2 : 0;
}

void Lexer::takeRaw()
{
    for (std::size_t at = m_rest.find("{%"); at != std::string_view::npos; at = m_rest.find("{%", at + 1)) {
        std::string_view rest = m_rest.substr(at + 2);
        const char control = rest.empty() ? '\0' : rest.front();
        if (control == '-' || control == '+')
            rest.remove_prefix(1);
        rest = strippedLeft(rest);
        if (!rest.starts_with("endraw"))
            continue;
        rest = strippedLeft(rest.substr(6));
        if (rest.starts_with("-%}"))
            rest = strippedLeft(rest.substr(3));
        else if (rest.starts_with("+%}"))
            rest = rest.substr(3);
        else if (rest.starts_with("%}"))
            rest = rest.substr(rest.substr(2).starts_with('\n') ? 3 : 2);
        else
            continue;
        addText(m_rest.substr(0, at), control, true);
        skip(m_rest.size() - rest.size());
        return;
    }
    stop(FailureKind::syntax, "a raw block has no end");
}

/// Of the end of a tag at the front; 0 where there is none.
std::size_t Lexer::endLength(std::string_view end, bool trimsLine) const
{
    if (m_rest.starts_with('-') && m_rest.substr(1).starts_with(end)) {
        const std::size_t length = end.size() + 1;
        return length + spaceLength(m_rest.substr(length));
    }
    if (trimsLine && m_rest.starts_with('+') && m_rest.substr(1).starts_with(end))
        return end.size() + 1;
    if (!m_rest.starts_with(end))
        return 0;
    return end.size() + (trimsLine && m_rest.substr(end.size()).starts_with('\n') ? 1 : 0);
}

void Lexer::takeTag(bool isPrint)
{
    while (!m_rest.empty()) {
        if (m_open.empty())
            if (const std::size_t length = endLength(isPrint ? "}}" : "%}", !isPrint); length > 0) {
                add(isPrint ? TokenKind::printEnd : TokenKind::tagEnd, {});
                skip(length);
                return;
            }
        if (const std::size_t space = spaceLength(m_rest); space > 0) {
            skip(space);
            continue;
        }
        const char next = m_rest.front();
        std::string_view behind = m_rest;
        const char32_t character = takeCharacter(behind);
        if (next >= '0' && next <= '9') {
            takeNumberToken();
        } else if (isNameBegin(character)) {
            std::size_t length = m_rest.size() - behind.size();
            while (!behind.empty() && isWordCharacter(takeCharacter(behind)))
                length = m_rest.size() - behind.size();
            add(TokenKind::name, std::string(m_rest.substr(0, length)));
            skip(length);
        } else if (next == '\'' || next == '"') {
            takeString();
        } else {
            takeSign();
        }
    }
    stop(FailureKind::syntax, "a tag has no end");
}

namespace {

/// Of digits at the front, single underscores between them.
std::size_t digitsLength(std::string_view text, std::string_view digits)
{
    std::size_t length = 0;
    while (length < text.size()) {
        if (digits.find(text[length]) != std::string_view::npos)
            ++length;
        else if (length > 0 && text[length] == '_' && length + 1 < text.size()
                 && digits.find(text[length + 1]) != std::string_view::npos)
            length += 2;
        else
            break;
    }
    return length;
}

constexpr std::string_view decimalDigits = "0123456789";

std::string withoutUnderscores(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, '_');
    return plain;
}

} // namespace

/// Of a number with a point or an exponent at the front; 0 where it has none.
std::size_t Lexer::realLength() const
{
    const std::size_t whole = digitsLength(m_rest, decimalDigits);
    std::size_t length = whole;
    if (m_rest.substr(length).starts_with('.'))
        if (const std::size_t part = digitsLength(m_rest.substr(length + 1), decimalDigits); part > 0)
            length += part + 1;
    const std::string_view rest = m_rest.substr(length);
    if (rest.starts_with('e') || rest.starts_with('E')) {
        const std::size_t sign = rest.size() > 1 && (rest[1] == '+' || rest[1] == '-') ? 2 : 1;
        if (const std::size_t part = digitsLength(rest.substr(sign), decimalDigits); part > 0)
            length += sign + part;
    }
    return length > whole ? length : 0;
}

void Lexer::takeNumberToken()
{
    Token token{TokenKind::number, m_line, {}, {}};
    // A number behind a point is an item: "x.0.1".
    const bool isItem = !m_tokens.empty() && m_tokens.back().isSign(".");
    std::size_t length = isItem ? 0 : realLength();
    if (length > 0) {
        token.number = Value::real(std::strtod(withoutUnderscores(m_rest.substr(0, length)).c_str(), nullptr));
    } else {
        int base = 10;
        std::string_view digits = decimalDigits;
        std::size_t front = 0;
        if (m_rest.size() > 2 && m_rest[0] == '0') {
            const char mark = char(m_rest[1] | 0x20);
            base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
            front = base == 10 ? 0 : 2;
            digits = base == 16 ? "0123456789abcdefABCDEF"
                : base == 10    ? "0"
                                : decimalDigits.substr(0, std::size_t(base));
        } else if (m_rest[0] == '0') {
            digits = "0";
        }
        const std::size_t skipped = front > 0 && m_rest.substr(front).starts_with('_') ? 1 : 0;
        length = front + skipped + digitsLength(m_rest.substr(front + skipped), digits);
        const std::string plain = withoutUnderscores(m_rest.substr(front, length - front));
        std::int64_t number = 0;
        const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), number, base);
        if (read.ec != std::errc())
            stop(FailureKind::unsupported, "a whole number goes beyond 64 bits, which is not supported");
        token.number = Value::integer(number);
    }
    m_tokens.push_back(std::move(token));
    skip(length);
}

/// `at` is behind the backslash, and is moved behind the escape.
void Lexer::takeEscape(std::string_view text, std::size_t& at, std::string& result) const
{
    const char kind = text[at++];
    constexpr std::string_view letters = "ntr\\'\"abfv", meanings = "\n\t\r\\'\"\a\b\f\v";
    if (const auto known = letters.find(kind); known != std::string_view::npos) {
        result += meanings[known];
        return;
    }
    if (kind == '\n') // a line that goes on
        return;
    std::uint32_t character = 0;
    if (kind >= '0' && kind <= '7') {
        std::size_t count = 1;
        character = std::uint32_t(kind - '0');
        for (; count < 3 && at < text.size() && text[at] >= '0' && text[at] <= '7'; ++count)
            character = character * 8 + std::uint32_t(text[at++] - '0');
        appendCharacter(result, character);
        return;
    }
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    if (kind == 'N')
        stop(FailureKind::unsupported, "the escape \\N in a string is not supported");
    if (digits == 0) {
        (result += '\\') += kind;
        return;
    }
    const std::string_view hex = text.substr(at, digits);
    const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), character, 16);
    if (hex.size() < digits || error != std::errc() || end != hex.data() + digits || character > 0x10FFFF)
        stop(FailureKind::syntax, "a string has a wrong escape: \\{}{}", std::string(1, kind), hex);
    if (character >= 0xD800 && character <= 0xDFFF)
        stop(FailureKind::unsupported, "a string has half of a character (\\u{}), which is not supported", hex);
    at += digits;
    appendCharacter(result, character);
}

void Lexer::takeString()
{
    const char quote = m_rest.front();
    std::string result;
    std::size_t at = 1;
    while (at < m_rest.size() && m_rest[at] != quote) {
        if (m_rest[at] != '\\') {
            result += m_rest[at++];
            continue;
        }
        if (++at < m_rest.size()) {
            if (static_cast<unsigned char>(m_rest[at]) >= 0x80)
                result += '\\';
            else
                takeEscape(m_rest, at, result);
        }
    }
    if (at >= m_rest.size())
        stop(FailureKind::syntax, "a string has no end");
    add(TokenKind::string, std::move(result));
    skip(at + 1);
}

void Lexer::takeSign()
{
    constexpr std::string_view two[] = {"//", "**", "==", "!=", ">=", "<="};
    constexpr std::string_view one = "+-/*%~[](){}><=.:|,;";
    const std::string_view front = m_rest.substr(0, 2);
    const bool isTwo = std::ranges::find(two, front) != std::end(two);
    if (!isTwo && one.find(m_rest.front()) == std::string_view::npos) {
        std::string_view rest = m_rest;
        (void)takeCharacter(rest);
        stop(FailureKind::syntax, "a tag has an unexpected character: {}",
             m_rest.substr(0, m_rest.size() - rest.size()));
    }
    const std::string sign(m_rest.substr(0, isTwo ? 2 : 1));
    constexpr std::string_view opening = "([{", closing = ")]}";
    if (opening.find(sign) != std::string_view::npos)
        m_open += sign;
    if (const auto kind = closing.find(sign); kind != std::string_view::npos) {
        if (m_open.empty() || m_open.back() != opening[kind])
            stop(FailureKind::syntax, "a tag has a {} that nothing opens", sign);
        m_open.pop_back();
    }
    add(TokenKind::sign, sign);
    skip(sign.size());
}

} // namespace

std::vector<Token> tokensOf(std::string_view source)
{
    return Lexer(source).take();
}

} // namespace draftscope::jinja

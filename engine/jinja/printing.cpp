// SPDX-License-Identifier: MIT
#include "engine/jinja/printing.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/operators.h"

namespace draftscope::jinja {

namespace {

void appendRepresented(std::string& text, const Value& value);

void appendItems(std::string& text, const std::vector<Value>& items, std::string_view open, std::string_view close)
{
    text += open;
    bool isFirst = true;
    for (const Value& item : items) {
        if (!std::exchange(isFirst, false))
            text += ", ";
        appendRepresented(text, item);
    }
    text += close;
}

void appendSequence(std::string& text, const Value& value)
{
    const Sequence& sequence = value.sequence();
    switch (sequence.kind) {
    case SequenceKind::list:
        return appendItems(text, sequence.items, "[", "]");
    case SequenceKind::tuple:
    case SequenceKind::group:
        return appendItems(text, sequence.items, "(", sequence.items.size() == 1 ? ",)" : ")");
    case SequenceKind::keys:
        return appendItems(text, sequence.items, "dict_keys([", "])");
    case SequenceKind::values:
        return appendItems(text, sequence.items, "dict_values([", "])");
    case SequenceKind::items:
        return appendItems(text, sequence.items, "dict_items([", "])");
    case SequenceKind::range:
        stop(FailureKind::unsupported, "a range is printed, which is not supported: |list makes a list of it");
    case SequenceKind::generator:
        stop(FailureKind::unsupported, "the result of a filter is printed that has no text: |list makes a list of it");
    }
}

void appendRepresented(std::string& text, const Value& value)
{
    takeSteps();
    const std::size_t before = text.size();
    if (value.isText()) {
        text += value.text().isSafe ? "Markup(" + quotedText(value.bytes()) + ")" : quotedText(value.bytes());
    } else if (value.isUndefined()) {
        text += "Undefined";
    } else if (value.isSequence()) {
        return appendSequence(text, value);
    } else if (value.isDict()) {
        text += '{';
        bool isFirst = true;
        for (const auto& [key, item] : value.dict().entries()) {
            if (!std::exchange(isFirst, false))
                text += ", ";
            appendRepresented(text, key);
            text += ": ";
            appendRepresented(text, item);
        }
        text += '}';
        return;
    } else {
        text += printed(value);
    }
    takeBytes(text.size() - before);
}

/// Appends JSON.
class JsonWriter {
public:
    explicit JsonWriter(const JsonStyle& style) : m_style(style) {}
    void write(const Value& value);
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void writeText(std::string_view text);
    void writeDict(const Dict& dict);
    void beginItem(bool isFirst);
    void end(char bracket);
    static std::string keyOf(const Value& key);

    const JsonStyle& m_style;
    std::string m_text;
    int m_level = 0;
};

void JsonWriter::writeText(std::string_view text)
{
    takeBytes(text.size());
    m_text += '"';
    while (!text.empty()) {
        const char32_t character = takeCharacter(text);
        constexpr std::string_view plain = "\"\\\n\r\t\f\b", letters = "\"\\nrtfb";
        if (const auto at = character < 0x80 ? plain.find(char(character)) : std::string_view::npos;
            at != std::string_view::npos)
            (m_text += '\\') += letters[at];
        else if (character < 0x20 || (m_style.isAscii && character >= 0x7F && character < 0x10000))
            m_text += fmt::format("\\u{:04x}", std::uint32_t(character));
        else if (m_style.isAscii && character >= 0x10000)
            m_text += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((std::uint32_t(character) - 0x10000) >> 10),
                                  0xDC00 + ((std::uint32_t(character) - 0x10000) & 0x3FF));
        else
            appendCharacter(m_text, character);
    }
    m_text += '"';
}

void JsonWriter::beginItem(bool isFirst)
{
    if (!isFirst) {
        takeBytes(m_style.itemSeparator.size());
        m_text += m_style.itemSeparator;
    }
    if (!m_style.isIndented)
        return;
    takeBytes(m_style.indent.size() * std::size_t(m_level));
    m_text += '\n';
    for (int i = 0; i < m_level; ++i)
        m_text += m_style.indent;
}

void JsonWriter::end(char bracket)
{
    --m_level;
    beginItem(true);
    m_text += bracket;
}

std::string JsonWriter::keyOf(const Value& key)
{
    if (key.isText())
        return key.bytes();
    if (key.isBoolean())
        return key.boolean() ? "true" : "false";
    if (key.isNone())
        return "null";
    if (key.isNumber())
        return printed(key);
    stopRun("tojson: a {} cannot be a key of JSON", key.typeName());
}

void JsonWriter::writeDict(const Dict& dict)
{
    if (dict.size() == 0) {
        m_text += "{}";
        return;
    }
    std::vector<const Dict::Entry*> entries;
    for (const Dict::Entry& entry : dict.entries())
        entries.push_back(&entry);
    if (m_style.sortsKeys)
        std::ranges::stable_sort(entries, [](const Dict::Entry* left, const Dict::Entry* right) {
            return isLess(left->first, right->first);
        });
    m_text += '{';
    ++m_level;
    bool isFirst = true;
    for (const Dict::Entry* entry : entries) {
        beginItem(std::exchange(isFirst, false));
        writeText(keyOf(entry->first));
        takeBytes(m_style.keySeparator.size());
        m_text += m_style.keySeparator;
        write(entry->second);
    }
    end('}');
}

void JsonWriter::write(const Value& value)
{
    takeSteps();
    if (value.isText()) {
        writeText(value.bytes());
    } else if (value.isNone()) {
        m_text += "null";
    } else if (value.isBoolean()) {
        m_text += value.boolean() ? "true" : "false";
    } else if (value.isReal() && !std::isfinite(value.real())) {
        m_text += std::isnan(value.real()) ? "NaN" : value.real() > 0 ? "Infinity" : "-Infinity";
    } else if (value.isNumber()) {
        m_text += printed(value);
    } else if (value.isDict()) {
        writeDict(value.dict());
    } else if (value.isList() || value.isTuple()) {
        if (value.sequence().items.empty()) {
            m_text += "[]";
            return;
        }
        m_text += '[';
        ++m_level;
        bool isFirst = true;
        for (const Value& item : value.sequence().items) {
            beginItem(std::exchange(isFirst, false));
            write(item);
        }
        end(']');
    } else {
        stopRun("tojson: JSON has no words for a {}", value.typeName());
    }
}

} // namespace

std::string printedReal(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    char digits[32];
    const auto* end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific).ptr;
    const std::string_view shortest(digits, std::size_t(end - digits));
    const auto mark = shortest.find('e');
    const int exponent = std::atoi(std::string(shortest.substr(mark + 1)).c_str());
    if (exponent < -4 || exponent >= 16)
        return std::string(shortest); // both write an exponent with a sign and two digits at least
    char fixed[64];
    const char* const fixedEnd = std::to_chars(fixed, fixed + sizeof fixed, value, std::chars_format::fixed).ptr;
    std::string text(fixed, std::size_t(fixedEnd - fixed));
    return text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string printed(const Value& value)
{
    if (value.isText())
        return value.bytes();
    if (value.isUndefined())
        return {};
    if (value.isNone())
        return "None";
    if (value.isBoolean())
        return value.boolean() ? "True" : "False";
    if (value.isInteger())
        return fmt::format("{}", value.integer());
    if (value.isReal())
        return printedReal(value.real());
    if (value.isObject()) {
        if (const auto text = value.object()->printed())
            return *text;
        stop(FailureKind::unsupported, "a {} is printed, which has no text that is the same each time",
             value.typeName());
    }
    return represented(value);
}

std::string represented(const Value& value)
{
    std::string text;
    appendRepresented(text, value);
    return text;
}

std::string jsonText(const Value& value, const JsonStyle& style)
{
    JsonWriter writer(style);
    writer.write(value);
    return writer.take();
}

} // namespace draftscope::jinja

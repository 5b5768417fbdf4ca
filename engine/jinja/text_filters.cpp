// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/filters.h"
#include "engine/jinja/methods.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"
#include "engine/jinja/percent_format.h"
#include "engine/jinja/printing.h"
#include "engine/jinja/text_pieces.h"

namespace draftscope::jinja {

namespace {

/// Anything as a text; a safe one stays safe.
Value softText(const Value& value)
{
    return value.isText() ? value : Value::text(printed(value));
}

/// What a filter needs as a text already.
const Value& textOf(const Value& value, std::string_view filter)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
    if (!value.isText())
        stopRun("the filter {} is given a {} instead of a text", filter, value.typeName());
    return value;
}

Value trimFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("trim", arguments, {"chars"});
    const Value text = softText(value);
    return Value::text(std::string(stripped(text.bytes(), given.textOrNone(0))), text.text().isSafe);
}

Value replaceFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("replace", arguments, {"old", "new", "count"}, 2);
    return Value::text(withReplaced(printed(value), printed(given.at(0)), printed(given.at(1)), given.whole(2, -1)));
}

/// Words begin behind white space and some brackets.
Value titleFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("title", arguments, {});
    const Value text = softText(value);
    std::string result, word;
    const auto finishWord = [&] {
        std::string_view rest = word;
        if (!rest.empty())
            (void)takeCharacter(rest);
        const std::size_t first = word.size() - rest.size();
        (result += upperCase(std::string_view(word).substr(0, first))) += lowerCase(rest);
        word.clear();
    };
    for (std::string_view rest = text.bytes(); !rest.empty();) {
        const char32_t character = takeCharacter(rest);
        const bool parts = isSpace(character)
            || (character < 0x80 && std::string_view("-({[<").find(char(character)) != std::string_view::npos);
        if (!parts) {
            appendCharacter(word, character);
            continue;
        }
        finishWord();
        appendCharacter(result, character);
    }
    finishWord();
    return Value::text(std::move(result));
}

Value indentFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("indent", arguments, {"width", "first", "blank"});
    const Value& text = textOf(value, "indent");
    if (given.isGiven(0) && !given.at(0).isText() && !given.at(0).isWhole())
        stopRun("\"width\" of indent is a {}", given.at(0).typeName());
    const auto width = std::size_t(
        std::clamp<std::int64_t>(given.isGiven(0) && given.at(0).isText() ? 0 : given.whole(0, 4), 0, 10'000));
    const std::string indent = given.isGiven(0) && given.at(0).isText() ? given.at(0).bytes() : std::string(width, ' ');
    const bool indentsBlank = given.isTrue(2);
    std::string result = given.isTrue(1) ? indent : "";
    bool isFirst = true;
    const std::string lines = text.bytes() + '\n'; // what is cut out of it has to outlive the loop
    for (const std::string_view line : splitLines(lines, false)) {
        takeBytes(indent.size());
        if (!std::exchange(isFirst, false)) {
            result += '\n';
            if (indentsBlank || !line.empty())
                result += indent;
        }
        result += line;
    }
    return Value::text(std::move(result), text.text().isSafe);
}

Value truncateFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("truncate", arguments, {"length", "killwords", "end", "leeway"});
    const std::int64_t length = given.whole(0, 255), leeway = given.whole(3, 5);
    const std::string end = given.isGiven(2) ? given.text(2) : "...";
    const auto ends = std::int64_t(countCharacters(end));
    if (length < ends || leeway < 0)
        stopRun("truncate has a length that is too short, or a negative leeway");
    if (std::int64_t(lengthOf(value)) <= length + leeway)
        return value;
    const Value& text = textOf(value, "truncate");
    std::string kept = text.bytes().substr(0, offsetOf(text.bytes(), std::size_t(length - ends)));
    if (!given.isTrue(1))
        kept.resize(std::min(kept.rfind(' '), kept.size()));
    return Value::text(kept + end);
}

Value wordCountFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("wordcount", arguments, {});
    std::int64_t count = 0;
    bool isInWord = false;
    const Value text = softText(value);
    for (std::string_view rest = text.bytes(); !rest.empty();) {
        const bool isWord = isWordCharacter(takeCharacter(rest));
        count += isWord && !isInWord ? 1 : 0;
        isInWord = isWord;
    }
    return Value::integer(count);
}

Value formatFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    if (!arguments.positional.empty() && !arguments.named.empty())
        stopRun("format takes values by place or by name, not both");
    if (arguments.named.empty())
        return percentFormatted(softText(value), Value::tuple(arguments.positional));
    Dict named;
    for (auto& [name, argument] : arguments.named)
        named.set(Value::text(name), argument);
    return percentFormatted(softText(value), Value::dict(std::move(named)));
}

std::string urlQuoted(const Value& value, bool isQuery)
{
    std::string result;
    for (const char byte : printed(value)) {
        const bool isPlain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
            || (byte >= '0' && byte <= '9') || std::string_view("_.-~").find(byte) != std::string_view::npos
            || (byte == '/' && !isQuery);
        if (isPlain)
            result += byte;
        else if (byte == ' ' && isQuery)
            result += '+';
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
    }
    return result;
}

Value urlEncodeFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("urlencode", arguments, {});
    if (value.isText() || !Iteration::isPossible(value))
        return Value::text(urlQuoted(value, false));
    std::vector<std::pair<Value, Value>> pairs;
    if (value.isDict())
        pairs = value.dict().entries();
    else
        for (const Value& item : itemsOf(value)) {
            const std::vector<Value> pair = itemsOf(item);
            if (pair.size() != 2)
                stopRun("urlencode is given an item that is no pair");
            pairs.emplace_back(pair[0], pair[1]);
        }
    std::string result;
    for (const auto& [key, item] : pairs)
        result += (result.empty() ? "" : "&") + urlQuoted(key, true) + "=" + urlQuoted(item, true);
    return Value::text(std::move(result));
}

Value toJsonFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("tojson", arguments, {"ensure_ascii", "indent", "separators", "sort_keys"});
    JsonStyle style;
    style.isAscii = given.isTrue(0);
    style.isIndented = given.isGiven(1) && !given.at(1).isNone();
    if (style.isIndented) {
        style.itemSeparator = ",";
        style.indent = given.at(1).isText()
            ? given.at(1).bytes()
            : std::string(std::size_t(std::clamp<std::int64_t>(given.whole(1, 0), 0, 1000)), ' ');
    }
    if (given.isGiven(2) && !given.at(2).isNone()) {
        const std::vector<Value> separators = itemsOf(given.at(2));
        if (separators.size() != 2 || !separators[0].isText() || !separators[1].isText())
            stopRun("\"separators\" of tojson are not two texts");
        style.itemSeparator = separators[0].bytes();
        style.keySeparator = separators[1].bytes();
    }
    style.sortsKeys = given.isTrue(3);
    return Value::text(jsonText(value, style));
}

/// A method without arguments, on anything as a text.
template <const char* method>
Value asMethod(const Value& value, Arguments& arguments, Runtime& runtime)
{
    return callTextMethod(softText(value), method, arguments, runtime);
}

constexpr char upperMethod[] = "upper", lowerMethod[] = "lower", capitalizeMethod[] = "capitalize";

Value centerFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("center", arguments, {"width"});
    Arguments width{{Value::integer(given.whole(0, 80))}, {}};
    return callTextMethod(softText(value), "center", width, runtime);
}

template <Value (*make)(const Value&)>
Value plainFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("a filter", arguments, {});
    return make(value);
}

Value safeText(const Value& value)
{
    return Value::text(printed(value), true);
}

Value escapedAnyway(const Value& value)
{
    return escaped(Value::text(printed(value)));
}

constexpr Filter filtersOfTexts[] = {
    {"upper", asMethod<upperMethod>},
    {"lower", asMethod<lowerMethod>},
    {"capitalize", asMethod<capitalizeMethod>},
    {"title", titleFilter},
    {"trim", trimFilter},
    {"replace", replaceFilter},
    {"string", plainFilter<softText>},
    {"safe", plainFilter<safeText>},
    {"e", plainFilter<escaped>},
    {"escape", plainFilter<escaped>},
    {"forceescape", plainFilter<escapedAnyway>},
    {"indent", indentFilter},
    {"center", centerFilter},
    {"truncate", truncateFilter},
    {"wordcount", wordCountFilter},
    {"format", formatFilter},
    {"urlencode", urlEncodeFilter},
    {"tojson", toJsonFilter},
};

} // namespace

std::span<const Filter> textFilters()
{
    return filtersOfTexts;
}

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
// The methods of Python's str. Those of a safe text (markupsafe's Markup) give safe texts, and escape what they put in.
#include <algorithm>
#include <limits>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/methods.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"
#include "engine/jinja/percent_format.h"
#include "engine/jinja/text_pieces.h"

namespace draftscope::jinja {

namespace {

struct TextCall {
    const Text& text;
    std::string_view name;
    Arguments& arguments;
    Runtime& runtime;

    [[nodiscard]] Value made(std::string bytes) const { return Value::text(std::move(bytes), text.isSafe); }
    /// A text that is put into this one.
    [[nodiscard]] std::string putIn(const Value& value) const
    {
        return text.isSafe ? escaped(value).bytes() : value.bytes();
    }
    void takesNothing() const { (void)Parameters(name, arguments, {}); }
};

/// str[start:end], for methods that take these two, behind `at` others. Nothing where it begins behind the text.
struct Part {
    std::string_view bytes;
    std::size_t offset = 0; ///< of its first byte
    bool exists = true;
};

Part partOf(const TextCall& call, const Parameters& given, std::size_t at)
{
    const auto size = std::int64_t(call.text.characters);
    const auto bound = [&](std::size_t place, std::int64_t defaultValue) {
        const std::int64_t number = given.whole(place, defaultValue);
        return std::max(number < 0 && number >= -size ? number + size : number, std::int64_t(0));
    };
    const std::int64_t begin = bound(at, 0), end = std::min(bound(at + 1, size), size);
    if (begin > end)
        return {{}, call.text.bytes.size(), false};
    const std::size_t from = offsetOf(call.text.bytes, std::size_t(begin));
    const std::size_t to = from + offsetOf(std::string_view(call.text.bytes).substr(from), std::size_t(end - begin));
    return {std::string_view(call.text.bytes).substr(from, to - from), from, true};
}

Value found(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"sub", "start", "end"}, 1);
    const Part part = partOf(call, given, 1);
    const std::string& sought = given.text(0);
    const bool isLast = call.name.starts_with('r');
    takeSteps(part.bytes.size() / 256);
    const std::size_t at = !part.exists ? std::string_view::npos
        : isLast                        ? part.bytes.rfind(sought)
                                        : part.bytes.find(sought);
    if (at != std::string_view::npos)
        return Value::integer(
            std::int64_t(countCharacters(std::string_view(call.text.bytes).substr(0, part.offset + at))));
    if (call.name.ends_with("index"))
        stopRun("{} does not find the text that it looks for", call.name);
    return Value::integer(-1);
}

Value counted(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"sub", "start", "end"}, 1);
    const Part part = partOf(call, given, 1);
    return Value::integer(part.exists ? std::int64_t(countOf(part.bytes, given.text(0))) : 0);
}

Value beginsOrEnds(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"prefix", "start", "end"}, 1);
    const Part part = partOf(call, given, 1);
    const auto fits = [&](const Value& value) {
        if (!value.isText())
            stopRun("{} is given a {} instead of a text", call.name, value.typeName());
        return part.exists
            && (call.name == "startswith" ? part.bytes.starts_with(value.bytes())
                                          : part.bytes.ends_with(value.bytes()));
    };
    if (given.at(0).isTuple())
        return Value::boolean(std::ranges::any_of(given.at(0).sequence().items, fits));
    return Value::boolean(fits(given.at(0)));
}

Value strippedBy(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"chars"});
    const std::string* characters = given.textOrNone(0);
    const std::string_view text = call.text.bytes;
    return call.made(std::string(call.name == "strip"        ? stripped(text, characters)
                                     : call.name == "lstrip" ? strippedLeft(text, characters)
                                                             : strippedRight(text, characters)));
}

Value split(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"sep", "maxsplit"});
    const std::int64_t most = given.whole(1, -1);
    const std::size_t cuts = most < 0 ? std::numeric_limits<std::size_t>::max() : std::size_t(most);
    std::vector<Value> pieces;
    for (const std::string_view piece : splitPieces(call.text.bytes, given.textOrNone(0), cuts, call.name == "rsplit"))
        pieces.push_back(call.made(std::string(piece)));
    return Value::list(std::move(pieces));
}

Value partitioned(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"sep"}, 1);
    const std::string& text = call.text.bytes;
    const std::string& separator = given.text(0);
    if (separator.empty())
        stopRun("{} is given an empty separator", call.name);
    const bool isLast = call.name == "rpartition";
    const std::size_t at = isLast ? text.rfind(separator) : text.find(separator);
    const auto piece = [&](std::string bytes) { return call.made(std::move(bytes)); };
    if (at == std::string::npos)
        return isLast ? Value::tuple({piece(""), piece(""), piece(text)})
                      : Value::tuple({piece(text), piece(""), piece("")});
    return Value::tuple({piece(text.substr(0, at)), piece(separator), piece(text.substr(at + separator.size()))});
}

Value replaced(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"old", "new", "count"}, 2);
    (void)given.text(1);
    return call.made(withReplaced(call.text.bytes, given.text(0), call.putIn(given.at(1)), given.whole(2, -1)));
}

Value joinedItems(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"iterable"}, 1);
    std::string bytes;
    Iteration items(given.at(0));
    bool isFirst = true;
    while (const auto item = items.next()) {
        if (!item->isText())
            stopRun("join goes through a {}, which is no text", item->typeName());
        const std::string next = call.putIn(*item);
        takeBytes(next.size() + call.text.bytes.size());
        bytes += std::exchange(isFirst, false) ? next : call.text.bytes + next;
    }
    return call.made(std::move(bytes));
}

Value padded(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"width", "fillchar"}, 1);
    const std::string fill = given.isGiven(1) ? given.text(1) : " ";
    if (countCharacters(fill) != 1)
        stopRun("{} is given something else than one character to fill with", call.name);
    const std::int64_t width = given.whole(0, 0);
    const auto missing = std::size_t(std::max<std::int64_t>(0, width - std::int64_t(call.text.characters)));
    takeBytes(missing > SIZE_MAX / fill.size() ? SIZE_MAX : missing * fill.size());
    // As CPython has it: where the room is odd, the left side gets more if the width is odd, too.
    const std::size_t left = call.name == "center" ? missing / 2 + (missing & std::size_t(width) & 1)
        : call.name == "rjust"                     ? missing
                                                   : 0;
    std::string bytes;
    for (std::size_t i = 0; i < left; ++i)
        bytes += fill;
    bytes += call.text.bytes;
    for (std::size_t i = left; i < missing; ++i)
        bytes += fill;
    return call.made(std::move(bytes));
}

Value zeroFilled(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"width"}, 1);
    const auto missing = std::max<std::int64_t>(0, given.whole(0, 0) - std::int64_t(call.text.characters));
    takeBytes(std::size_t(missing));
    const std::size_t sign = call.text.bytes.starts_with('-') || call.text.bytes.starts_with('+') ? 1 : 0;
    return call.made(call.text.bytes.substr(0, sign) + std::string(std::size_t(missing), '0')
                     + call.text.bytes.substr(sign));
}

Value withoutEnd(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"prefix"}, 1);
    std::string_view text = call.text.bytes;
    const std::string& end = given.text(0);
    if (call.name == "removeprefix" && text.starts_with(end))
        text.remove_prefix(end.size());
    if (call.name == "removesuffix" && text.ends_with(end))
        text.remove_suffix(end.size());
    return call.made(std::string(text));
}

Value linesOf(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"keepends"});
    std::vector<Value> lines;
    for (const std::string_view line : splitLines(call.text.bytes, given.isTrue(0)))
        lines.push_back(call.made(std::string(line)));
    return Value::list(std::move(lines));
}

Value withTabs(const TextCall& call)
{
    const Parameters given(call.name, call.arguments, {"tabsize"});
    const auto size = std::size_t(std::clamp<std::int64_t>(given.whole(0, 8), 0, 1000));
    std::string bytes;
    std::size_t column = 0;
    for (std::string_view rest = call.text.bytes; !rest.empty();) {
        const char32_t character = takeCharacter(rest);
        if (character == '\t') {
            const std::size_t count = size == 0 ? 0 : size - column % size;
            takeBytes(count);
            bytes.append(count, ' ');
            column += count;
            continue;
        }
        appendCharacter(bytes, character);
        column = character == '\n' || character == '\r' ? 0 : column + 1;
    }
    return call.made(std::move(bytes));
}

Value cased(const TextCall& call)
{
    call.takesNothing();
    const std::string& text = call.text.bytes;
    return call.made(call.name == "upper"            ? upperCase(text)
                         : call.name == "lower"      ? lowerCase(text)
                         : call.name == "title"      ? titleCase(text)
                         : call.name == "capitalize" ? capitalised(text)
                                                     : swappedCase(text));
}

bool isInTitleCase(std::string_view text)
{
    bool isInWord = false, has = false;
    while (!text.empty()) {
        const char32_t character = takeCharacter(text);
        const bool isUpper = isUpperCase(character) || isTitleCase(character), isLower = isLowerCase(character);
        if ((isUpper && isInWord) || (isLower && !isInWord))
            return false;
        has = has || isUpper || isLower;
        isInWord = isUpper || isLower;
    }
    return has;
}

Value asked(const TextCall& call)
{
    call.takesNothing();
    const std::string_view text = call.text.bytes, name = call.name;
    const auto every = [&](const auto& is) {
        for (std::string_view rest = text; !rest.empty();)
            if (!is(takeCharacter(rest)))
                return false;
        return true;
    };
    const auto some = [&](const auto& is) { return !every([&](char32_t character) { return !is(character); }); };
    if (name == "isascii" || name == "isprintable")
        return Value::boolean(name == "isascii" ? call.text.isAscii() : every(isPrintable));
    if (name == "islower" || name == "isupper") {
        const bool isLower = name == "islower";
        return Value::boolean(some(isLower ? isLowerCase : isUpperCase) && !some(isLower ? isUpperCase : isLowerCase)
                              && !some(isTitleCase));
    }
    if (name == "istitle")
        return Value::boolean(isInTitleCase(text));
    const auto isLetterOrNumber = [](char32_t character) { return character != '_' && isWordCharacter(character); };
    return Value::boolean(!text.empty()
                          && (name == "isspace"         ? every(isSpace)
                                  : name == "isalpha"   ? every(isAlphabetic)
                                  : name == "isdigit"   ? every(isDigit)
                                  : name == "isdecimal" ? every(isDecimal)
                                                        : every(isLetterOrNumber)));
}

struct TextMethod {
    std::string_view name;
    Value (*call)(const TextCall&);
};

constexpr TextMethod textMethods[] = {
    {"capitalize", cased},
    {"center", padded},
    {"count", counted},
    {"endswith", beginsOrEnds},
    {"expandtabs", withTabs},
    {"find", found},
    {"index", found},
    {"isalnum", asked},
    {"isalpha", asked},
    {"isascii", asked},
    {"isdecimal", asked},
    {"isdigit", asked},
    {"islower", asked},
    {"isprintable", asked},
    {"isspace", asked},
    {"istitle", asked},
    {"isupper", asked},
    {"join", joinedItems},
    {"ljust", padded},
    {"lower", cased},
    {"lstrip", strippedBy},
    {"partition", partitioned},
    {"removeprefix", withoutEnd},
    {"removesuffix", withoutEnd},
    {"replace", replaced},
    {"rfind", found},
    {"rindex", found},
    {"rjust", padded},
    {"rpartition", partitioned},
    {"rsplit", split},
    {"rstrip", strippedBy},
    {"split", split},
    {"splitlines", linesOf},
    {"startswith", beginsOrEnds},
    {"strip", strippedBy},
    {"swapcase", cased},
    {"title", cased},
    {"upper", cased},
    {"zfill", zeroFilled},
    {"format",
     [](const TextCall& call) {
         return braceFormatted(Value::text(call.text.bytes, call.text.isSafe), call.arguments, call.runtime);
     }},
};

} // namespace

MethodKind textMethodKind(std::string_view name)
{
    constexpr std::string_view others[] = {"casefold",  "encode",    "format_map", "isidentifier",
                                           "isnumeric", "maketrans", "translate"};
    if (std::ranges::find(textMethods, name, &TextMethod::name) != std::end(textMethods))
        return MethodKind::known;
    return std::ranges::find(others, name) != std::end(others) ? MethodKind::unsupported : MethodKind::none;
}

Value callTextMethod(const Value& value, std::string_view name, Arguments& arguments, Runtime& runtime)
{
    const auto* method = std::ranges::find(textMethods, name, &TextMethod::name);
    return method->call({value.text(), method->name, arguments, runtime});
}

} // namespace draftscope::jinja

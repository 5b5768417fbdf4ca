// SPDX-License-Identifier: MIT
#include "engine/jinja/percent_format.h"

#include <algorithm>
#include <cmath>

#include "engine/jinja/attributes.h"
#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/number_format.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/printing.h"

namespace draftscope::jinja {

namespace {

/// The values of a percent format, one after the other, or by name.
class PercentValues {
public:
    explicit PercentValues(const Value& values) : m_values(values) {}
    Value next()
    {
        if (!m_values.isTuple()) {
            if (std::exchange(m_taken, m_taken + 1) > 0)
                stopRun("a format asks for more values than there are");
            return m_values;
        }
        if (m_taken == m_values.sequence().items.size())
            stopRun("a format asks for more values than there are");
        return m_values.sequence().items[m_taken++];
    }
    Value named(const std::string& name)
    {
        if (!m_values.isDict())
            stopRun("a format asks for the value \"{}\" and gets no dict", name);
        m_isNamed = true;
        const Value* value = m_values.dict().find(name);
        if (!value)
            stopRun("a format asks for the value \"{}\", which is not there", name);
        return *value;
    }
    void checkAllTaken() const
    {
        const bool isLeft = m_values.isTuple() ? m_taken < m_values.sequence().items.size()
                                               : m_taken == 0 && !m_isNamed && !m_values.isDict() && !m_values.isList()
                && !m_values.isSequence(SequenceKind::range);
        if (isLeft)
            stopRun("a format has not as many places as there are values");
    }

private:
    const Value& m_values;
    std::size_t m_taken = 0;
    bool m_isNamed = false;
};

std::string textInPercent(const Value& value, NumberFormat& format, bool isSafe)
{
    std::string text = format.type == 'r' || format.type == 'a' ? represented(value) : printed(value);
    if (isSafe)
        text = escaped(value.isText() && format.type == 's' ? value : Value::text(std::move(text))).bytes();
    if (format.precision >= 0)
        text.resize(offsetOf(text, std::size_t(format.precision)));
    format.fill = " ";
    return filled(text, format, format.align != '<');
}

std::string numberInPercent(const Value& value, NumberFormat& format)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
    if (!value.isNumber())
        stopRun("%{} is given a {} instead of a number", std::string(1, format.type), value.typeName());
    const bool isWhole = std::string_view("diuxXo").find(format.type) != std::string_view::npos;
    if (!isWhole)
        return filled(numberText(value, format), format, true);
    if (value.isReal() && std::string_view("xXo").find(format.type) != std::string_view::npos)
        stopRun("%{} is given a float", std::string(1, format.type));
    if (format.type == 'i' || format.type == 'u')
        format.type = 'd';
    if (value.isReal() && !(std::fabs(value.real()) < 9e18))
        stop(FailureKind::unsupported, "a whole number goes beyond 64 bits, which is not supported");
    std::string text =
        numberText(Value::integer(value.isReal() ? std::int64_t(value.real()) : value.integer()), format);
    if (format.precision > 0) { // the fewest digits
        const auto front = text.find_first_not_of("+- ");
        if (text.size() - front < std::size_t(format.precision))
            text.insert(front, std::size_t(format.precision) - (text.size() - front), '0');
    }
    return filled(text, format, true);
}

/// Behind a % that is not doubled.
std::string percentPlace(std::string_view& rest, PercentValues& values, bool isSafe)
{
    NumberFormat format;
    std::optional<Value> named;
    if (rest.starts_with('(')) {
        const auto close = rest.find(')');
        if (close == std::string_view::npos)
            stopRun("a format has a name without an end");
        named = values.named(std::string(rest.substr(1, close - 1)));
        rest.remove_prefix(close + 1);
    }
    bool isLeft = false;
    for (; !rest.empty() && std::string_view("-+ #0").find(rest.front()) != std::string_view::npos;
         rest.remove_prefix(1)) {
        const char flag = rest.front();
        isLeft = isLeft || flag == '-';
        format.isAlternate = format.isAlternate || flag == '#';
        if (flag == '+' || (flag == ' ' && format.sign != '+'))
            format.sign = flag;
        if (flag == '0')
            format.fill = "0", format.align = '=';
    }
    if (isLeft)
        format.align = '<', format.fill = " ";
    const auto size = [&](std::size_t largest) -> std::int64_t {
        if (!rest.starts_with('*'))
            return std::int64_t(takeNumber(rest, largest));
        rest.remove_prefix(1);
        const std::int64_t given = wholeNumber(values.next(), "the width of a format");
        if (given > std::int64_t(largest) || given < -std::int64_t(largest))
            stop(FailureKind::limit, "a format has a width or a precision over {}", largest);
        return given;
    };
    const std::int64_t width = size(widestField);
    if (width < 0)
        format.align = '<', format.fill = " ";
    format.width = std::size_t(std::abs(width));
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        format.precision = int(std::max<std::int64_t>(size(mostDigits), 0));
    }
    while (!rest.empty() && std::string_view("hlL").find(rest.front()) != std::string_view::npos)
        rest.remove_prefix(1);
    if (rest.empty())
        stopRun("a format ends behind its %");
    format.type = rest.front();
    rest.remove_prefix(1);
    if (format.type == '%')
        return "%";
    if (std::string_view("sradiuxXoeEfFgGc").find(format.type) == std::string_view::npos)
        stopRun("a format has no place of the kind %{}", std::string(1, format.type));
    const Value value = named ? *named : values.next();
    if (format.type == 's' || format.type == 'r' || format.type == 'a')
        return textInPercent(value, format, isSafe);
    if (format.type != 'c')
        return numberInPercent(value, format);
    format.type = 's';
    if (value.isText() && value.text().characters == 1)
        return textInPercent(value, format, isSafe);
    if (!value.isWhole() || value.integer() < 0 || value.integer() > 0x10FFFF)
        stopRun("%c is given something else than a character");
    std::string character;
    appendCharacter(character, char32_t(value.integer()));
    return textInPercent(Value::text(std::move(character)), format, isSafe);
}

/// `field`: what stands between braces, without conversion and specification: "0.name[key]".
Value fieldOf(std::string_view field, const Arguments& arguments, std::size_t& next, Runtime& runtime)
{
    const auto end = std::min(field.find_first_of(".["), field.size());
    const std::string_view first = field.substr(0, end);
    field.remove_prefix(end);
    Value value;
    const bool isNumber = first.find_first_not_of("0123456789") == std::string_view::npos;
    if (isNumber) {
        std::string_view digits = first;
        const std::size_t at = first.empty() ? next++ : takeNumber(digits, widestField);
        if (at >= arguments.positional.size())
            stopRun("a format asks for more values than there are");
        value = arguments.positional[at];
    } else {
        const auto found = std::ranges::find(arguments.named, first, &std::pair<std::string, Value>::first);
        if (found == arguments.named.end())
            stopRun("a format asks for the value \"{}\", which is not there", first);
        value = found->second;
    }
    while (!field.empty()) {
        if (field.front() == '.') {
            const auto to = std::min(field.find_first_of(".[", 1), field.size());
            value = attributeOf(value, field.substr(1, to - 1), runtime);
            field.remove_prefix(to);
            continue;
        }
        const auto to = field.find(']');
        if (field.front() != '[' || to == std::string_view::npos)
            stopRun("a format has a place that does not end");
        std::string_view key = field.substr(1, to - 1);
        const bool isIndex = !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
        const Value named = Value::text(std::string(key));
        value = itemOf(value, isIndex ? Value::integer(std::int64_t(takeNumber(key, widestField))) : named, runtime);
        field.remove_prefix(to + 1);
    }
    return value;
}

/// Behind an opening brace, which it takes to behind the closing one.
std::string bracePlace(std::string_view& rest, const Arguments& arguments, std::size_t& next, Runtime& runtime)
{
    const auto end = std::min(rest.find_first_of("!:}"), rest.size());
    if (end == rest.size() || rest.substr(0, end).find('{') != std::string_view::npos)
        stopRun("a format has a place that does not end");
    Value value = fieldOf(rest.substr(0, end), arguments, next, runtime);
    rest.remove_prefix(end);
    if (rest.front() == '!') {
        const char conversion = rest.size() > 1 ? rest[1] : '\0';
        if (conversion != 'r' && conversion != 's' && conversion != 'a')
            stopRun("a format has no conversion of the kind !{}", std::string(1, conversion));
        value = Value::text(conversion == 's' ? printed(value) : represented(value));
        rest.remove_prefix(2);
    }
    std::string specification;
    if (rest.starts_with(':')) {
        rest.remove_prefix(1);
        while (!rest.empty() && rest.front() != '}') {
            if (rest.front() == '{') { // a width that is a value itself
                rest.remove_prefix(1);
                const auto close = rest.find('}');
                if (close == std::string_view::npos)
                    stopRun("a format has a place that does not end");
                specification += printed(fieldOf(rest.substr(0, close), arguments, next, runtime));
                rest.remove_prefix(close + 1);
                continue;
            }
            specification += rest.front();
            rest.remove_prefix(1);
        }
    }
    if (!rest.starts_with('}'))
        stopRun("a format has a place that does not end");
    rest.remove_prefix(1);
    return formatted(value, specification);
}

} // namespace

Value percentFormatted(const Value& format, const Value& values)
{
    const bool isSafe = format.text().isSafe;
    PercentValues taken(values);
    std::string text;
    std::string_view rest = format.bytes();
    while (!rest.empty()) {
        takeSteps();
        const auto place = std::min(rest.find('%'), rest.size());
        text += rest.substr(0, place);
        rest.remove_prefix(place);
        if (rest.empty())
            break;
        rest.remove_prefix(1);
        const std::string piece = percentPlace(rest, taken, isSafe);
        takeBytes(piece.size());
        text += piece;
    }
    taken.checkAllTaken();
    return Value::text(std::move(text), isSafe);
}

Value braceFormatted(const Value& format, const Arguments& arguments, Runtime& runtime)
{
    if (format.text().isSafe)
        stop(FailureKind::unsupported, "format() of a safe text is not supported");
    std::string text;
    std::string_view rest = format.bytes();
    std::size_t next = 0;
    while (!rest.empty()) {
        takeSteps();
        const auto place = std::min(rest.find_first_of("{}"), rest.size());
        text += rest.substr(0, place);
        rest.remove_prefix(place);
        if (rest.empty())
            break;
        const char brace = rest.front();
        rest.remove_prefix(1);
        if (rest.starts_with(brace)) {
            text += brace;
            rest.remove_prefix(1);
        } else if (brace == '}') {
            stopRun("a format has a brace that nothing opens");
        } else {
            const std::string piece = bracePlace(rest, arguments, next, runtime);
            takeBytes(piece.size());
            text += piece;
        }
    }
    return Value::text(std::move(text));
}

std::string formatted(const Value& value, std::string_view specification)
{
    if (specification.empty())
        return printed(value);
    if (value.isNone() || value.isUndefined() || !(value.isText() || value.isNumber()))
        stopRun("a {} takes no format behind a colon", value.typeName());
    NumberFormat format;
    const auto isAlign = [](char sign) { return sign == '<' || sign == '>' || sign == '=' || sign == '^'; };
    std::string_view behindFill = specification;
    (void)takeCharacter(behindFill);
    if (!behindFill.empty() && isAlign(behindFill.front())) {
        format.fill = specification.substr(0, specification.size() - behindFill.size());
        format.align = behindFill.front();
        specification = behindFill.substr(1);
    } else if (isAlign(specification.front())) {
        format.align = specification.front();
        specification.remove_prefix(1);
    }
    const auto takes = [&](std::string_view signs) {
        if (specification.empty() || signs.find(specification.front()) == std::string_view::npos)
            return '\0';
        const char sign = specification.front();
        specification.remove_prefix(1);
        return sign;
    };
    if (const char sign = takes("+- "))
        format.sign = sign;
    format.isAlternate = takes("#") != 0;
    if (takes("0") != 0 && format.align == 0)
        format.fill = "0", format.align = value.isText() ? '<' : '=';
    format.width = takeNumber(specification, widestField);
    format.group = takes(",_");
    if (takes(".") != 0)
        format.precision = int(takeNumber(specification, mostDigits));
    if (specification.size() > 1)
        stopRun("a format has a wrong end: {}", specification);
    format.type = specification.empty() ? '\0' : specification.front();
    if (value.isText()) {
        if ((format.type != 0 && format.type != 's') || format.align == '=')
            stopRun("a text cannot be written as a number");
        std::string text = value.bytes();
        if (format.precision >= 0)
            text.resize(offsetOf(text, std::size_t(format.precision)));
        return filled(text, format, false);
    }
    return filled(numberText(value, format), format, true);
}

} // namespace draftscope::jinja

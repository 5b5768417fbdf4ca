// SPDX-License-Identifier: MIT
#include "engine/jinja/number_format.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/printing.h"

namespace draftscope::jinja {

namespace {

std::string inBase(std::uint64_t value, unsigned base, bool isUpper)
{
    std::string digits;
    do {
        const char digit = "0123456789abcdef"[value % base];
        digits.insert(digits.begin(), isUpper ? char(std::toupper(digit)) : digit);
        value /= base;
    } while (value > 0);
    return digits;
}

/// `digits` may go on with a point or an exponent.
std::string grouped(const std::string& digits, char separator, std::size_t each)
{
    const auto whole = std::min(digits.find_first_not_of("0123456789abcdefABCDEF"), digits.size());
    std::string result;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % each == 0)
            result += separator;
        result += digits[i];
    }
    return result + digits.substr(whole);
}

std::string integerDigits(std::uint64_t size, const NumberFormat& format)
{
    switch (format.type) {
    case 'x':
    case 'X':
        return (format.isAlternate ? format.type == 'x' ? "0x" : "0X" : "") + inBase(size, 16, format.type == 'X');
    case 'o':
        return (format.isAlternate ? "0o" : "") + inBase(size, 8, false);
    case 'b':
        return (format.isAlternate ? "0b" : "") + inBase(size, 2, false);
    default:
        return format.group != 0 ? grouped(fmt::format("{}", size), format.group, 3) : fmt::format("{}", size);
    }
}

/// By the C library, whose digits of a double are exact, as Python's are.
std::string printfDigits(double size, char type, int precision, bool isAlternate)
{
    const char pattern[] = {
        '%', isAlternate ? '#' : '.', isAlternate ? '.' : '*', isAlternate ? '*' : type, isAlternate ? type : '\0',
        '\0'};
    const int length = std::snprintf(nullptr, 0, pattern, precision, size);
    std::string text(std::size_t(std::max(length, 0)) + 1, '\0');
    (void)std::snprintf(text.data(), text.size(), pattern, precision, size);
    text.pop_back();
    return text;
}

std::string realDigits(double size, const NumberFormat& format)
{
    if (!std::isfinite(size)) {
        const bool isUpper = std::isupper(static_cast<unsigned char>(format.type)) != 0;
        const std::string name = std::isnan(size) ? isUpper ? "NAN" : "nan" : isUpper ? "INF" : "inf";
        return format.type == '%' ? name + "%" : name;
    }
    std::string digits;
    const int precision = format.precision < 0 ? 6 : format.precision;
    if (format.type == '%')
        digits = printfDigits(size * 100, 'f', precision, format.isAlternate) + "%";
    else if (format.type == 0 && format.precision < 0)
        digits = printedReal(size);
    else if (format.type == 0 || format.type == 'n') {
        digits = printfDigits(size, 'g', std::max(precision, 1), format.isAlternate);
        if (format.type == 0 && digits.find_first_of(".e") == std::string::npos)
            digits += ".0";
    } else
        digits = printfDigits(size, format.type, precision, format.isAlternate);
    return format.group != 0 ? grouped(digits, format.group, 3) : digits;
}

} // namespace

std::string numberText(const Value& number, const NumberFormat& format)
{
    constexpr std::string_view realTypes = "eEfFgG%", wholeTypes = "dnxXob";
    const bool isReal = number.isReal() || realTypes.find(format.type) != std::string_view::npos;
    const bool isKnown =
        format.type == 0 || format.type == 'n' || isReal != (wholeTypes.find(format.type) != std::string_view::npos);
    if (!isKnown || (number.isReal() && wholeTypes.find(format.type) != std::string_view::npos && format.type != 'n'))
        stopRun("a {} cannot be written as {}", number.typeName(), std::string(1, format.type));
    const bool isNegative = isReal ? std::signbit(number.real()) && !std::isnan(number.real()) : number.integer() < 0;
    const std::string digits = isReal
        ? realDigits(std::fabs(number.real()), format)
        : integerDigits(isNegative ? -std::uint64_t(number.integer()) : std::uint64_t(number.integer()), format);
    if (isNegative)
        return "-" + digits;
    return format.sign == '-' ? digits : std::string(1, format.sign) + digits;
}

std::string filled(const std::string& text, const NumberFormat& format, bool isNumber)
{
    const std::size_t length = countCharacters(text);
    if (length >= format.width)
        return text;
    const std::size_t missing = format.width - length;
    takeBytes(missing * format.fill.size());
    const auto fill = [&](std::size_t count) {
        std::string result;
        for (std::size_t i = 0; i < count; ++i)
            result += format.fill;
        return result;
    };
    switch (format.align != 0 ? format.align : isNumber ? '>' : '<') {
    case '<':
        return text + fill(missing);
    case '^':
        return fill(missing / 2) + text + fill(missing - missing / 2);
    case '=': {
        std::size_t front = text.find_first_not_of("+- ");
        front = front == std::string::npos ? text.size() : front;
        const std::string_view rest = std::string_view(text).substr(front);
        if (rest.starts_with("0x") || rest.starts_with("0X") || rest.starts_with("0o") || rest.starts_with("0b"))
            front += 2;
        return text.substr(0, front) + fill(missing) + text.substr(front);
    }
    default:
        return fill(missing) + text;
    }
}

std::size_t takeNumber(std::string_view& rest, std::size_t largest)
{
    std::size_t number = 0;
    while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
        number = number * 10 + std::size_t(rest.front() - '0');
        if (number > largest)
            stop(FailureKind::limit, "a format has a width or a precision over {}", largest);
        rest.remove_prefix(1);
    }
    return number;
}

} // namespace draftscope::jinja

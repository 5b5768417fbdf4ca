// SPDX-License-Identifier: MIT
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "engine/jinja/characters.h"
#include "engine/jinja/filters.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"

namespace draftscope::jinja {

namespace {

/// Underscores may stand between digits.
std::optional<std::string> withoutUnderscoresBetweenDigits(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            plain += text[i];
            continue;
        }
        const auto isAlphanumeric = [](char byte) { return std::isalnum(static_cast<unsigned char>(byte)) != 0; };
        if (i == 0 || i + 1 == text.size() || !isAlphanumeric(text[i - 1]) || !isAlphanumeric(text[i + 1]))
            return std::nullopt;
    }
    return plain;
}

/// Python's int(text, base).
std::optional<std::int64_t> integerOf(std::string_view text, std::int64_t base)
{
    auto plain = withoutUnderscoresBetweenDigits(stripped(text));
    if (!plain || base < 0 || base > 36 || base == 1)
        return std::nullopt;
    std::string_view digits = *plain;
    const bool isNegative = digits.starts_with('-');
    if (isNegative || digits.starts_with('+'))
        digits.remove_prefix(1);
    const auto takeMark = [&](char letter, std::int64_t of) {
        if ((base == of || base == 0) && digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == letter) {
            digits.remove_prefix(2);
            base = of;
        }
    };
    takeMark('x', 16), takeMark('o', 8), takeMark('b', 2);
    std::uint64_t size = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), size, base == 0 ? 10 : int(base));
    if (error == std::errc::result_out_of_range || (error == std::errc() && size > std::uint64_t(INT64_MAX)))
        stop(FailureKind::unsupported, "a whole number goes beyond 64 bits, which is not supported");
    if (error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return isNegative ? -std::int64_t(size) : std::int64_t(size);
}

/// Python's float(text).
std::optional<double> realOf(std::string_view text)
{
    const auto plain = withoutUnderscoresBetweenDigits(stripped(text));
    if (!plain || plain->empty() || plain->find_first_of("xXpP(") != std::string::npos) // which strtod takes, too
        return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(plain->c_str(), &end);
    return end == plain->c_str() + plain->size() ? std::optional(value) : std::nullopt;
}

Value whole(double value)
{
    if (!(std::fabs(value) < 9.2e18))
        stop(FailureKind::unsupported, "a whole number goes beyond 64 bits, which is not supported");
    return Value::integer(std::int64_t(value));
}

void refuseUndefinedNumber(const Value& value)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
}

Value intFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("int", arguments, {"default", "base"});
    refuseUndefinedNumber(value);
    const Value otherwise = given.isGiven(0) ? given.at(0) : Value::integer(0);
    if (value.isWhole())
        return Value::integer(value.integer());
    if (value.isReal()) {
        if (std::isinf(value.real()))
            stopRun("an infinite number is no whole number");
        return std::isnan(value.real()) ? otherwise : whole(value.real());
    }
    if (!value.isText())
        return otherwise;
    if (const auto number = integerOf(value.bytes(), given.whole(1, 10)))
        return Value::integer(*number);
    const auto number = realOf(value.bytes());
    return number && std::isfinite(*number) ? whole(*number) : otherwise;
}

Value floatFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("float", arguments, {"default"});
    refuseUndefinedNumber(value);
    const Value otherwise = given.isGiven(0) ? given.at(0) : Value::real(0);
    if (value.isNumber())
        return Value::real(value.real());
    const auto number = value.isText() ? realOf(value.bytes()) : std::nullopt;
    return number ? Value::real(*number) : otherwise;
}

Value absFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("abs", arguments, {});
    refuseUndefinedNumber(value);
    if (!value.isNumber())
        stopRun("a {} has no absolute value", value.typeName());
    if (value.isReal())
        return Value::real(std::fabs(value.real()));
    return value.integer() < 0 ? negated(value) : Value::integer(value.integer());
}

/// Python's round(): to the even neighbour where it is in the middle, of the double's exact value.
Value rounded(const Value& value, std::int64_t precision)
{
    if (value.isWhole()) {
        if (precision >= 0)
            return Value::integer(value.integer());
        if (precision < -18)
            return Value::integer(0);
        std::int64_t unit = 1;
        for (std::int64_t i = precision; i < 0; ++i)
            unit *= 10;
        const Value rest = computed(Arithmetic::modulo, value, Value::integer(unit));
        const Value down = computed(Arithmetic::subtract, value, rest);
        const std::int64_t twice = rest.integer() > unit / 2 ? 1 : rest.integer() == unit / 2 ? 0 : -1;
        const bool isOdd = (down.integer() / unit) % 2 != 0;
        return twice > 0 || (twice == 0 && isOdd) ? computed(Arithmetic::add, down, Value::integer(unit)) : down;
    }
    const double number = value.real();
    if (!std::isfinite(number) || precision > 300)
        return value;
    if (precision < 0) {
        const double unit = std::pow(10.0, double(-std::max<std::int64_t>(precision, -400)));
        return Value::real(std::isinf(unit) ? std::copysign(0.0, number) : std::nearbyint(number / unit) * unit);
    }
    return Value::real(std::strtod(fmt::format("{:.{}f}", number, int(precision)).c_str(), nullptr));
}

Value roundFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("round", arguments, {"precision", "method"});
    refuseUndefinedNumber(value);
    const std::string method = given.isGiven(1) ? given.text(1) : "common";
    if (method != "common" && method != "ceil" && method != "floor")
        stopRun("the method of round is common, ceil or floor");
    if (!value.isNumber())
        stopRun("a {} cannot be rounded", value.typeName());
    const std::int64_t precision = given.whole(0, 0);
    if (method == "common")
        return rounded(value, precision);
    const Value unit = computed(Arithmetic::power, Value::integer(10), Value::integer(precision));
    const double scaled = computed(Arithmetic::multiply, value, unit).real();
    return computed(Arithmetic::divide, whole(method == "ceil" ? std::ceil(scaled) : std::floor(scaled)), unit);
}

constexpr Filter filtersOfNumbers[] = {
    {"int", intFilter}, {"float", floatFilter}, {"abs", absFilter}, {"round", roundFilter}};

} // namespace

std::span<const Filter> numberFilters()
{
    return filtersOfNumbers;
}

} // namespace draftscope::jinja

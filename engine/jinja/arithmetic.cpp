// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/jinja/budget.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/percent_format.h"

namespace draftscope::jinja {

namespace {

[[noreturn]] void refuseOperands(std::string_view sign, const Value& left, const Value& right)
{
    stopRun("{} does not go with a {} and a {}", sign, left.typeName(), right.typeName());
}

[[noreturn]] void refuseLargeNumber()
{
    stop(FailureKind::unsupported, "a whole number goes beyond 64 bits, which is not supported");
}

std::string_view signOf(Arithmetic operation)
{
    constexpr std::string_view signs[] = {"+", "-", "*", "/", "//", "%", "**"};
    return signs[std::size_t(operation)];
}

void refuseUndefined(const Value& value)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
}

Value power(std::int64_t base, std::int64_t exponent)
{
    if (exponent < 0) {
        if (base == 0)
            stopRun("0 has no negative power");
        return Value::real(std::pow(double(base), double(exponent)));
    }
    std::int64_t result = 1;
    for (bool isOver = false; exponent > 0; exponent >>= 1) {
        if (exponent & 1 && (isOver || __builtin_mul_overflow(result, base, &result)))
            refuseLargeNumber();
        isOver = isOver || __builtin_mul_overflow(base, base, &base);
    }
    return Value::integer(result);
}

Value ofIntegers(Arithmetic operation, std::int64_t left, std::int64_t right)
{
    std::int64_t result = 0;
    switch (operation) {
    case Arithmetic::add:
        if (__builtin_add_overflow(left, right, &result))
            refuseLargeNumber();
        return Value::integer(result);
    case Arithmetic::subtract:
        if (__builtin_sub_overflow(left, right, &result))
            refuseLargeNumber();
        return Value::integer(result);
    case Arithmetic::multiply:
        if (__builtin_mul_overflow(left, right, &result))
            refuseLargeNumber();
        return Value::integer(result);
    case Arithmetic::power:
        return power(left, right);
    default:
        break;
    }
    if (right == 0)
        stopRun("a number is divided by 0");
    if (operation == Arithmetic::divide)
        return Value::real(double(left) / double(right));
    if (right == -1) { // the one quotient that may not fit
        if (left == std::numeric_limits<std::int64_t>::min())
            refuseLargeNumber();
        return Value::integer(operation == Arithmetic::modulo ? 0 : -left);
    }
    const std::int64_t rest = left % right;
    const bool goesDown = rest != 0 && (rest < 0) != (right < 0);
    return Value::integer(operation == Arithmetic::modulo ? rest + (goesDown ? right : 0) : left / right - goesDown);
}

Value ofReals(Arithmetic operation, double left, double right)
{
    switch (operation) {
    case Arithmetic::add:
        return Value::real(left + right);
    case Arithmetic::subtract:
        return Value::real(left - right);
    case Arithmetic::multiply:
        return Value::real(left * right);
    case Arithmetic::power: {
        if (left == 0 && right < 0)
            stopRun("0 has no negative power");
        const double result = std::pow(left, right);
        if (std::isnan(result) && !std::isnan(left) && !std::isnan(right))
            stop(FailureKind::unsupported, "a power is a complex number, which is not supported");
        if (std::isinf(result) && !std::isinf(left) && !std::isinf(right))
            stopRun("a power is too large");
        return Value::real(result);
    }
    default:
        break;
    }
    if (right == 0)
        stopRun("a number is divided by 0");
    if (operation == Arithmetic::divide)
        return Value::real(left / right);
    double rest = std::fmod(left, right);
    double quotient = (left - rest) / right;
    if (rest != 0 && (right < 0) != (rest < 0)) {
        rest += right;
        quotient -= 1;
    }
    if (operation == Arithmetic::modulo)
        return Value::real(rest == 0 ? std::copysign(0.0, right) : rest);
    if (quotient == 0)
        return Value::real(std::copysign(0.0, left / right));
    double floor = std::floor(quotient);
    if (quotient - floor > 0.5)
        floor += 1;
    return Value::real(floor);
}

Value repeated(const Value& value, std::int64_t count)
{
    const auto times = std::size_t(std::max<std::int64_t>(count, 0));
    const auto checkSize = [&](std::size_t each) {
        if (each > 0 && times > std::numeric_limits<std::size_t>::max() / each)
            takeBytes(std::numeric_limits<std::size_t>::max());
        takeBytes(times * each);
    };
    if (value.isText()) {
        checkSize(value.bytes().size());
        std::string bytes;
        if (!value.bytes().empty())
            for (std::size_t i = 0; i < times; ++i)
                bytes += value.bytes();
        return Value::text(std::move(bytes), value.text().isSafe);
    }
    const std::vector<Value>& each = value.sequence().items;
    checkSize(each.size() * sizeof(Value));
    std::vector<Value> items;
    if (!each.empty())
        for (std::size_t i = 0; i < times; ++i)
            items.insert(items.end(), each.begin(), each.end());
    return value.isList() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

Value concatenated(const Value& left, const Value& right)
{
    std::vector<Value> items = left.sequence().items;
    items.insert(items.end(), right.sequence().items.begin(), right.sequence().items.end());
    return left.isList() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

} // namespace

Value computed(Arithmetic operation, const Value& left, const Value& right)
{
    if (left.isText() && operation == Arithmetic::modulo)
        return percentFormatted(left, right);
    refuseUndefined(left);
    refuseUndefined(right);
    if (left.isWhole() && right.isWhole())
        return ofIntegers(operation, left.integer(), right.integer());
    if (left.isNumber() && right.isNumber())
        return ofReals(operation, left.real(), right.real());
    if (operation == Arithmetic::add) {
        if (left.isText() && right.isText())
            return joined(left, right);
        if ((left.isList() && right.isList()) || (left.isTuple() && right.isTuple()))
            return concatenated(left, right);
    }
    if (operation == Arithmetic::multiply) {
        const auto isRepeatable = [](const Value& value) {
            return value.isText() || value.isList() || value.isTuple();
        };
        if (isRepeatable(left) && right.isWhole())
            return repeated(left, right.integer());
        if (left.isWhole() && isRepeatable(right))
            return repeated(right, left.integer());
    }
    refuseOperands(signOf(operation), left, right);
}

Value negated(const Value& value)
{
    refuseUndefined(value);
    if (value.isWhole())
        return ofIntegers(Arithmetic::subtract, 0, value.integer());
    if (value.isReal())
        return Value::real(-value.real());
    stopRun("a {} has no negative", value.typeName());
}

} // namespace draftscope::jinja

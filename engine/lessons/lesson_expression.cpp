// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/analysis/metrics.h"

namespace draftscope {
namespace {

using Expression = LessonExpression;
using Kind = LessonExpression::Kind;

struct LessonFunction {
    std::string_view name;
    int operands; ///< 0: one or more
    double (*of)(const std::vector<double>& values);
};

/// K of a formula in which it is a number as others are; the formulas loop over it. Nothing where it is no K.
std::optional<int> draftLengthOf(double number)
{
    constexpr int longest = 1000;
    return number >= 0 && number <= longest ? std::optional(int(number)) : std::nullopt; // NaN is neither
}

double expectedOf(const std::vector<double>& v)
{
    const auto k = draftLengthOf(v[1]);
    return k ? expectedTokens(v[0], *k) : std::numeric_limits<double>::quiet_NaN();
}

double speedUpOf(const std::vector<double>& v)
{
    const auto k = draftLengthOf(v[1]);
    return k ? predictedSpeedUp(v[0], *k, v[2], v[3]) : std::numeric_limits<double>::quiet_NaN();
}

constexpr std::array<LessonFunction, 10> lessonFunctions{{
    {"min", 0, [](const std::vector<double>& v) { return *std::ranges::min_element(v); }},
    {"max", 0, [](const std::vector<double>& v) { return *std::ranges::max_element(v); }},
    {"abs", 1, [](const std::vector<double>& v) { return std::abs(v[0]); }},
    {"sqrt", 1, [](const std::vector<double>& v) { return std::sqrt(v[0]); }},
    {"ln", 1, [](const std::vector<double>& v) { return std::log(v[0]); }},
    {"exp", 1, [](const std::vector<double>& v) { return std::exp(v[0]); }},
    {"round", 1, [](const std::vector<double>& v) { return std::round(v[0]); }},
    {"floor", 1, [](const std::vector<double>& v) { return std::floor(v[0]); }},
    {"expected", 2, &expectedOf},
    {"speedup", 4, &speedUpOf},
}};

/// By recursive descent, an operator's level after another.
class ExpressionReader {
public:
    explicit ExpressionReader(std::string_view source) : m_source(source), m_reader(source) {}

    Result<Expression> all()
    {
        auto expression = level(0);
        if (expression && !m_reader.isAtEnd())
            return fail("\"{}\" cannot be read from \"{}\" on: check fields and operators.", m_source, m_reader.rest());
        return expression;
    }

private:
    static constexpr int deepest = 64;

    /// Signs of a level, the longer ones first.
    static std::vector<std::string_view> operatorsOf(int number)
    {
        switch (number) {
        case 0:
            return {"or"};
        case 1:
            return {"and"};
        case 2:
            return {"==", "!=", "<=", ">=", "<", ">", "≤", "≥", "≠"};
        case 3:
            return {"+", "-", "−"};
        default:
            return {"*", "/", "·", "×"};
        }
    }

    /// One way to write each.
    static std::string plainSign(std::string_view sign)
    {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 6> same{
            {{"≤", "<="}, {"≥", ">="}, {"≠", "!="}, {"−", "-"}, {"·", "*"}, {"×", "*"}}};
        const auto found = std::ranges::find(same, sign, &std::pair<std::string_view, std::string_view>::first);
        return std::string(found == same.end() ? sign : found->second);
    }

    std::optional<std::string> takeOperator(int number)
    {
        for (const std::string_view sign : operatorsOf(number))
            if (number < 2 ? m_reader.takes(sign) : m_reader.takesSign(sign))
                return plainSign(sign);
        return std::nullopt;
    }

    Result<Expression> level(int number)
    {
        constexpr int lowest = 5;
        if (number == lowest)
            return signedPower();
        auto left = level(number + 1);
        while (left) {
            const auto sign = takeOperator(number);
            if (!sign)
                return left;
            auto right = level(number + 1);
            if (!right)
                return right;
            if (++m_operators > 500)
                return fail("The expression \"{}\" is too long: make several of it.", m_source.substr(0, 40));
            left = Expression{Kind::binary, 0, *sign, {}, {std::move(*left), std::move(*right)}};
        }
        return left;
    }

    Result<Expression> signedPower()
    {
        if (++m_depth > deepest)
            return fail("The expression \"{}\" is too deep: make several of it.", m_source.substr(0, 40));
        auto result = signedPowerHere();
        --m_depth;
        return result;
    }

    Result<Expression> signedPowerHere()
    {
        const bool isNegative = m_reader.takesSign("-") || m_reader.takesSign("−");
        if (isNegative || m_reader.takes("not")) {
            auto operand = signedPower();
            return operand ? Expression{isNegative ? Kind::negative : Kind::notTrue, 0, {}, {}, {std::move(*operand)}}
                           : operand;
        }
        auto base = primary();
        if (!base || !m_reader.takesSign("^"))
            return base;
        auto power = signedPower();
        return power ? Expression{Kind::binary, 0, "^", {}, {std::move(*base), std::move(*power)}} : power;
    }

    Result<Expression> primary()
    {
        if (const auto number = m_reader.takeNumber())
            return Expression{Kind::number, *number};
        if (auto text = m_reader.takeQuoted())
            return Expression{Kind::text, 0, std::move(*text)};
        if (m_reader.takesSign("(")) {
            auto inside = level(0);
            if (inside && !m_reader.takesSign(")"))
                return fail("A bracket of \"{}\" is not closed.", m_source);
            return inside;
        }
        for (const LessonFunction& function : lessonFunctions)
            if (WordReader ahead = m_reader; ahead.takes(function.name) && ahead.takesSign("(")) {
                m_reader = ahead;
                return call(function);
            }
        auto field = takeField(m_reader);
        if (!field)
            return tl::unexpected(field.error());
        if (*field)
            return Expression{Kind::field, 0, {}, std::move(**field)};
        return fail("There is no field or function \"{}\": docs/lesson-format.md lists all.",
                    m_reader.isAtEnd() ? m_source : m_reader.rest());
    }

    Result<Expression> call(const LessonFunction& function)
    {
        Expression made{Kind::call, 0, std::string(function.name)};
        do {
            auto operand = level(0);
            if (!operand)
                return operand;
            made.operands.push_back(std::move(*operand));
        } while (m_reader.takesSign(","));
        if (!m_reader.takesSign(")"))
            return fail("A bracket of \"{}\" is not closed.", m_source);
        if (function.operands != 0 && int(made.operands.size()) != function.operands)
            return fail("{}() takes {} value{}, and has {}.", function.name, function.operands,
                        function.operands == 1 ? "" : "s", made.operands.size());
        return made;
    }

    std::string_view m_source;
    WordReader m_reader;
    int m_depth = 0, m_operators = 0;
};

Result<LessonValue> compareTexts(const std::string& sign, const LessonValue& left, const LessonValue& right)
{
    if (left.kind == LessonValue::Kind::number || right.kind == LessonValue::Kind::number
        || (sign != "==" && sign != "!="))
        return fail("A text can be compared with == and != to another text only.");
    const auto bare = [](const LessonValue& value) {
        const std::string_view text = value.text;
        return value.kind == LessonValue::Kind::token && text.starts_with(' ') ? text.substr(1) : text;
    };
    return LessonValue::of((bare(left) == bare(right)) == (sign == "=="));
}

Result<double> arithmetic(const std::string& sign, double left, double right)
{
    if (sign == "+")
        return left + right;
    if (sign == "-")
        return left - right;
    if (sign == "*")
        return left * right;
    if (sign == "/")
        return right == 0 ? Result<double>(fail("An expression divides by 0 at this moment.")) : left / right;
    if (sign == "^")
        return std::pow(left, right);
    if (sign == "==")
        return left == right;
    if (sign == "!=")
        return left != right;
    if (sign == "<")
        return left < right;
    if (sign == ">")
        return left > right;
    if (sign == "<=")
        return left <= right;
    if (sign == ">=")
        return left >= right;
    if (sign == "and")
        return left != 0 && right != 0;
    return left != 0 || right != 0;
}

/// A share of something stays one; anything else that is computed is a plain number.
LessonValue::Unit unitOf(const Expression& expression, const std::vector<LessonValue>& values)
{
    const bool keeps = expression.text == "min" || expression.text == "max" || expression.text == "+"
        || expression.text == "-" || expression.text == "abs" || expression.kind == Kind::negative;
    return keeps ? values.front().unit : LessonValue::Unit::plain;
}

Result<LessonValue> combine(const Expression& expression, const std::vector<LessonValue>& values)
{
    for (const LessonValue& value : values)
        if (value.kind == LessonValue::Kind::unknown)
            return LessonValue{};
    for (const LessonValue& value : values)
        if (value.kind != LessonValue::Kind::number)
            return expression.kind == Kind::binary
                ? compareTexts(expression.text, values[0], values[1])
                : Result<LessonValue>(fail("A number is wanted where a text stands."));
    std::vector<double> numbers;
    for (const LessonValue& value : values)
        numbers.push_back(value.number);
    Result<double> result = 0.0;
    switch (expression.kind) {
    case Kind::negative:
        result = -numbers[0];
        break;
    case Kind::notTrue:
        result = double(numbers[0] == 0);
        break;
    case Kind::binary:
        result = arithmetic(expression.text, numbers[0], numbers[1]);
        break;
    default:
        result =
            std::ranges::find(lessonFunctions, std::string_view(expression.text), &LessonFunction::name)->of(numbers);
    }
    if (!result)
        return tl::unexpected(result.error());
    if (!std::isfinite(*result))
        return fail("An expression has no finite value at this moment.");
    return LessonValue::of(*result, unitOf(expression, values));
}

} // namespace

Result<LessonExpression> parseExpression(std::string_view source)
{
    if (trimmed(source).empty())
        return fail("An expression is empty.");
    return ExpressionReader(source).all();
}

Result<LessonValue> evaluate(const LessonExpression& expression, const LessonScene& scene)
{
    switch (expression.kind) {
    case Kind::number:
        return LessonValue::of(expression.number);
    case Kind::text:
        return LessonValue::of(expression.text);
    case Kind::field:
        return expression.field.field->valueOf(scene, expression.field);
    default:
        break;
    }
    std::vector<LessonValue> values;
    for (const LessonExpression& operand : expression.operands) {
        auto value = evaluate(operand, scene);
        if (!value)
            return value;
        values.push_back(std::move(*value));
    }
    return combine(expression, values);
}

Result<bool> holds(const LessonExpression& condition, const LessonScene& scene)
{
    const auto value = evaluate(condition, scene);
    if (!value)
        return tl::unexpected(value.error());
    return value->kind == LessonValue::Kind::number && value->number != 0;
}

bool needsMeasurement(const LessonExpression& expression)
{
    return (expression.isField() && expression.field.field->isMeasured)
        || std::ranges::any_of(expression.operands, needsMeasurement);
}

} // namespace draftscope

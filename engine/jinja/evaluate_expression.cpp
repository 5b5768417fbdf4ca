// SPDX-License-Identifier: MIT
#include "engine/jinja/attributes.h"
#include "engine/jinja/budget.h"
#include "engine/jinja/evaluator.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/printing.h"

namespace draftscope::jinja {

Value Evaluator::evaluate(const Expression& expression, const ScopePtr& scope)
{
    m_budget.step(1);
    const Nesting level;
    return evaluateKind(expression, scope);
}

Value Evaluator::evaluateKind(const Expression& expression, const ScopePtr& scope)
{
    m_line = expression.line;
    const auto part = [&](std::size_t i) {
        Value value = evaluate(*expression.parts[i], scope);
        m_line = expression.line;
        return value;
    };
    switch (expression.kind) {
    case ExpressionKind::constant:
        return expression.value;
    case ExpressionKind::name:
        return evaluateName(expression, scope);
    case ExpressionKind::list:
        return Value::list(evaluateParts(expression, scope));
    case ExpressionKind::tuple:
        return Value::tuple(evaluateParts(expression, scope));
    case ExpressionKind::dict:
        return evaluateDict(expression, scope);
    case ExpressionKind::attribute:
        return attributeOf(part(0), expression.name, *this);
    case ExpressionKind::item: {
        const Value of = part(0);
        return itemOf(of, part(1), *this);
    }
    case ExpressionKind::slice:
        return evaluateSlice(expression, scope);
    case ExpressionKind::call:
        return evaluateCall(expression, scope);
    case ExpressionKind::filter:
        return evaluateFilter(expression, scope);
    case ExpressionKind::test: {
        const Value tested = part(0);
        Arguments arguments = evaluateArguments(expression.arguments, scope);
        m_line = expression.line;
        return Value::boolean(test(expression.name, tested, std::move(arguments)));
    }
    case ExpressionKind::negation:
        return Value::boolean(!truth(part(0)));
    case ExpressionKind::minus:
        return negated(part(0));
    case ExpressionKind::plus:
        return negated(negated(part(0)));
    case ExpressionKind::arithmetic: {
        const Value left = part(0);
        return computed(expression.operation, left, part(1));
    }
    case ExpressionKind::concat:
        return evaluateConcat(expression, scope);
    case ExpressionKind::comparison:
        return evaluateComparison(expression, scope);
    case ExpressionKind::conjunction: {
        Value left = part(0);
        return truth(left) ? part(1) : left;
    }
    case ExpressionKind::disjunction: {
        Value left = part(0);
        return truth(left) ? left : part(1);
    }
    case ExpressionKind::conditional:
        return evaluateConditional(expression, scope);
    }
    return {};
}

Value Evaluator::evaluateName(const Expression& expression, const ScopePtr& scope)
{
    if (const Value* value = scope->find(expression.name))
        return *value;
    if (expression.name == "self")
        stop(FailureKind::unsupported, "self is not supported");
    return Value::undefined(fmt::format("'{}' is undefined", expression.name));
}

std::vector<Value> Evaluator::evaluateParts(const Expression& expression, const ScopePtr& scope)
{
    std::vector<Value> values;
    values.reserve(expression.parts.size());
    for (const ExpressionPtr& part : expression.parts)
        values.push_back(evaluate(*part, scope));
    m_line = expression.line;
    return values;
}

Value Evaluator::evaluateDict(const Expression& expression, const ScopePtr& scope)
{
    Dict dict;
    for (std::size_t i = 0; i < expression.parts.size(); i += 2) {
        Value key = evaluate(*expression.parts[i], scope);
        dict.set(std::move(key), evaluate(*expression.parts[i + 1], scope));
    }
    return Value::dict(std::move(dict));
}

Value Evaluator::evaluateSlice(const Expression& expression, const ScopePtr& scope)
{
    Value parts[4];
    for (std::size_t i = 0; i < 4; ++i)
        if (expression.parts[i])
            parts[i] = evaluate(*expression.parts[i], scope);
    m_line = expression.line;
    return slice(parts[0], parts[1], parts[2], parts[3]);
}

Value Evaluator::evaluateComparison(const Expression& expression, const ScopePtr& scope)
{
    Value left = evaluate(*expression.parts[0], scope);
    for (std::size_t i = 0; i < expression.comparisons.size(); ++i) {
        Value right = evaluate(*expression.parts[i + 1], scope);
        m_line = expression.line;
        if (!compared(expression.comparisons[i], left, right))
            return Value::boolean(false);
        left = std::move(right);
    }
    return Value::boolean(true);
}

Value Evaluator::evaluateConcat(const Expression& expression, const ScopePtr& scope)
{
    std::string text;
    for (const Value& value : evaluateParts(expression, scope)) {
        const std::string piece = printed(value);
        takeBytes(piece.size());
        text += piece;
    }
    return Value::text(std::move(text));
}

Value Evaluator::evaluateConditional(const Expression& expression, const ScopePtr& scope)
{
    if (truth(evaluate(*expression.parts[1], scope)))
        return evaluate(*expression.parts[0], scope);
    if (expression.parts[2])
        return evaluate(*expression.parts[2], scope);
    return Value::undefined("a condition without an else is not met");
}

Arguments Evaluator::evaluateArguments(const CallArguments& arguments, const ScopePtr& scope)
{
    Arguments values;
    for (const ExpressionPtr& argument : arguments.positional)
        values.positional.push_back(evaluate(*argument, scope));
    if (arguments.morePositional)
        for (Value& value : itemsOf(evaluate(*arguments.morePositional, scope)))
            values.positional.push_back(std::move(value));
    const auto add = [&](std::string name, Value value) {
        takeSteps(values.named.size() / 16); // all names so far are looked at
        if (std::ranges::find(values.named, name, &std::pair<std::string, Value>::first) != values.named.end())
            stopRun("an argument is given twice: {}", name);
        values.named.emplace_back(std::move(name), std::move(value));
    };
    for (const auto& [name, argument] : arguments.named)
        add(name, evaluate(*argument, scope));
    if (arguments.moreNamed) {
        const Value more = evaluate(*arguments.moreNamed, scope);
        if (!more.isDict())
            stopRun("what stands behind ** is a {} instead of a dict", more.typeName());
        for (const auto& [name, value] : more.dict().entries()) {
            if (!name.isText())
                stopRun("an argument has a name that is no text");
            add(name.bytes(), value);
        }
    }
    return values;
}

Value Evaluator::evaluateCall(const Expression& expression, const ScopePtr& scope, const Value* caller)
{
    const Value callee = evaluate(*expression.parts[0], scope);
    Arguments arguments = evaluateArguments(expression.arguments, scope);
    if (caller)
        arguments.named.emplace_back("caller", *caller);
    m_line = expression.line;
    return call(callee, std::move(arguments));
}

Value Evaluator::evaluateFilter(const Expression& expression, const ScopePtr& scope, const Value* value)
{
    const Expression* inner = expression.parts[0].get();
    const Value filtered = !inner ? *value : value ? evaluateFilter(*inner, scope, value) : evaluate(*inner, scope);
    Arguments arguments = evaluateArguments(expression.arguments, scope);
    m_line = expression.line;
    return filter(expression.name, filtered, std::move(arguments));
}

} // namespace draftscope::jinja

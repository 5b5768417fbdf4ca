// SPDX-License-Identifier: MIT
#include "engine/jinja/evaluator.h"

#include "engine/jinja/functions.h"
#include "engine/jinja/loop.h"
#include "engine/jinja/macro.h"
#include "engine/jinja/printing.h"

namespace draftscope::jinja {

namespace {

std::shared_ptr<Scope> scopeInside(const std::shared_ptr<Scope>& outer)
{
    takeBytes(sizeof(Scope));
    return std::make_shared<Scope>(Scope{outer, {}});
}

} // namespace

Evaluator::Evaluator(const Limits& limits, std::vector<std::pair<std::string, Value>> variables, const std::tm& now,
                     long microseconds)
    : m_budget(limits), m_now(now), m_microseconds(microseconds)
{
    const auto functions = std::make_shared<Scope>(Scope{nullptr, functionsOfTemplates()});
    const auto told = std::make_shared<Scope>(Scope{functions, std::move(variables)});
    m_root = std::make_shared<Scope>(Scope{told, {}});
}

Evaluator::~Evaluator()
{
    // One after the other, while all of them are still there, so that nothing takes a chain of others along.
    for (const std::shared_ptr<Object>& object : m_kept) {
        if (auto* names = dynamic_cast<Namespace*>(object.get()))
            names->clear();
        if (auto* macro = dynamic_cast<Macro*>(object.get()))
            macro->clear();
    }
}

std::tm Evaluator::now(long& microseconds) const
{
    microseconds = m_microseconds;
    return m_now;
}

std::string Evaluator::run(const Body& body)
{
    (void)run(body, m_root);
    return std::move(m_output);
}

void Evaluator::write(std::string_view text)
{
    m_budget.write(text.size());
    m_output += text;
}

std::string Evaluator::textOf(const Body& body, const ScopePtr& scope, Flow& flow)
{
    std::string outer = std::exchange(m_output, {});
    flow = run(body, scope);
    return std::exchange(m_output, std::move(outer));
}

Evaluator::Flow Evaluator::run(const Body& body, const ScopePtr& scope)
{
    for (const Statement& statement : body)
        if (const Flow flow = run(statement, scope); flow != Flow::onwards)
            return flow;
    return Flow::onwards;
}

Evaluator::Flow Evaluator::run(const Statement& statement, const ScopePtr& scope)
{
    const Nesting level;
    m_budget.step(1);
    m_line = statement.line;
    switch (statement.kind) {
    case StatementKind::text:
        write(statement.text);
        break;
    case StatementKind::print:
        for (const ExpressionPtr& expression : statement.expressions) {
            const Value value = evaluate(*expression, scope);
            m_line = expression->line;
            write(value.isText() ? value.bytes() : printed(value));
        }
        break;
    case StatementKind::forLoop:
        runLoop(statement, evaluate(*statement.expressions[0], scope), scope, 0);
        break;
    case StatementKind::condition:
        return runCondition(statement, scope);
    case StatementKind::set:
        assign(statement.targets[0], evaluate(*statement.expressions[0], scope), scope);
        break;
    case StatementKind::setBlock:
    case StatementKind::filterBlock:
        return runFiltered(statement, scope);
    case StatementKind::macro: {
        const auto macro = std::make_shared<Macro>(*this, statement, scope);
        m_budget.take(sizeof(Macro));
        keep(macro);
        scope->set(statement.signature.name, Value::object(macro));
        break;
    }
    case StatementKind::callBlock:
        runCallBlock(statement, scope);
        break;
    case StatementKind::with:
        return runWith(statement, scope);
    case StatementKind::scope:
        return run(statement.bodies[0], scopeInside(scope));
    case StatementKind::block:
        return run(statement.bodies[0], scopeInside(m_root));
    case StatementKind::breakLoop:
        return Flow::breakLoop;
    case StatementKind::continueLoop:
        return Flow::continueLoop;
    }
    return Flow::onwards;
}

Evaluator::Flow Evaluator::runCondition(const Statement& statement, const ScopePtr& scope)
{
    for (std::size_t i = 0; i < statement.bodies.size(); ++i)
        if (truth(evaluate(*statement.expressions[i], scope)))
            return run(statement.bodies[i], scope);
    return run(statement.otherwise, scope);
}

Evaluator::Flow Evaluator::runFiltered(const Statement& statement, const ScopePtr& scope)
{
    Flow flow = Flow::onwards;
    Value text = Value::text(textOf(statement.bodies[0], scopeInside(scope), flow));
    if (flow != Flow::onwards) // the loop goes on, and what was written so far is lost, as in Jinja
        return flow;
    m_line = statement.line;
    if (statement.expressions[0])
        text = evaluateFilter(*statement.expressions[0], scope, &text);
    if (statement.kind == StatementKind::setBlock)
        assign(statement.targets[0], text, scope);
    else
        write(printed(text));
    return flow;
}

Evaluator::Flow Evaluator::runWith(const Statement& statement, const ScopePtr& scope)
{
    const ScopePtr inner = scopeInside(scope);
    for (std::size_t i = 0; i < statement.targets.size(); ++i)
        assign(statement.targets[i], evaluate(*statement.expressions[i], scope), inner);
    return run(statement.bodies[0], inner);
}

void Evaluator::runCallBlock(const Statement& statement, const ScopePtr& scope)
{
    const auto macro = std::make_shared<Macro>(*this, statement, scope);
    m_budget.take(sizeof(Macro));
    keep(macro);
    const Value caller = Value::object(macro);
    const Value text = evaluateCall(*statement.expressions[0], scope, &caller);
    m_line = statement.line;
    write(printed(text));
}

bool Evaluator::passes(const Statement& loop, const Value& item, const std::shared_ptr<Scope>& outer)
{
    const ScopePtr scope = scopeInside(outer);
    assign(loop.targets[0], item, scope);
    return truth(evaluate(*loop.expressions[1], scope));
}

void Evaluator::runLoop(const Statement& statement, const Value& items, const ScopePtr& outer, int depth)
{
    m_line = statement.line;
    const auto loop = std::make_shared<Loop>(*this, statement, items, outer, depth);
    struct Finish {
        Loop& loop;
        ~Finish() { loop.finish(); }
    } const finish{*loop};
    const Value variable = Value::object(loop);
    bool hasItems = false;
    while (const auto item = loop->next()) {
        hasItems = true;
        m_budget.step(1);
        const ScopePtr scope = scopeInside(outer);
        scope->set("loop", variable);
        m_line = statement.line;
        assign(statement.targets[0], *item, scope);
        if (run(statement.bodies[0], scope) == Flow::breakLoop)
            break;
    }
    if (!hasItems)
        (void)run(statement.otherwise, scopeInside(outer));
}

Value Evaluator::loopText(const Statement& statement, const Value& items, const ScopePtr& outer, int depth)
{
    const Nesting level;
    std::string before = std::exchange(m_output, {});
    runLoop(statement, items, outer, depth);
    return Value::text(std::exchange(m_output, std::move(before)));
}

void Evaluator::assign(const Target& target, const Value& value, const ScopePtr& scope)
{
    if (target.isTuple) {
        const std::vector<Value> items = itemsOf(value);
        if (items.size() != target.parts.size())
            stopRun("{} values are put into {} names", items.size(), target.parts.size());
        for (std::size_t i = 0; i < items.size(); ++i)
            assign(target.parts[i], items[i], scope);
        return;
    }
    if (target.attribute.empty()) {
        scope->set(target.name, value);
        return;
    }
    const Value* holder = scope->find(target.name);
    auto* names = holder && holder->isObject() ? dynamic_cast<Namespace*>(holder->object().get()) : nullptr;
    if (!names)
        stopRun("{} is no namespace, so it gets no attribute", target.name);
    names->set(target.attribute, value);
}

Value Evaluator::callMacro(const Signature& signature, const Body& body, const ScopePtr& outer, Arguments& arguments)
{
    const Nesting level;
    const ScopePtr scope = scopeInside(outer);
    const std::vector<std::string>& names = signature.parameters;
    const auto takeNamed = [&](std::string_view name) -> std::optional<Value> {
        const auto found = std::ranges::find(arguments.named, name, &std::pair<std::string, Value>::first);
        if (found == arguments.named.end())
            return std::nullopt;
        Value value = std::move(found->second);
        arguments.named.erase(found);
        return value;
    };
    const std::size_t given = std::min(arguments.positional.size(), names.size());
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i < given)
            scope->set(names[i], arguments.positional[i]);
        else if (auto value = takeNamed(names[i]))
            scope->set(names[i], std::move(*value));
        else
            missing.push_back(i);
    }
    if (signature.usesCaller) {
        auto caller = takeNamed("caller");
        scope->set("caller", caller ? std::move(*caller) : Value::undefined("there is no caller"));
    }
    if (signature.usesKeywords) {
        Dict rest;
        for (auto& [name, value] : arguments.named)
            rest.set(Value::text(name), std::move(value));
        scope->set("kwargs", Value::dict(std::move(rest)));
    } else if (!arguments.named.empty()) {
        stopRun("the macro {} takes no argument \"{}\"", signature.name, arguments.named[0].first);
    }
    if (signature.usesRest)
        scope->set("varargs",
                   Value::tuple({arguments.positional.begin() + std::ptrdiff_t(given), arguments.positional.end()}));
    else if (arguments.positional.size() > names.size())
        stopRun("the macro {} takes {} arguments at most", signature.name, names.size());
    const std::size_t required = names.size() - signature.defaults.size();
    for (const std::size_t i : missing) // a default may use the parameters in front of it
        scope->set(names[i],
                   i < required ? Value::undefined(fmt::format("parameter '{}' was not provided", names[i]))
                                : evaluate(*signature.defaults[i - required], scope));
    Flow flow = Flow::onwards;
    return Value::text(textOf(body, scope, flow));
}

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
#include "engine/jinja/loop.h"

#include "engine/jinja/parameters.h"

namespace draftscope::jinja {

namespace {

/// loop.cycle and loop.changed. A loop outlives its methods only in its own body, so this holds it by a shared pointer.
class LoopMethod : public Object {
public:
    LoopMethod(std::shared_ptr<Loop> loop, bool cycles) : m_loop(std::move(loop)), m_cycles(cycles) {}
    [[nodiscard]] std::string_view typeName() const override { return "method"; }
    [[nodiscard]] bool isCallable() const override { return true; }
    [[nodiscard]] int depth() const override { return m_loop->depth() + 1; }
    Value call(Arguments& arguments, Runtime& /*runtime*/) override
    {
        if (!arguments.named.empty())
            stopRun("loop.{} takes no arguments by name", m_cycles ? "cycle" : "changed");
        return m_cycles ? m_loop->cycle(arguments) : m_loop->changed(arguments);
    }

private:
    std::shared_ptr<Loop> m_loop;
    bool m_cycles;
};

} // namespace

Loop::Loop(Evaluator& evaluator, const Statement& statement, Value items, std::shared_ptr<Scope> outer, int depth0)
    : m_evaluator(&evaluator), m_statement(&statement), m_outer(std::move(outer)), m_items(items),
      m_iteration(std::move(items)), m_depth0(depth0)
{
}

void Loop::finish()
{
    m_evaluator = nullptr;
    m_outer.reset();
    m_changed.reset();
}

std::optional<Value> Loop::fetch()
{
    while (auto item = m_iteration.next())
        if (!m_statement->expressions[1] || m_evaluator->passes(*m_statement, *item, m_outer))
            return item;
    return std::nullopt;
}

const std::optional<Value>& Loop::peek()
{
    if (m_ahead.empty() && !m_isAtEnd && m_evaluator) {
        if (auto item = fetch())
            m_ahead.push_back(std::move(*item));
        else
            m_isAtEnd = true;
    }
    m_peeked = m_ahead.empty() ? std::nullopt : std::optional(m_ahead.front());
    return m_peeked;
}

std::optional<Value> Loop::next()
{
    std::optional<Value> item = peek();
    if (!item)
        return std::nullopt;
    m_ahead.erase(m_ahead.begin());
    ++m_index0;
    m_before = std::move(m_current);
    m_current = item;
    return item;
}

std::int64_t Loop::length() const
{
    if (m_length)
        return *m_length;
    if (!m_statement->expressions[1] && hasLength(m_items))
        return *(m_length = std::int64_t(lengthOf(m_items)));
    auto* self = const_cast<Loop*>(this); // it looks ahead, which changes nothing that is seen
    while (!m_isAtEnd && m_evaluator) {
        if (auto item = self->fetch())
            m_ahead.push_back(std::move(*item));
        else
            m_isAtEnd = true;
    }
    return *(m_length = m_index0 + 1 + std::int64_t(m_ahead.size()));
}

std::optional<Value> Loop::attribute(std::string_view name, Runtime& /*runtime*/)
{
    if (name == "index0")
        return Value::integer(m_index0);
    if (name == "index")
        return Value::integer(m_index0 + 1);
    if (name == "first")
        return Value::boolean(m_index0 == 0);
    if (name == "last")
        return Value::boolean(!peek());
    if (name == "length")
        return Value::integer(length());
    if (name == "revindex")
        return Value::integer(length() - m_index0);
    if (name == "revindex0")
        return Value::integer(length() - m_index0 - 1);
    if (name == "depth")
        return Value::integer(m_depth0 + 1);
    if (name == "depth0")
        return Value::integer(m_depth0);
    if (name == "previtem")
        return m_before ? *m_before : Value::undefined("there is no previous item");
    if (name == "nextitem")
        return peek() ? *m_peeked : Value::undefined("there is no next item");
    if (name == "cycle" || name == "changed")
        return Value::object(
            std::make_shared<LoopMethod>(std::static_pointer_cast<Loop>(shared_from_this()), name == "cycle"));
    return std::nullopt;
}

std::optional<std::string> Loop::printed() const
{
    return fmt::format("<LoopContext {}/{}>", m_index0 + 1, length());
}

Value Loop::cycle(const Arguments& arguments) const
{
    if (arguments.positional.empty())
        stopRun("loop.cycle has no items");
    return arguments.positional[std::size_t(m_index0) % arguments.positional.size()];
}

Value Loop::changed(const Arguments& arguments)
{
    const bool isSame = m_changed && m_changed->size() == arguments.positional.size()
        && std::ranges::equal(*m_changed, arguments.positional, equals);
    if (!isSame && m_evaluator)
        m_changed = arguments.positional;
    return Value::boolean(!isSame);
}

Value Loop::call(Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("loop", arguments, {"iterable"}, 1);
    if (!m_statement->isRecursive)
        stopRun("a loop is called that is not marked as recursive");
    if (!m_evaluator)
        stop(FailureKind::unsupported, "a loop is called behind its end, which is not supported");
    return m_evaluator->loopText(*m_statement, given.at(0), m_outer, m_depth0 + 1);
}

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
#include "engine/jinja/functions.h"

#include <array>
#include <cmath>

#include "engine/jinja/budget.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"
#include "engine/jinja/printing.h"
#include "engine/jinja/runtime.h"

namespace draftscope::jinja {

namespace {

/// Goes through its items again and again.
class Cycler : public Object {
public:
    explicit Cycler(std::vector<Value> items) : m_items(std::move(items))
    {
        for (const Value& item : m_items)
            m_depth = std::max(m_depth, item.depth() + 1);
    }
    [[nodiscard]] std::string_view typeName() const override { return "Cycler"; }
    [[nodiscard]] std::optional<Value> attribute(std::string_view name, Runtime& runtime) override;
    [[nodiscard]] int depth() const override { return m_depth; }
    Value next()
    {
        Value item = m_items[m_at];
        m_at = (m_at + 1) % m_items.size();
        return item;
    }
    void reset() { m_at = 0; }

private:
    std::vector<Value> m_items;
    std::size_t m_at = 0;
    int m_depth = 1;
};

class CyclerMethod : public Object {
public:
    CyclerMethod(std::shared_ptr<Cycler> cycler, bool resets) : m_cycler(std::move(cycler)), m_resets(resets) {}
    [[nodiscard]] std::string_view typeName() const override { return "method"; }
    [[nodiscard]] bool isCallable() const override { return true; }
    [[nodiscard]] int depth() const override { return m_cycler->depth() + 1; }
    Value call(Arguments& arguments, Runtime& /*runtime*/) override
    {
        (void)Parameters(m_resets ? "reset" : "next", arguments, {});
        if (!m_resets)
            return m_cycler->next();
        m_cycler->reset();
        return {};
    }

private:
    std::shared_ptr<Cycler> m_cycler;
    bool m_resets;
};

std::optional<Value> Cycler::attribute(std::string_view name, Runtime& /*runtime*/)
{
    if (name == "current")
        return m_items[m_at];
    if (name == "pos")
        return Value::integer(std::int64_t(m_at));
    if (name == "items")
        return Value::tuple(m_items);
    return std::nullopt; // next and reset are the holder's, which has a shared pointer
}

/// What cycler() gives: a cycler with its methods.
class CyclerValue : public Object {
public:
    explicit CyclerValue(std::shared_ptr<Cycler> cycler) : m_cycler(std::move(cycler)) {}
    [[nodiscard]] std::string_view typeName() const override { return "Cycler"; }
    [[nodiscard]] int depth() const override { return m_cycler->depth() + 1; }
    [[nodiscard]] std::optional<Value> attribute(std::string_view name, Runtime& runtime) override
    {
        if (name == "next" || name == "reset")
            return Value::object(std::make_shared<CyclerMethod>(m_cycler, name == "reset"));
        return m_cycler->attribute(name, runtime);
    }

private:
    std::shared_ptr<Cycler> m_cycler;
};

/// Gives its text each time but the first.
class Joiner : public Object {
public:
    explicit Joiner(Value separator) : m_separator(std::move(separator)) {}
    [[nodiscard]] std::string_view typeName() const override { return "Joiner"; }
    [[nodiscard]] bool isCallable() const override { return true; }
    [[nodiscard]] int depth() const override { return m_separator.depth() + 1; }
    Value call(Arguments& arguments, Runtime& /*runtime*/) override
    {
        (void)Parameters("a joiner", arguments, {});
        return std::exchange(m_isUsed, true) ? m_separator : Value::text({});
    }
    [[nodiscard]] std::optional<Value> attribute(std::string_view name, Runtime& /*runtime*/) override
    {
        return name == "sep" ? std::optional(m_separator)
            : name == "used" ? std::optional(Value::boolean(m_isUsed))
                             : std::nullopt;
    }

private:
    Value m_separator;
    bool m_isUsed = false;
};

using FunctionPointer = Value (*)(Arguments& arguments, Runtime& runtime);

class Function : public Object {
public:
    explicit Function(FunctionPointer function) : m_function(function) {}
    [[nodiscard]] std::string_view typeName() const override { return "function"; }
    [[nodiscard]] bool isCallable() const override { return true; }
    Value call(Arguments& arguments, Runtime& runtime) override { return m_function(arguments, runtime); }

private:
    FunctionPointer m_function;
};

Value rangeOf(Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("range", arguments, {"start", "stop", "step"}, 1);
    for (const Value& argument : arguments.positional)
        (void)wholeNumber(argument, "an argument of range");
    const bool isOne = !given.isGiven(1);
    const std::int64_t from = isOne ? 0 : given.whole(0, 0), to = isOne ? given.whole(0, 0) : given.whole(1, 0);
    const std::int64_t step = given.whole(2, 1);
    if (step == 0)
        stopRun("range has a step of 0");
    const long double length = std::ceil(((long double)to - (long double)from) / (long double)step);
    if (length > (long double)longestRange)
        stop(FailureKind::limit, "a range has more than {} numbers", longestRange);
    std::vector<Value> numbers;
    const auto count = length > 0 ? std::uint64_t(length) : 0;
    for (std::uint64_t i = 0; i < count; ++i) // without a sign, because a step beyond the last number may overflow
        numbers.push_back(Value::integer(std::int64_t(std::uint64_t(from) + i * std::uint64_t(step))));
    return Value::sequence(SequenceKind::range, std::move(numbers));
}

Dict dictOf(const Arguments& arguments)
{
    Dict dict;
    if (arguments.positional.size() > 1)
        stopRun("a dict is made of one other at most");
    if (!arguments.positional.empty()) {
        const Value& from = arguments.positional[0];
        if (from.isDict()) {
            takeBytes(from.dict().size() * sizeof(Dict::Entry));
            takeSteps(from.dict().size() / 64 + 1);
            dict = from.dict();
        } else
            for (const Value& pair : itemsOf(from)) {
                const std::vector<Value> items = itemsOf(pair);
                if (items.size() != 2)
                    stopRun("a dict is made of something that is no pair");
                dict.set(items[0], items[1]);
            }
    }
    for (const auto& [name, value] : arguments.named)
        dict.set(Value::text(name), value);
    return dict;
}

Value dictFunction(Arguments& arguments, Runtime& /*runtime*/)
{
    return Value::dict(dictOf(arguments));
}

Value namespaceFunction(Arguments& arguments, Runtime& runtime)
{
    const Dict values = dictOf(arguments);
    const auto made = std::make_shared<Namespace>();
    takeBytes(sizeof(Namespace));
    runtime.keep(made);
    for (const auto& [name, value] : values.entries())
        if (name.isText())
            made->set(name.bytes(), value);
    return Value::object(made);
}

Value cyclerFunction(Arguments& arguments, Runtime& /*runtime*/)
{
    if (!arguments.named.empty() || arguments.positional.empty())
        stopRun("cycler needs items, and takes none by name");
    takeBytes(sizeof(Cycler) + arguments.positional.size() * sizeof(Value));
    return Value::object(std::make_shared<CyclerValue>(std::make_shared<Cycler>(std::move(arguments.positional))));
}

Value joinerFunction(Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("joiner", arguments, {"sep"});
    takeBytes(sizeof(Joiner));
    return Value::object(std::make_shared<Joiner>(given.isGiven(0) ? given.at(0) : Value::text(", ")));
}

Value raiseException(Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("raise_exception", arguments, {"message"}, 1);
    throw Failure{FailureKind::raised, printed(given.at(0)), 0};
}

Value strftimeNow(Arguments& arguments, Runtime& runtime)
{
    const Parameters given("strftime_now", arguments, {"format"}, 1);
    long microseconds = 0;
    const std::tm now = runtime.now(microseconds);
    std::string format;
    for (std::string_view rest = given.text(0); !rest.empty();) {
        const std::size_t length = rest.starts_with('%') ? std::min<std::size_t>(2, rest.size()) : 1;
        const std::string_view piece = rest.substr(0, length);
        if (piece == "%f") // the three that Python fills in itself: the time has no time zone
            format += fmt::format("{:06}", microseconds);
        else if (piece != "%z" && piece != "%Z")
            format += piece;
        rest.remove_prefix(length);
    }
    if (format.empty())
        return Value::text({});
    if (format.size() > 1000)
        stop(FailureKind::limit, "the format of strftime_now has more than 1000 characters");
    std::array<char, 16384> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), format.c_str(), &now);
    return Value::text(std::string(text.data(), size));
}

Value lipsumFunction(Arguments& /*arguments*/, Runtime& /*runtime*/)
{
    stop(FailureKind::unsupported, "the function lipsum is not supported");
}

} // namespace

std::optional<Value> Namespace::attribute(std::string_view name, Runtime& /*runtime*/)
{
    const Value* value = m_values.find(name);
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::string> Namespace::printed() const
{
    const Nesting level; // it may hold itself
    return "<Namespace " + represented(Value::dict(m_values)) + ">";
}

void Namespace::set(const std::string& name, Value value)
{
    if (name.starts_with('_'))
        stopRun("a namespace gets the attribute {}, whose name begins with an underscore", name);
    m_values.set(Value::text(name), std::move(value));
}

std::vector<std::pair<std::string, Value>> functionsOfTemplates()
{
    const std::pair<const char*, FunctionPointer> functions[] = {{"range", rangeOf},
                                                                 {"dict", dictFunction},
                                                                 {"namespace", namespaceFunction},
                                                                 {"cycler", cyclerFunction},
                                                                 {"joiner", joinerFunction},
                                                                 {"raise_exception", raiseException},
                                                                 {"strftime_now", strftimeNow},
                                                                 {"lipsum", lipsumFunction}};
    std::vector<std::pair<std::string, Value>> values;
    for (const auto& [name, function] : functions)
        values.emplace_back(name, Value::object(std::make_shared<Function>(function)));
    return values;
}

} // namespace draftscope::jinja

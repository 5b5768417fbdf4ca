// SPDX-License-Identifier: MIT
#include "engine/jinja/methods.h"

#include <algorithm>
#include <cmath>

#include "engine/jinja/budget.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"

namespace draftscope::jinja {

namespace {

template <std::size_t Count>
bool isOneOf(const std::string_view (&names)[Count], std::string_view name)
{
    return std::ranges::find(names, name) != std::end(names);
}

MethodKind dictMethodKind(std::string_view name)
{
    constexpr std::string_view known[] = {"get", "items", "keys", "values", "copy"};
    constexpr std::string_view changing[] = {"clear", "pop", "popitem", "setdefault", "update"};
    return isOneOf(known, name)   ? MethodKind::known
        : isOneOf(changing, name) ? MethodKind::changing
        : name == "fromkeys"      ? MethodKind::unsupported
                                  : MethodKind::none;
}

MethodKind listMethodKind(std::string_view name)
{
    constexpr std::string_view known[] = {"count", "index", "copy"};
    constexpr std::string_view changing[] = {"append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove"};
    return isOneOf(known, name) ? MethodKind::known : isOneOf(changing, name) ? MethodKind::changing : MethodKind::none;
}

MethodKind numberMethodKind(const Value& value, std::string_view name)
{
    constexpr std::string_view all[] = {"as_integer_ratio", "conjugate", "imag", "real"};
    constexpr std::string_view whole[] = {"bit_count",  "bit_length", "denominator",
                                          "from_bytes", "numerator",  "to_bytes"};
    constexpr std::string_view real[] = {"fromhex", "hex"};
    if (value.isReal() && name == "is_integer")
        return MethodKind::known;
    return isOneOf(all, name) || (value.isReal() ? isOneOf(real, name) : isOneOf(whole, name)) ? MethodKind::unsupported
                                                                                               : MethodKind::none;
}

Value callDictMethod(const Value& value, std::string_view name, Arguments& arguments)
{
    const Dict& dict = value.dict();
    if (name == "get") {
        if (!arguments.named.empty())
            stopRun("get takes no arguments by name");
        const Parameters given("get", arguments, {"key", "default"}, 1);
        const Value* found = dict.find(given.at(0));
        return found ? *found : given.isGiven(1) ? given.at(1) : Value();
    }
    const Parameters given(name, arguments, {});
    if (name == "copy")
        return value;
    std::vector<Value> items;
    for (const auto& [key, item] : dict.entries())
        items.push_back(name == "keys" ? key : name == "values" ? item : Value::tuple({key, item}));
    return Value::sequence(name == "keys"         ? SequenceKind::keys
                               : name == "values" ? SequenceKind::values
                                                  : SequenceKind::items,
                           std::move(items));
}

Value callListMethod(const Value& value, std::string_view name, Arguments& arguments)
{
    const std::vector<Value>& items = value.sequence().items;
    if (name == "copy") {
        const Parameters given(name, arguments, {});
        return value;
    }
    if (name == "count") {
        const Parameters given(name, arguments, {"value"}, 1);
        return Value::integer(
            std::ranges::count_if(items, [&](const Value& item) { return equals(item, given.at(0)); }));
    }
    const Parameters given(name, arguments, {"value", "start", "stop"}, 1);
    const auto size = std::int64_t(items.size());
    const auto bound = [&](std::size_t at, std::int64_t defaultValue) {
        const std::int64_t number = given.whole(at, defaultValue);
        return std::clamp(number < 0 && number >= -size ? number + size : number, std::int64_t(0), size);
    };
    const std::int64_t end = bound(2, size);
    for (std::int64_t at = bound(1, 0); at < end; ++at)
        if (equals(items[std::size_t(at)], given.at(0)))
            return Value::integer(at);
    stopRun("index finds no such item");
}

} // namespace

MethodKind methodKind(const Value& value, std::string_view name)
{
    if (value.isText())
        return textMethodKind(name);
    if (value.isDict())
        return dictMethodKind(name);
    if (value.isList())
        return listMethodKind(name);
    if (value.isTuple())
        return name == "count" || name == "index" ? MethodKind::known : MethodKind::none;
    if (value.isNumber())
        return numberMethodKind(value, name);
    if (value.isSequence(SequenceKind::range)) {
        constexpr std::string_view other[] = {"start", "stop", "step"};
        return name == "count" || name == "index" ? MethodKind::known
            : isOneOf(other, name)                ? MethodKind::unsupported
                                                  : MethodKind::none;
    }
    if (value.isSequence(SequenceKind::generator)) {
        constexpr std::string_view other[] = {"close", "gi_running", "gi_suspended", "gi_yieldfrom", "send", "throw"};
        return isOneOf(other, name) ? MethodKind::unsupported : MethodKind::none;
    }
    if (value.isSequence()) {
        constexpr std::string_view other[] = {"isdisjoint", "mapping"};
        return isOneOf(other, name) ? MethodKind::unsupported : MethodKind::none;
    }
    return MethodKind::none;
}

Value callMethod(const Value& value, std::string_view name, Arguments& arguments, Runtime& runtime)
{
    takeSteps();
    if (methodKind(value, name) == MethodKind::unsupported)
        stop(FailureKind::unsupported, "the method {} of a {} is not supported", name, value.typeName());
    if (value.isText())
        return callTextMethod(value, name, arguments, runtime);
    if (value.isDict())
        return callDictMethod(value, name, arguments);
    if (value.isReal())
        return Value::boolean(std::isfinite(value.real()) && std::floor(value.real()) == value.real());
    return callListMethod(value, name, arguments);
}

} // namespace draftscope::jinja

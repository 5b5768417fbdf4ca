// SPDX-License-Identifier: MIT
#include "engine/jinja/attributes.h"

#include <algorithm>
#include <charconv>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/methods.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/printing.h"
#include "engine/jinja/runtime.h"

namespace draftscope::jinja {

namespace {

/// A method of a value, not called yet.
class BoundMethod : public Object {
public:
    BoundMethod(Value value, std::string name) : m_value(std::move(value)), m_name(std::move(name)) {}
    [[nodiscard]] std::string_view typeName() const override { return "method"; }
    [[nodiscard]] bool isCallable() const override { return true; }
    Value call(Arguments& arguments, Runtime& runtime) override
    {
        return callMethod(m_value, m_name, arguments, runtime);
    }
    [[nodiscard]] int depth() const override { return m_value.depth() + 1; }

private:
    Value m_value;
    std::string m_name;
};

std::string nameOfThing(const Value& value)
{
    return value.isNone() ? "None" : fmt::format("{} object", value.typeName());
}

Value notThere(const Value& value, const Value& key)
{
    if (key.isText())
        return Value::undefined(fmt::format("'{}' has no attribute {}", nameOfThing(value), quotedText(key.bytes())));
    return Value::undefined(
        fmt::format("{} has no element {}", nameOfThing(value), key.isNumber() ? printed(key) : "of such a key"));
}

std::optional<Value> ownItemOf(const Value& value, const Value& key)
{
    if (value.isDict()) {
        const bool isKey = !key.isList() && !key.isDict(); // Jinja takes Python's TypeError for a key that is not there
        const Value* found = isKey ? value.dict().find(key) : nullptr;
        return found ? std::optional(*found) : std::nullopt;
    }
    if (!key.isWhole())
        return std::nullopt;
    std::int64_t at = key.integer();
    if (value.isText()) {
        const Text& text = value.text();
        at = at < 0 ? at + std::int64_t(text.characters) : at;
        if (at < 0 || at >= std::int64_t(text.characters))
            return std::nullopt;
        const std::size_t begin = text.isAscii() ? std::size_t(at) : offsetOf(text.bytes, std::size_t(at));
        const std::string_view rest = std::string_view(text.bytes).substr(begin);
        return Value::text(std::string(rest.substr(0, offsetOf(rest, 1))), text.isSafe);
    }
    if (!value.isList() && !value.isTuple() && !value.isSequence(SequenceKind::range))
        return std::nullopt;
    const std::vector<Value>& items = value.sequence().items;
    at = at < 0 ? at + std::int64_t(items.size()) : at;
    return at < 0 || at >= std::int64_t(items.size()) ? std::nullopt : std::optional(items[std::size_t(at)]);
}

} // namespace

std::optional<Value> ownAttributeOf(const Value& value, std::string_view name, Runtime& runtime)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
    if (name.starts_with("__") && name.ends_with("__"))
        return Value::undefined(
            fmt::format("access to attribute '{}' of '{}' object is unsafe", name, value.typeName()));
    if (value.isObject())
        return value.object()->attribute(name, runtime);
    if (value.isSequence(SequenceKind::group) && (name == "grouper" || name == "list"))
        return value.sequence().items[name == "list" ? 1 : 0];
    switch (methodKind(value, name)) {
    case MethodKind::none:
        return std::nullopt;
    case MethodKind::known:
    case MethodKind::unsupported: // which its call says
        takeBytes(sizeof(BoundMethod));
        return Value::object(std::make_shared<BoundMethod>(value, std::string(name)));
    case MethodKind::changing:
        return Value::undefined(
            fmt::format("access to attribute '{}' of '{}' object is unsafe", name, value.typeName()));
    }
    return std::nullopt;
}

Value attributeOf(const Value& value, std::string_view name, Runtime& runtime)
{
    if (auto found = ownAttributeOf(value, name, runtime))
        return std::move(*found);
    const Value key = Value::text(std::string(name));
    if (auto found = ownItemOf(value, key))
        return std::move(*found);
    return notThere(value, key);
}

Value itemOf(const Value& value, const Value& key, Runtime& runtime)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
    if (auto found = ownItemOf(value, key))
        return std::move(*found);
    if (key.isText())
        if (auto found = ownAttributeOf(value, key.bytes(), runtime))
            return std::move(*found);
    return notThere(value, key);
}

Value itemAt(Value value, const Value& path, Runtime& runtime, const Value* missing)
{
    std::vector<Value> keys;
    if (!path.isText()) {
        if (!path.isNone())
            keys.push_back(path);
    } else {
        for (std::string_view rest = path.bytes();;) {
            const auto point = std::min(rest.find('.'), rest.size());
            const std::string_view key = rest.substr(0, point);
            std::int64_t number = 0;
            const bool isNumber = !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos
                && std::from_chars(key.data(), key.data() + key.size(), number).ec == std::errc();
            keys.push_back(isNumber ? Value::integer(number) : Value::text(std::string(key)));
            if (point == rest.size())
                break;
            rest.remove_prefix(point + 1);
        }
    }
    for (const Value& key : keys) {
        value = itemOf(value, key, runtime);
        if (missing && !missing->isNone() && value.isUndefined())
            value = *missing;
    }
    return value;
}

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
#include "engine/jinja/value.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/operators.h"

namespace draftscope::jinja {

namespace {

constexpr std::size_t fewKeys = 8;                            ///< which are looked through one by one
constexpr std::size_t bytesOfAnEntry = 128;                   ///< of a dict, about
constexpr std::size_t bytesOfAStep = 1024, itemsOfAStep = 64; ///< that are copied in about the time of one

int checkedDepth(int depth)
{
    if (depth > deepestValue)
        stop(FailureKind::limit, "its lists and dicts nest deeper than {} levels", deepestValue);
    return depth;
}

} // namespace

Value Value::undefined(std::string message)
{
    return Value(std::make_shared<const Missing>(Missing{std::move(message)}));
}

Value Value::text(std::string bytes, bool isSafe)
{
    takeBytes(sizeof(Text) + bytes.size());
    takeSteps(bytes.size() / bytesOfAStep);
    const std::size_t characters = countCharacters(bytes);
    return Value(std::make_shared<const Text>(Text{std::move(bytes), characters, isSafe}));
}

Value Value::list(std::vector<Value> items)
{
    return sequence(SequenceKind::list, std::move(items));
}

Value Value::tuple(std::vector<Value> items)
{
    return sequence(SequenceKind::tuple, std::move(items));
}

Value Value::sequence(SequenceKind kind, std::vector<Value> items)
{
    takeBytes(sizeof(Sequence) + items.size() * sizeof(Value));
    takeSteps(items.size() / itemsOfAStep);
    int depth = 0;
    for (const Value& item : items)
        depth = std::max(depth, item.depth());
    return Value(std::make_shared<const Sequence>(Sequence{kind, std::move(items), 0, checkedDepth(depth + 1)}));
}

Value Value::dict(Dict dict)
{
    checkedDepth(dict.depth());
    return Value(std::make_shared<const Dict>(std::move(dict)));
}

Value Value::object(std::shared_ptr<Object> object)
{
    checkedDepth(object->depth());
    return Value(std::move(object));
}

bool Value::isSameAs(const Value& other) const
{
    if (m_value.index() != other.m_value.index())
        return false;
    if (isSequence())
        return &sequence() == &other.sequence();
    if (isDict())
        return &dict() == &other.dict();
    if (isObject())
        return object() == other.object();
    if (isUndefined())
        return get<std::shared_ptr<const Missing>>() == other.get<std::shared_ptr<const Missing>>();
    return equals(*this, other);
}

std::string_view Value::typeName() const
{
    if (isNone())
        return "NoneType";
    if (isUndefined())
        return "Undefined";
    if (isBoolean())
        return "bool";
    if (isInteger())
        return "int";
    if (isReal())
        return "float";
    if (isText())
        return text().isSafe ? "Markup" : "str";
    if (isDict())
        return "dict";
    if (isObject())
        return object()->typeName();
    switch (sequence().kind) {
    case SequenceKind::list:
        return "list";
    case SequenceKind::tuple:
        return "tuple";
    case SequenceKind::group:
        return "_GroupTuple";
    case SequenceKind::range:
        return "range";
    case SequenceKind::keys:
        return "dict_keys";
    case SequenceKind::values:
        return "dict_values";
    case SequenceKind::items:
        return "dict_items";
    case SequenceKind::generator:
        return "generator";
    }
    return {};
}

int Value::depth() const
{
    if (isSequence())
        return sequence().depth;
    if (isDict())
        return dict().depth();
    return isObject() ? object()->depth() : 0;
}

std::size_t hashOf(const Value& key)
{
    takeSteps(key.isText() ? 1 + key.bytes().size() / 1024 : 1);
    if (key.isText())
        return std::hash<std::string>()(key.bytes());
    if (key.isNumber()) // equal numbers are one key, whatever their type
        return std::hash<double>()(key.real());
    if (key.isNone())
        return 1;
    if (key.isUndefined())
        return 2;
    if (key.isTuple()) {
        std::size_t hash = 3;
        for (const Value& item : key.sequence().items)
            hash = hash * 1000003 ^ hashOf(item);
        return hash;
    }
    if (key.isObject())
        return std::hash<const void*>()(key.object().get());
    stopRun("a {} cannot be the key of a dict", key.typeName());
}

std::optional<std::size_t> Dict::placeOf(const Value& key) const
{
    const std::size_t hash = hashOf(key); // which also sees whether it can be a key
    if (m_entries.size() <= fewKeys) {
        const auto found =
            std::ranges::find_if(m_entries, [&](const Entry& entry) { return equals(entry.first, key); });
        return found == m_entries.end() ? std::nullopt : std::optional(std::size_t(found - m_entries.begin()));
    }
    const auto [from, to] = m_places.equal_range(hash);
    for (auto place = from; place != to; ++place)
        if (equals(m_entries[place->second].first, key))
            return place->second;
    return std::nullopt;
}

const Value* Dict::find(const Value& key) const
{
    const auto place = placeOf(key);
    return place ? &m_entries[*place].second : nullptr;
}

const Value* Dict::find(std::string_view key) const
{
    if (m_entries.size() > fewKeys)
        return find(Value::text(std::string(key)));
    for (const auto& [known, value] : m_entries)
        if (known.isText() && known.bytes() == key)
            return &value;
    return nullptr;
}

void Dict::set(Value key, Value value)
{
    takeBytes(bytesOfAnEntry);
    m_depth = std::max({m_depth, key.depth() + 1, value.depth() + 1});
    if (const auto place = placeOf(key)) {
        m_entries[*place].second = std::move(value);
        return;
    }
    m_entries.emplace_back(std::move(key), std::move(value));
    if (m_entries.size() <= fewKeys)
        return;
    for (std::size_t at = m_places.size(); at < m_entries.size(); ++at)
        m_places.emplace(hashOf(m_entries[at].first), at);
}

Value Object::call(Arguments& /*arguments*/, Runtime& /*runtime*/)
{
    stopRun("a {} cannot be called", typeName());
}

} // namespace draftscope::jinja

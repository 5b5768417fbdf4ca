// SPDX-License-Identifier: MIT
// The values of templates: those of Python that Jinja's immutable sandbox lets a template have. Values never change
// once they are made,
// but for namespaces, and may be copied freely.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "engine/jinja/failure.h"

namespace draftscope::jinja {

class Value;
class Dict;
class Object;

/// A Python str. `isSafe`: markupsafe's Markup, whose operators escape what is not.
struct Text {
    std::string bytes; ///< UTF-8
    std::size_t characters = 0;
    bool isSafe = false;
    [[nodiscard]] bool isAscii() const { return characters == bytes.size(); }
};

/// What is gone through item by item, and how it prints.
enum class SequenceKind : std::uint8_t {
    list,
    tuple,
    group, ///< a tuple of groupby, with names for its two items
    range,
    keys, ///< of a dict, as are the next two
    values,
    items,
    generator, ///< what map, select and others give: it can be gone through, but has no length and no items by number
};

struct Sequence {
    SequenceKind kind = SequenceKind::list;
    std::vector<Value> items;
    mutable std::size_t taken = 0; ///< of a generator: items that are gone, since each comes once
    int depth = 1;                 ///< of what lies in it, itself counted
};

/// What printing or using an undefined value would be told.
struct Missing {
    std::string message;
};

class Value {
public:
    struct None {};

    Value() = default; ///< None
    [[nodiscard]] static Value undefined(std::string message);
    [[nodiscard]] static Value boolean(bool value) { return Value(value); }
    [[nodiscard]] static Value integer(std::int64_t value) { return Value(value); }
    [[nodiscard]] static Value real(double value) { return Value(value); }
    /// `bytes` is UTF-8.
    [[nodiscard]] static Value text(std::string bytes, bool isSafe = false);
    [[nodiscard]] static Value list(std::vector<Value> items);
    [[nodiscard]] static Value tuple(std::vector<Value> items);
    /// throws Failure: too deep, as does dict().
    [[nodiscard]] static Value sequence(SequenceKind kind, std::vector<Value> items);
    [[nodiscard]] static Value dict(Dict dict);
    [[nodiscard]] static Value object(std::shared_ptr<Object> object);

    [[nodiscard]] bool isNone() const { return is<None>(); }
    [[nodiscard]] bool isUndefined() const { return is<std::shared_ptr<const Missing>>(); }
    [[nodiscard]] bool isBoolean() const { return is<bool>(); }
    [[nodiscard]] bool isInteger() const { return is<std::int64_t>(); } ///< and no boolean
    [[nodiscard]] bool isReal() const { return is<double>(); }
    [[nodiscard]] bool isNumber() const { return isBoolean() || isInteger() || isReal(); }
    [[nodiscard]] bool isText() const { return is<std::shared_ptr<const Text>>(); }
    [[nodiscard]] bool isSequence() const { return is<std::shared_ptr<const Sequence>>(); }
    [[nodiscard]] bool isSequence(SequenceKind kind) const { return isSequence() && sequence().kind == kind; }
    [[nodiscard]] bool isList() const { return isSequence(SequenceKind::list); }
    [[nodiscard]] bool isTuple() const { return isSequence(SequenceKind::tuple) || isSequence(SequenceKind::group); }
    [[nodiscard]] bool isDict() const { return is<std::shared_ptr<const Dict>>(); }
    [[nodiscard]] bool isObject() const { return is<std::shared_ptr<Object>>(); }

    // Only where it is that.
    [[nodiscard]] const std::string& message() const { return get<std::shared_ptr<const Missing>>()->message; }
    [[nodiscard]] bool boolean() const { return get<bool>(); }
    /// Of an integer or a boolean.
    [[nodiscard]] std::int64_t integer() const { return isBoolean() ? std::int64_t(boolean()) : get<std::int64_t>(); }
    /// Of any number.
    [[nodiscard]] double real() const { return isReal() ? get<double>() : double(integer()); }
    [[nodiscard]] const Text& text() const { return *get<std::shared_ptr<const Text>>(); }
    [[nodiscard]] const std::string& bytes() const { return text().bytes; }
    [[nodiscard]] const Sequence& sequence() const { return *get<std::shared_ptr<const Sequence>>(); }
    [[nodiscard]] const Dict& dict() const { return *get<std::shared_ptr<const Dict>>(); }
    [[nodiscard]] const std::shared_ptr<Object>& object() const { return get<std::shared_ptr<Object>>(); }

    /// An integer or a boolean, which Python counts as one.
    [[nodiscard]] bool isWhole() const { return isInteger() || isBoolean(); }
    /// Whether both are one object, as Python's `is` says; small numbers and texts count as one where they are equal.
    [[nodiscard]] bool isSameAs(const Value& other) const;
    /// "int", "str", …
    [[nodiscard]] std::string_view typeName() const;
    /// Lists, dicts and objects that hold values, inside of one another; 0 for others.
    [[nodiscard]] int depth() const;

private:
    template <class T>
    explicit Value(T value) : m_value(std::move(value))
    {
    }
    template <class T>
    [[nodiscard]] bool is() const
    {
        return std::holds_alternative<T>(m_value);
    }
    template <class T>
    [[nodiscard]] const T& get() const
    {
        return std::get<T>(m_value);
    }

    std::variant<None, bool, std::int64_t, double, std::shared_ptr<const Missing>, std::shared_ptr<const Text>,
                 std::shared_ptr<const Sequence>, std::shared_ptr<const Dict>, std::shared_ptr<Object>>
        m_value;
};

/// A Python dict: keys in the order in which they came.
class Dict {
public:
    using Entry = std::pair<Value, Value>;
    /// Nothing where there is no such key. throws Failure: a key that cannot be one, as a list.
    [[nodiscard]] const Value* find(const Value& key) const;
    [[nodiscard]] const Value* find(std::string_view key) const;
    void set(Value key, Value value);
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] int depth() const { return m_depth; }

private:
    [[nodiscard]] std::optional<std::size_t> placeOf(const Value& key) const;

    std::vector<Entry> m_entries;
    std::unordered_multimap<std::size_t, std::size_t> m_places; ///< of keys, by their hash; empty while there are few
    int m_depth = 1;
};

/// Of a key of a dict. throws Failure where it cannot be one.
[[nodiscard]] std::size_t hashOf(const Value& key);

/// What a call is given.
struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
};

class Runtime;

/// A value that has attributes or can be called: namespaces, loops, macros, functions and methods.
class Object : public std::enable_shared_from_this<Object> {
public:
    virtual ~Object() = default;
    [[nodiscard]] virtual std::string_view typeName() const = 0;
    /// Nothing where it has no such attribute.
    [[nodiscard]] virtual std::optional<Value> attribute(std::string_view /*name*/, Runtime& /*runtime*/)
    {
        return std::nullopt;
    }
    [[nodiscard]] virtual bool isCallable() const { return false; }
    /// throws Failure
    virtual Value call(Arguments& arguments, Runtime& runtime);
    /// What it prints; nothing: it has no text that is the same each time.
    [[nodiscard]] virtual std::optional<std::string> printed() const { return std::nullopt; }
    [[nodiscard]] virtual int depth() const { return 1; }
};

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
#include "engine/jinja/operators.h"

#include <algorithm>

#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/printing.h"

namespace draftscope::jinja {

namespace {

void refuseMissing(const Value& value)
{
    if (value.isUndefined())
        stopRun("{}", value.message());
}

/// `text[from:to:step]` has these, by number.
struct Picked {
    std::int64_t from = 0, step = 1;
    std::size_t count = 0;
};

Picked picked(const Value& from, const Value& to, const Value& by, std::int64_t size)
{
    const auto bound = [&](const Value& value, std::int64_t defaultValue, std::int64_t smallest, std::int64_t largest) {
        if (value.isNone())
            return defaultValue;
        std::int64_t at = value.integer();
        if (at < 0)
            at = at < -size ? -1 : at + size; // below the smallest, which is 0 or -1
        return std::clamp(at, smallest, largest);
    };
    Picked result;
    result.step = by.isNone() ? 1 : std::clamp(by.integer(), -size - 1, size + 1); // others take one item, too
    if (result.step == 0)
        stopRun("the step of a slice is 0");
    const bool isBackwards = result.step < 0;
    const std::int64_t smallest = isBackwards ? -1 : 0, largest = isBackwards ? size - 1 : size;
    result.from = bound(from, isBackwards ? largest : smallest, smallest, largest);
    const std::int64_t end = bound(to, isBackwards ? smallest : largest, smallest, largest);
    const std::int64_t way = isBackwards ? result.from - end : end - result.from;
    const std::uint64_t stride = isBackwards ? -std::uint64_t(result.step) : std::uint64_t(result.step);
    result.count = way <= 0 ? 0 : std::size_t((std::uint64_t(way) - 1) / stride + 1);
    return result;
}

} // namespace

bool truth(const Value& value)
{
    if (value.isUndefined() || value.isNone())
        return false;
    if (value.isNumber())
        return value.real() != 0;
    if (value.isText())
        return !value.bytes().empty();
    if (value.isDict())
        return value.dict().size() > 0;
    if (value.isSequence())
        return value.isSequence(SequenceKind::generator) || !value.sequence().items.empty();
    return true;
}

bool equals(const Value& left, const Value& right)
{
    takeSteps();
    if (left.isWhole() && right.isWhole())
        return left.integer() == right.integer();
    if (left.isNumber() && right.isNumber()) { // a long double holds either exactly
        const auto exact = [](const Value& value) {
            return value.isReal() ? static_cast<long double>(value.real()) : static_cast<long double>(value.integer());
        };
        return exact(left) == exact(right);
    }
    if (left.isText() && right.isText()) {
        takeSteps(std::min(left.bytes().size(), right.bytes().size()) / 1024);
        return left.bytes() == right.bytes();
    }
    if (left.isDict() && right.isDict()) {
        const Dict &a = left.dict(), &b = right.dict();
        return a.size() == b.size() && std::ranges::all_of(a.entries(), [&](const Dict::Entry& entry) {
                   const Value* other = b.find(entry.first);
                   return other && equals(entry.second, *other);
               });
    }
    if (left.isSequence() && right.isSequence()) {
        const Sequence &a = left.sequence(), &b = right.sequence();
        if (&a == &b)
            return true;
        const bool areAlike = a.kind == b.kind || (left.isTuple() && right.isTuple());
        return areAlike && a.kind != SequenceKind::generator && a.kind != SequenceKind::values
            && std::ranges::equal(a.items, b.items, equals);
    }
    if (left.isObject() && right.isObject())
        return left.object() == right.object();
    return (left.isNone() && right.isNone()) || (left.isUndefined() && right.isUndefined());
}

bool isLess(const Value& left, const Value& right)
{
    takeSteps();
    refuseMissing(left);
    refuseMissing(right);
    if (left.isWhole() && right.isWhole())
        return left.integer() < right.integer();
    if (left.isNumber() && right.isNumber())
        return left.real() < right.real();
    if (left.isText() && right.isText())
        return left.bytes() < right.bytes(); // the order of UTF-8 is that of its characters
    if ((left.isList() && right.isList()) || (left.isTuple() && right.isTuple())) {
        const auto &a = left.sequence().items, &b = right.sequence().items;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            if (!equals(a[i], b[i]))
                return isLess(a[i], b[i]);
        return a.size() < b.size();
    }
    stopRun("a {} is neither less nor greater than a {}", left.typeName(), right.typeName());
}

bool contains(const Value& container, const Value& item)
{
    if (container.isText()) {
        if (!item.isText())
            stopRun("a {} cannot be looked for in a text", item.typeName());
        takeSteps(container.bytes().size() / 256);
        return container.bytes().find(item.bytes()) != std::string::npos;
    }
    if (container.isDict())
        return container.dict().find(item) != nullptr;
    Iteration iteration(container);
    while (const auto each = iteration.next())
        if (each->isSameAs(item) || equals(*each, item))
            return true;
    return false;
}

bool compared(Comparison comparison, const Value& left, const Value& right)
{
    switch (comparison) {
    case Comparison::equal:
        return equals(left, right);
    case Comparison::unequal:
        return !equals(left, right);
    case Comparison::less:
        return isLess(left, right);
    case Comparison::greater:
        return isLess(right, left);
    // Not the opposite of the other order: nothing compares with what is no number.
    case Comparison::lessOrEqual:
        return isLess(left, right) || equals(left, right);
    case Comparison::greaterOrEqual:
        return isLess(right, left) || equals(left, right);
    case Comparison::in:
        return contains(right, left);
    case Comparison::notIn:
        return !contains(right, left);
    }
    return false;
}

bool hasLength(const Value& value)
{
    return value.isText() || value.isDict() || value.isUndefined()
        || (value.isSequence() && !value.isSequence(SequenceKind::generator));
}

std::size_t lengthOf(const Value& value)
{
    if (!hasLength(value))
        stopRun("a {} has no length", value.typeName());
    return value.isText()     ? value.text().characters
        : value.isDict()      ? value.dict().size()
        : value.isUndefined() ? 0
                              : value.sequence().items.size();
}

Value slice(const Value& value, const Value& from, const Value& to, const Value& step)
{
    refuseMissing(value);
    for (const Value* bound : {&from, &to, &step})
        if (!bound->isNone() && !bound->isWhole())
            stopRun("a {} is no bound of a slice", bound->typeName());
    if (value.isText()) {
        const Text& text = value.text();
        const Picked part = picked(from, to, step, std::int64_t(text.characters));
        std::string bytes;
        if (part.step == 1) {
            const std::size_t begin =
                text.isAscii() ? std::size_t(part.from) : offsetOf(text.bytes, std::size_t(part.from));
            const std::string_view rest = std::string_view(text.bytes).substr(begin);
            bytes = rest.substr(0, text.isAscii() ? part.count : offsetOf(rest, part.count));
        } else {
            const std::vector<std::size_t> offsets = offsetsOf(text.bytes);
            std::int64_t at = part.from;
            for (std::size_t i = 0; i < part.count; ++i, at += part.step)
                bytes.append(text.bytes, offsets[std::size_t(at)],
                             offsets[std::size_t(at) + 1] - offsets[std::size_t(at)]);
        }
        return Value::text(std::move(bytes), text.isSafe);
    }
    if (!value.isList() && !value.isTuple() && !value.isSequence(SequenceKind::range))
        stopRun("a {} has no slices", value.typeName());
    const Sequence& sequence = value.sequence();
    const Picked part = picked(from, to, step, std::int64_t(sequence.items.size()));
    std::vector<Value> items;
    items.reserve(part.count);
    std::int64_t at = part.from;
    for (std::size_t i = 0; i < part.count; ++i, at += part.step)
        items.push_back(sequence.items[std::size_t(at)]);
    return Value::sequence(value.isTuple() ? SequenceKind::tuple : sequence.kind, std::move(items));
}

Value joined(const Value& left, const Value& right)
{
    const bool isSafe = left.text().isSafe || right.text().isSafe;
    if (isSafe)
        return Value::text(escaped(left).bytes() + escaped(right).bytes(), true);
    return Value::text(left.bytes() + right.bytes());
}

Value escaped(const Value& value)
{
    if (value.isText() && value.text().isSafe)
        return value;
    std::string safe;
    for (const char each : value.isText() ? value.bytes() : printed(value))
        switch (each) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '\'':
            safe += "&#39;";
            break;
        case '"':
            safe += "&#34;";
            break;
        default:
            safe += each;
        }
    return Value::text(std::move(safe), true);
}

Iteration::Iteration(Value value) : m_value(std::move(value))
{
    if (!isPossible(m_value))
        stopRun("a {} has no items to go through", m_value.typeName());
}

bool Iteration::isPossible(const Value& value)
{
    return value.isSequence() || value.isDict() || value.isText() || value.isUndefined();
}

std::optional<Value> Iteration::next()
{
    takeSteps();
    if (m_value.isSequence()) {
        const Sequence& sequence = m_value.sequence();
        std::size_t& at = sequence.kind == SequenceKind::generator ? sequence.taken : m_at;
        return at < sequence.items.size() ? std::optional(sequence.items[at++]) : std::nullopt;
    }
    if (m_value.isDict())
        return m_at < m_value.dict().size() ? std::optional(m_value.dict().entries()[m_at++].first) : std::nullopt;
    if (!m_value.isText() || m_at == m_value.bytes().size())
        return std::nullopt;
    std::string_view rest = std::string_view(m_value.bytes()).substr(m_at);
    const std::size_t before = rest.size();
    (void)takeCharacter(rest);
    const std::size_t length = before - rest.size();
    m_at += length;
    return Value::text(m_value.bytes().substr(m_at - length, length)); // of a safe text, too
}

std::vector<Value> itemsOf(const Value& value)
{
    if (value.isSequence() && !value.isSequence(SequenceKind::generator))
        return value.sequence().items;
    std::vector<Value> items;
    Iteration iteration(value);
    while (auto item = iteration.next())
        items.push_back(std::move(*item));
    return items;
}

std::int64_t wholeNumber(const Value& value, std::string_view what)
{
    if (!value.isWhole())
        stopRun("{} is a {} instead of a whole number", what, value.typeName());
    return value.integer();
}

} // namespace draftscope::jinja

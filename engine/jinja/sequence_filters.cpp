// SPDX-License-Identifier: MIT
#include <algorithm>

#include "engine/jinja/attributes.h"
#include "engine/jinja/budget.h"
#include "engine/jinja/filters.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"
#include "engine/jinja/printing.h"
#include "engine/jinja/runtime.h"

namespace draftscope::jinja {

namespace {

Value generated(std::vector<Value> items)
{
    return Value::sequence(SequenceKind::generator, std::move(items));
}

Value defaultFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("default", arguments, {"default_value", "boolean"});
    if (value.isUndefined() || (given.isTrue(1) && !truth(value)))
        return given.isGiven(0) ? given.at(0) : Value::text({});
    return value;
}

Value lengthFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("length", arguments, {});
    return Value::integer(std::int64_t(lengthOf(value)));
}

Value listFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("list", arguments, {});
    return Value::list(itemsOf(value));
}

Value itemsFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("items", arguments, {});
    std::vector<Value> items;
    if (!value.isUndefined()) {
        if (!value.isDict())
            stopRun("items is given a {} instead of a dict", value.typeName());
        for (const auto& [key, item] : value.dict().entries())
            items.push_back(Value::tuple({key, item}));
    }
    return generated(std::move(items));
}

Value firstFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("first", arguments, {});
    auto first = Iteration(value).next();
    return first ? std::move(*first) : Value::undefined("there is no first item, the sequence is empty");
}

Value lastFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("last", arguments, {});
    if (value.isSequence(SequenceKind::generator))
        stopRun("the last item of a generator cannot be told");
    std::vector<Value> items = itemsOf(value);
    return items.empty() ? Value::undefined("there is no last item, the sequence is empty") : std::move(items.back());
}

Value reverseFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("reverse", arguments, {});
    if (value.isText())
        return slice(value, {}, {}, Value::integer(-1));
    std::vector<Value> items = itemsOf(value);
    std::ranges::reverse(items);
    return value.isSequence(SequenceKind::generator) ? Value::list(std::move(items)) : generated(std::move(items));
}

Value joinFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("join", arguments, {"d", "attribute"});
    const std::string separator = given.isGiven(0) ? printed(given.at(0)) : "";
    std::string text;
    bool isFirst = true;
    Iteration items(value);
    while (const auto item = items.next()) {
        const std::string next =
            printed(given.isGiven(1) && !given.at(1).isNone() ? itemAt(*item, given.at(1), runtime) : *item);
        takeBytes(next.size() + separator.size());
        if (!std::exchange(isFirst, false))
            text += separator;
        text += next;
    }
    return Value::text(std::move(text));
}

Value mapFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    std::vector<Value> items;
    if (!truth(value))
        return generated({});
    Iteration iteration(value);
    if (arguments.positional.empty()) {
        const Parameters given("map", arguments, {"attribute", "default"});
        if (!given.isGiven(0))
            stopRun("map needs the name of a filter, or an attribute");
        const Value missing = given.isGiven(1) ? given.at(1) : Value();
        while (const auto item = iteration.next())
            items.push_back(itemAt(*item, given.at(0), runtime, &missing));
        return generated(std::move(items));
    }
    if (!arguments.positional[0].isText())
        stopRun("map needs the name of a filter");
    const Arguments rest{{arguments.positional.begin() + 1, arguments.positional.end()}, arguments.named};
    while (const auto item = iteration.next())
        items.push_back(runtime.filter(arguments.positional[0].bytes(), *item, rest));
    return generated(std::move(items));
}

/// select, reject, selectattr and rejectattr.
template <bool keeps, bool ofAttribute>
Value selectFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    std::vector<Value> items;
    if (!truth(value))
        return generated({});
    const std::vector<Value>& given = arguments.positional;
    constexpr std::size_t name = ofAttribute ? 1 : 0;
    if (given.size() < name)
        stopRun("{} needs the name of an attribute", keeps ? "selectattr" : "rejectattr");
    if (given.size() > name && !given[name].isText())
        stopRun("a filter that selects needs the name of a test");
    Arguments rest{{}, arguments.named};
    if (given.size() > name)
        rest.positional.assign(given.begin() + name + 1, given.end());
    Iteration iteration(value);
    while (const auto item = iteration.next()) {
        const Value tested = ofAttribute ? itemAt(*item, given[0], runtime) : *item;
        const bool is = given.size() > name ? runtime.test(given[name].bytes(), tested, rest) : truth(tested);
        if (is == keeps)
            items.push_back(*item);
    }
    return generated(std::move(items));
}

Value batchFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("batch", arguments, {"linecount", "fill_with"}, 1);
    const std::int64_t size = given.whole(0, 0);
    std::vector<Value> batches, batch;
    Iteration items(value);
    while (auto item = items.next()) {
        if (std::int64_t(batch.size()) == size) {
            batches.push_back(Value::list(std::move(batch)));
            batch.clear();
        }
        batch.push_back(std::move(*item));
    }
    if (!batch.empty()) {
        if (given.isGiven(1) && !given.at(1).isNone())
            while (std::int64_t(batch.size()) < size) {
                takeBytes(sizeof(Value));
                batch.push_back(given.at(1));
            }
        batches.push_back(Value::list(std::move(batch)));
    }
    return generated(std::move(batches));
}

Value sliceFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("slice", arguments, {"slices", "fill_with"}, 1);
    const std::vector<Value> items = itemsOf(value);
    const std::int64_t count = given.whole(0, 0);
    if (count == 0)
        stopRun("slice cuts into 0 pieces");
    std::vector<Value> slices;
    const std::size_t each = count > 0 ? items.size() / std::size_t(count) : 0;
    const std::size_t larger = count > 0 ? items.size() % std::size_t(count) : 0; // slices with an item more
    std::size_t at = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        takeSteps();
        const std::size_t size = each + (std::size_t(i) < larger ? 1 : 0);
        std::vector<Value> piece(items.begin() + std::ptrdiff_t(at), items.begin() + std::ptrdiff_t(at + size));
        at += size;
        if (given.isGiven(1) && !given.at(1).isNone() && std::size_t(i) >= larger)
            piece.push_back(given.at(1));
        slices.push_back(Value::list(std::move(piece)));
    }
    return generated(std::move(slices));
}

Value sumFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("sum", arguments, {"attribute", "start"});
    Value sum = given.isGiven(1) ? given.at(1) : Value::integer(0);
    if (sum.isText())
        stopRun("sum does not add texts");
    Iteration items(value);
    while (const auto item = items.next())
        sum = computed(Arithmetic::add, sum,
                       given.isGiven(0) && !given.at(0).isNone() ? itemAt(*item, given.at(0), runtime) : *item);
    return sum;
}

Value attrFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("attr", arguments, {"name"}, 1);
    auto found = ownAttributeOf(value, given.text(0), runtime);
    return found ? std::move(*found)
                 : Value::undefined(fmt::format("'{} object' has no attribute '{}'", value.typeName(), given.text(0)));
}

constexpr Filter filtersOfSequences[] = {
    {"default", defaultFilter},
    {"d", defaultFilter},
    {"length", lengthFilter},
    {"count", lengthFilter},
    {"list", listFilter},
    {"items", itemsFilter},
    {"first", firstFilter},
    {"last", lastFilter},
    {"reverse", reverseFilter},
    {"join", joinFilter},
    {"map", mapFilter},
    {"select", selectFilter<true, false>},
    {"reject", selectFilter<false, false>},
    {"selectattr", selectFilter<true, true>},
    {"rejectattr", selectFilter<false, true>},
    {"batch", batchFilter},
    {"slice", sliceFilter},
    {"sum", sumFilter},
    {"attr", attrFilter},
};

} // namespace

std::span<const Filter> sequenceFilters()
{
    return filtersOfSequences;
}

} // namespace draftscope::jinja

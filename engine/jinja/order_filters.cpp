// SPDX-License-Identifier: MIT
// Filters that compare the items with each other.
#include <algorithm>

#include "engine/jinja/attributes.h"
#include "engine/jinja/budget.h"
#include "engine/jinja/characters.h"
#include "engine/jinja/filters.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"

namespace draftscope::jinja {

namespace {

/// Texts compare in lower case where case does not matter.
Value comparable(Value value, bool isCaseSensitive)
{
    return value.isText() && !isCaseSensitive ? Value::text(lowerCase(value.bytes())) : value;
}

struct KeyedItem {
    Value key, item;
};

/// In order, those that are equal as they came. `isReversed`: the largest first.
std::vector<Value> sorted(std::vector<KeyedItem> items, bool isReversed)
{
    std::ranges::stable_sort(items, [&](const KeyedItem& left, const KeyedItem& right) {
        return isReversed ? isLess(right.key, left.key) : isLess(left.key, right.key);
    });
    std::vector<Value> result;
    for (KeyedItem& item : items)
        result.push_back(std::move(item.item));
    return result;
}

Value sortFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("sort", arguments, {"reverse", "case_sensitive", "attribute"});
    std::vector<Value> paths; // "a,b": by the first, then by the second
    if (given.isGiven(2) && given.at(2).isText()) {
        for (std::string_view rest = given.at(2).bytes();;) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            paths.push_back(Value::text(std::string(rest.substr(0, comma))));
            if (comma == rest.size())
                break;
            rest.remove_prefix(comma + 1);
        }
    } else {
        paths.push_back(given.isGiven(2) ? given.at(2) : Value());
    }
    std::vector<KeyedItem> items;
    for (Value& item : itemsOf(value)) {
        takeSteps();
        std::vector<Value> keys;
        for (const Value& path : paths)
            keys.push_back(comparable(itemAt(item, path, runtime), given.isTrue(1)));
        items.push_back({Value::list(std::move(keys)), std::move(item)});
    }
    return Value::list(sorted(std::move(items), given.isTrue(0)));
}

Value dictSortFilter(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("dictsort", arguments, {"case_sensitive", "by", "reverse"});
    const std::string by = given.isGiven(1) ? given.text(1) : "key";
    if (by != "key" && by != "value")
        stopRun("dictsort sorts by \"key\" or by \"value\"");
    if (value.isUndefined())
        stopRun("{}", value.message());
    if (!value.isDict())
        stopRun("dictsort is given a {} instead of a dict", value.typeName());
    std::vector<KeyedItem> items;
    for (const auto& [key, item] : value.dict().entries())
        items.push_back({comparable(by == "key" ? key : item, given.isTrue(0)), Value::tuple({key, item})});
    return Value::list(sorted(std::move(items), given.isTrue(2)));
}

Value uniqueFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("unique", arguments, {"case_sensitive", "attribute"});
    Dict seen;
    std::vector<Value> items;
    Iteration iteration(value);
    while (auto item = iteration.next()) {
        const Value key = comparable(itemAt(*item, given.isGiven(1) ? given.at(1) : Value(), runtime), given.isTrue(0));
        if (seen.find(key))
            continue;
        seen.set(key, {});
        items.push_back(std::move(*item));
    }
    return Value::sequence(SequenceKind::generator, std::move(items));
}

template <bool isLargest>
Value extremeFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given(isLargest ? "max" : "min", arguments, {"case_sensitive", "attribute"});
    std::optional<KeyedItem> best;
    Iteration iteration(value);
    while (auto item = iteration.next()) {
        Value key = comparable(itemAt(*item, given.isGiven(1) ? given.at(1) : Value(), runtime), given.isTrue(0));
        if (!best || (isLargest ? isLess(best->key, key) : isLess(key, best->key)))
            best = KeyedItem{std::move(key), std::move(*item)};
    }
    return best ? best->item : Value::undefined("there is no item to choose, the sequence is empty");
}

Value groupByFilter(const Value& value, Arguments& arguments, Runtime& runtime)
{
    const Parameters given("groupby", arguments, {"attribute", "default", "case_sensitive"}, 1);
    const bool isCaseSensitive = given.isTrue(2);
    const Value missing = given.isGiven(1) ? given.at(1) : Value();
    const auto keyOf = [&](const Value& item) { return itemAt(item, given.at(0), runtime, &missing); };
    std::vector<KeyedItem> items;
    for (Value& item : itemsOf(value)) {
        Value key = comparable(keyOf(item), isCaseSensitive);
        items.push_back({std::move(key), std::move(item)});
    }
    std::vector<Value> groups, group;
    Value groupKey;
    const auto finishGroup = [&] {
        if (!group.empty()) // named as its first item has it
            groups.push_back(Value::sequence(SequenceKind::group, {keyOf(group[0]), Value::list(group)}));
        group.clear();
    };
    for (Value& item : sorted(std::move(items), false)) {
        Value key = comparable(keyOf(item), isCaseSensitive);
        if (!group.empty() && !equals(key, groupKey))
            finishGroup();
        groupKey = std::move(key);
        group.push_back(std::move(item));
    }
    finishGroup();
    return Value::list(std::move(groups));
}

constexpr Filter filtersOfOrder[] = {
    {"sort", sortFilter},          {"dictsort", dictSortFilter}, {"unique", uniqueFilter},
    {"min", extremeFilter<false>}, {"max", extremeFilter<true>}, {"groupby", groupByFilter},
};

} // namespace

std::span<const Filter> orderFilters()
{
    return filtersOfOrder;
}

} // namespace draftscope::jinja

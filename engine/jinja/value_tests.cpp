// SPDX-License-Identifier: MIT
#include "engine/jinja/value_tests.h"

#include <algorithm>

#include "engine/jinja/characters.h"
#include "engine/jinja/filters.h"
#include "engine/jinja/operators.h"
#include "engine/jinja/parameters.h"
#include "engine/jinja/printing.h"

namespace draftscope::jinja {

namespace {

bool hasCaseOnly(const Value& value, bool isUpper)
{
    const std::string text = printed(value);
    bool has = false;
    for (std::string_view rest = text; !rest.empty();) {
        const char32_t character = takeCharacter(rest);
        if ((isUpper ? isLowerCase(character) : isUpperCase(character)) || isTitleCase(character))
            return false;
        has = has || (isUpper ? isUpperCase(character) : isLowerCase(character));
    }
    return has;
}

bool isMultiple(const Value& value, const Value& of, std::int64_t rest)
{
    return equals(computed(Arithmetic::modulo, value, of), Value::integer(rest));
}

bool isSequenceOfPython(const Value& value)
{
    return value.isText() || value.isDict() || value.isList() || value.isTuple()
        || value.isSequence(SequenceKind::range) || value.isUndefined(); // which has a length, and items that fail
}

struct ValueTest {
    std::string_view name;
    TestFunction test;
};

/// Tests with one argument more.
template <Comparison kind>
bool comparesAs(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    const Parameters given("a test", arguments, {"other"}, 1);
    return compared(kind, value, given.at(0));
}

template <bool (*is)(const Value&)>
bool plainTest(const Value& value, Arguments& arguments, Runtime& /*runtime*/)
{
    (void)Parameters("a test", arguments, {});
    return is(value);
}

constexpr ValueTest valueTests[] = {
    {"odd", plainTest<[](const Value& value) { return isMultiple(value, Value::integer(2), 1); }>},
    {"even", plainTest<[](const Value& value) { return isMultiple(value, Value::integer(2), 0); }>},
    {"divisibleby",
     [](const Value& value, Arguments& arguments, Runtime&) {
         const Parameters given("divisibleby", arguments, {"num"}, 1);
         return isMultiple(value, given.at(0), 0);
     }},
    {"defined", plainTest<[](const Value& value) { return !value.isUndefined(); }>},
    {"undefined", plainTest<[](const Value& value) { return value.isUndefined(); }>},
    {"filter", plainTest<[](const Value& value) { return value.isText() && isFilterOfJinja(value.bytes()); }>},
    {"test", plainTest<[](const Value& value) { return value.isText() && isTestOfJinja(value.bytes()); }>},
    {"none", plainTest<[](const Value& value) { return value.isNone(); }>},
    {"boolean", plainTest<[](const Value& value) { return value.isBoolean(); }>},
    {"false", plainTest<[](const Value& value) { return value.isBoolean() && !value.boolean(); }>},
    {"true", plainTest<[](const Value& value) { return value.isBoolean() && value.boolean(); }>},
    {"integer", plainTest<[](const Value& value) { return value.isInteger(); }>},
    {"float", plainTest<[](const Value& value) { return value.isReal(); }>},
    {"lower", plainTest<[](const Value& value) { return hasCaseOnly(value, false); }>},
    {"upper", plainTest<[](const Value& value) { return hasCaseOnly(value, true); }>},
    {"string", plainTest<[](const Value& value) { return value.isText(); }>},
    {"mapping", plainTest<[](const Value& value) { return value.isDict(); }>},
    {"number", plainTest<[](const Value& value) { return value.isNumber(); }>},
    {"sequence", plainTest<isSequenceOfPython>},
    {"iterable", plainTest<Iteration::isPossible>},
    {"callable", plainTest<[](const Value& value) { // an undefined value can be called, and then fails
         return value.isUndefined() || (value.isObject() && value.object()->isCallable());
     }>},
    {"sameas",
     [](const Value& value, Arguments& arguments, Runtime&) {
         const Parameters given("sameas", arguments, {"other"}, 1);
         return value.isSameAs(given.at(0));
     }},
    {"escaped", plainTest<[](const Value& value) { return value.isText() && value.text().isSafe; }>},
    {"in", comparesAs<Comparison::in>},
    {"==", comparesAs<Comparison::equal>},
    {"eq", comparesAs<Comparison::equal>},
    {"equalto", comparesAs<Comparison::equal>},
    {"!=", comparesAs<Comparison::unequal>},
    {"ne", comparesAs<Comparison::unequal>},
    {">", comparesAs<Comparison::greater>},
    {"gt", comparesAs<Comparison::greater>},
    {"greaterthan", comparesAs<Comparison::greater>},
    {">=", comparesAs<Comparison::greaterOrEqual>},
    {"ge", comparesAs<Comparison::greaterOrEqual>},
    {"<", comparesAs<Comparison::less>},
    {"lt", comparesAs<Comparison::less>},
    {"lessthan", comparesAs<Comparison::less>},
    {"<=", comparesAs<Comparison::lessOrEqual>},
    {"le", comparesAs<Comparison::lessOrEqual>},
};

} // namespace

TestFunction testNamed(std::string_view name)
{
    const auto* found = std::ranges::find(valueTests, name, &ValueTest::name);
    return found == std::end(valueTests) ? nullptr : found->test;
}

bool isTestOfJinja(std::string_view name)
{
    return testNamed(name) != nullptr;
}

} // namespace draftscope::jinja

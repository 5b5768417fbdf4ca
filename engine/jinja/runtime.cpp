// SPDX-License-Identifier: MIT
#include "engine/jinja/runtime.h"

#include "engine/jinja/budget.h"
#include "engine/jinja/filters.h"
#include "engine/jinja/value_tests.h"

namespace draftscope::jinja {

Value Runtime::call(const Value& callee, Arguments arguments)
{
    if (callee.isUndefined())
        stopRun("{}", callee.message());
    if (!callee.isObject() || !callee.object()->isCallable())
        stopRun("a {} cannot be called", callee.typeName());
    const std::shared_ptr<Object> object = callee.object(); // it stays while it runs
    return object->call(arguments, *this);
}

Value Runtime::filter(std::string_view name, const Value& value, Arguments arguments)
{
    takeSteps();
    const FilterFunction apply = filterNamed(name);
    if (!apply && isFilterOfJinja(name))
        stop(FailureKind::unsupported, "the filter {} is not supported", name);
    if (!apply)
        stopRun("there is no filter {}", name);
    return apply(value, arguments, *this);
}

bool Runtime::test(std::string_view name, const Value& value, Arguments arguments)
{
    takeSteps();
    const TestFunction passes = testNamed(name);
    if (!passes)
        stopRun("there is no test {}", name);
    return passes(value, arguments, *this);
}

} // namespace draftscope::jinja

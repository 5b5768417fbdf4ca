// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// What filters, tests, functions and methods need of the interpreter that runs them.
class Runtime {
public:
    virtual ~Runtime() = default;
    /// throws Failure, as do the others.
    [[nodiscard]] Value call(const Value& callee, Arguments arguments);
    [[nodiscard]] Value filter(std::string_view name, const Value& value, Arguments arguments);
    [[nodiscard]] bool test(std::string_view name, const Value& value, Arguments arguments);
    /// What strftime_now() says; `microseconds` of the second.
    [[nodiscard]] virtual std::tm now(long& microseconds) const = 0;
    /// Namespaces and macros may hold themselves, so they live as long as the run does, which lets go of what they
    /// hold at its end.
    virtual void keep(std::shared_ptr<Object> object) = 0;
};

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace draftscope::jinja {

/// Why a template gives no text.
enum class FailureKind : std::uint8_t {
    raised,      ///< the template itself called raise_exception()
    syntax,      ///< it is no template
    runtime,     ///< it does something that has no value, as adding a number to a text
    unsupported, ///< something of Jinja or Python that this interpreter does not have
    limit,       ///< it takes more steps, memory, nesting or output than is allowed
};

/// Thrown inside of this folder; Template::parse() and render() give it back as a value. `what` begins with a small
/// letter unless the
/// template wrote it, and has no full stop.
struct Failure {
    FailureKind kind = FailureKind::runtime;
    std::string what;
    int line = 0; ///< of the template, from 1; 0 until the place is known
};

/// throws Failure
template <class... Arguments>
[[noreturn]] void stop(FailureKind kind, fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    throw Failure{kind, fmt::format(format, std::forward<Arguments>(arguments)...), 0};
}

/// The commonest of them. throws Failure
template <class... Arguments>
[[noreturn]] void stopRun(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    stop(FailureKind::runtime, format, std::forward<Arguments>(arguments)...);
}

} // namespace draftscope::jinja

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace draftscope {

/// Something that a user can cause and mend: one clear sentence that names the thing and says what to do.
/// It begins with a capital letter, ends with a full stop and fits a status bar. Broken invariants are
/// assertions instead, never an Error.
struct Error {
    std::string sentence;
    std::string reason = {}; ///< what the system said, for somebody who has a better sentence; mostly empty
};

/// A value, or the sentence that says why there is none.
template <class T>
using Result = tl::expected<T, Error>;

/// `return fail("The file {} is empty: choose another one.", path);`
template <class... Arguments>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    return tl::unexpected<Error>(Error{fmt::format(format, std::forward<Arguments>(arguments)...)});
}

/// What the system says about a value of errno.
[[nodiscard]] inline std::string systemReason(int error)
{
    return std::error_code(error, std::generic_category()).message();
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "engine/core/message.h"

namespace draftscope {

/// Something that a user can cause and mend: one clear sentence that names the thing and says what to do.
/// It begins with a capital letter, ends with a full stop and fits a status bar. Broken invariants are
/// assertions instead, never an Error. `id` and `arguments` are those of the Message that the sentence is the text of;
/// where the sentence was put together otherwise, both are empty.
struct Error {
    std::string sentence;
    Message reason; ///< what the system said, or the same in short, for a caller with a better sentence
    std::string id; ///< "The file {} is empty: choose another one."
    std::vector<Message> arguments;

    // Not inline, for the reason that Message gives.
    Error();
    explicit Error(std::string text); ///< a sentence that was put together otherwise
    Error(const Error& other);
    Error(Error&& other) noexcept;
    Error& operator=(const Error& other);
    Error& operator=(Error&& other) noexcept;
    ~Error();

    [[nodiscard]] Message message() const;
};

[[nodiscard]] Error errorOf(Message message, Message reason = {});

/// A value, or the sentence that says why there is none.
template <class T>
using Result = tl::expected<T, Error>;

/// `return failureOf(why);` where the sentence is there already.
[[nodiscard]] tl::unexpected<Error> failureOf(Message message);

/// `return fail("The file {} is empty: choose another one.", path);`
template <class... Arguments>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    return failureOf(message(format, std::forward<Arguments>(arguments)...));
}

/// What the system says about a value of errno.
[[nodiscard]] std::string systemReason(int error);

} // namespace draftscope

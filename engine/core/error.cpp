// SPDX-License-Identifier: MIT
#include "engine/core/error.h"

#include <system_error>

namespace draftscope {

Error::Error() = default;
Error::Error(std::string text) : sentence(std::move(text)) {}
Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

Message Error::message() const
{
    return {sentence, id, arguments};
}

Error errorOf(Message message, Message reason)
{
    Error error(std::move(message.text));
    error.reason = std::move(reason);
    error.id = std::move(message.id);
    error.arguments = std::move(message.arguments);
    return error;
}

tl::unexpected<Error> failureOf(Message message)
{
    return tl::unexpected<Error>(errorOf(std::move(message)));
}

std::string systemReason(int error)
{
    return std::error_code(error, std::generic_category()).message();
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/core/message.h"

#include <cassert>
#include <utility>

namespace draftscope {

namespace {

/// The place of a template that follows behind `from`, such as "{:.2f}"; `from` is then behind it.
std::string nextPlace(std::string_view id, std::size_t& from)
{
    std::size_t begin = id.find('{', from);
    while (begin != std::string_view::npos && begin + 1 < id.size() && id[begin + 1] == '{') // "{{" is a brace
        begin = id.find('{', begin + 2);
    const std::size_t end = id.find('}', begin);
    assert(begin != std::string_view::npos && end != std::string_view::npos);
    from = end + 1;
    return std::string(id.substr(begin, from - begin));
}

} // namespace

Message::Message() = default;
Message::Message(std::string english) : text(std::move(english)) {}
Message::Message(std::string english, std::string ofTemplate, std::vector<Message> parts)
    : text(std::move(english)), id(std::move(ofTemplate)), arguments(std::move(parts))
{
}
Message::Message(const Message&) = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(const Message&) = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

bool operator==(const Message& one, const Message& other)
{
    return one.text == other.text && one.id == other.id && one.arguments == other.arguments;
}

Message phrase(std::string_view english)
{
    return {std::string(english), std::string(english)};
}

Message messageOf(std::string_view id, fmt::format_args arguments, std::initializer_list<const Message*> messages)
{
    Message made(fmt::vformat(fmt::string_view(id.data(), id.size()), arguments), std::string(id));
    std::size_t from = 0;
    int number = 0;
    for (const Message* const message : messages) {
        const std::string place = nextPlace(id, from);
        const auto argument = arguments.get(number++);
        made.arguments.push_back(message ? *message : Message(fmt::vformat(place, fmt::format_args(&argument, 1))));
    }
    return made;
}

} // namespace draftscope

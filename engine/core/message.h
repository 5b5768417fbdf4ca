// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

namespace draftscope {

/// What the engine says, whole or a part of a sentence, with what it was made of: so a program that speaks another
/// language can make that sentence again (gui/language/engine_words.h) without taking the English one apart.
struct Message {
    std::string text; ///< English, with everything put in
    std::string id;   ///< the template of the source: "The file {} is empty: ..."; empty: no words of the engine (a
                      ///< path, a number, a token)
    std::vector<Message> arguments; ///< what is put in, by place in the template

    // What copies, moves and destroys a Message is not inline: it would be made anew at each of the thousand places
    // that can fail, and was 6 % of the code of the program.
    Message();
    explicit Message(std::string english); ///< of no template
    Message(std::string english, std::string ofTemplate, std::vector<Message> parts = {});
    Message(const Message& other);
    Message(Message&& other) noexcept;
    Message& operator=(const Message& other);
    Message& operator=(Message&& other) noexcept;
    ~Message();

    [[nodiscard]] bool empty() const { return text.empty(); }
    /* implicit */ operator const std::string&() const { return text; } // for all who speak English only
    friend bool operator==(const Message& one, const Message& other);
};

/// Words of the engine that nothing is put into: a title, an end of a sentence.
[[nodiscard]] Message phrase(std::string_view english);

} // namespace draftscope

template <>
struct fmt::formatter<draftscope::Message> : fmt::formatter<std::string_view> {
    template <class Context>
    auto format(const draftscope::Message& message, Context& context) const
    {
        return fmt::formatter<std::string_view>::format(message.text, context);
    }
};

namespace draftscope {

/// The Message of a template and its arguments. `messages`: those of the arguments that are Messages, which stay ones,
/// and null for each of the others, which become text in the format that the template's place says ("{:.2f}").
[[nodiscard]] Message messageOf(std::string_view id, fmt::format_args arguments,
                                std::initializer_list<const Message*> messages);

template <class Argument>
[[nodiscard]] const Message* asMessage(const Argument& argument)
{
    if constexpr (std::is_same_v<Argument, Message>)
        return &argument;
    else
        return nullptr;
}

/// `message("The file {} is empty: choose another one.", path)`. The template is the message's id.
template <class... Arguments>
[[nodiscard]] Message message(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    const fmt::string_view id = format;
    return messageOf({id.data(), id.size()}, fmt::make_format_args(arguments...), {asMessage(arguments)...});
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace draftscope {

/// What the engine says, whole or a part of a sentence, with what it was made of: so a program that speaks another
/// language can make that sentence again (gui/language/engine_words.h) without taking the English one apart.
struct Message {
    std::string text;    ///< English, with everything put in
    std::string id = {}; ///< the template of the source: "The file {} is empty: ..."; empty: no words of
                         ///< the engine (a path, a number, a token)
    std::vector<Message> arguments = {}; ///< what is put in, by place in the template
    [[nodiscard]] bool empty() const { return text.empty(); }
    /* implicit */ operator const std::string&() const { return text; } // for all who speak English only
    friend bool operator==(const Message&, const Message&) = default;
};

/// Words of the engine that nothing is put into: a title, an end of a sentence.
[[nodiscard]] inline Message phrase(std::string_view english)
{
    return {std::string(english), std::string(english), {}};
}

/// Collects a message's arguments, each in the format that the template's place says ("{:.2f}").
class MessageArguments {
public:
    explicit MessageArguments(std::string_view id) : m_id(id) {}
    /// A Message stays one; all else becomes text.
    template <class Argument>
    void put(const Argument& argument)
    {
        const std::string place = nextPlace();
        if constexpr (std::is_same_v<Argument, Message>)
            m_arguments.push_back(argument);
        else
            m_arguments.push_back({fmt::vformat(place, fmt::make_format_args(argument)), {}, {}});
    }
    [[nodiscard]] std::vector<Message> take() { return std::move(m_arguments); }

private:
    [[nodiscard]] std::string nextPlace(); ///< "{}" behind the last

    std::string_view m_id;
    std::size_t m_from = 0;
    std::vector<Message> m_arguments;
};

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

/// `message("The file {} is empty: choose another one.", path)`. The template is the message's id.
template <class... Arguments>
[[nodiscard]] Message message(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    const fmt::string_view form = format;
    Message made{fmt::vformat(form, fmt::make_format_args(arguments...)), std::string(form.data(), form.size()), {}};
    MessageArguments all(made.id);
    (all.put(arguments), ...);
    made.arguments = all.take();
    return made;
}

} // namespace draftscope

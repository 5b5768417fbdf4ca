// SPDX-License-Identifier: MIT
#include "engine/tokenizer/conversation.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "engine/core/json_parser.h"
#include "engine/core/utf8.h"

namespace draftscope {

namespace {

using Json = nlohmann::ordered_json; ///< a template may write the keys of a message in their order

constexpr std::size_t mostMessages = 10'000;

/// What keeps a text from being JSON, as a sentence.
std::optional<Error> flawOf(std::string_view written, std::string_view what)
{
    const ParsedJson parsed = parseJson(written);
    switch (parsed.flaw) {
    case ParsedJson::Flaw::none:
        return std::nullopt;
    case ParsedJson::Flaw::repeatedKey:
        return errorOf(
            message("{} says \"{}\" twice in one object: remove one of them.", what, beginningOf(parsed.key, 40)));
    case ParsedJson::Flaw::tooDeep:
    case ParsedJson::Flaw::tooMany:
        return errorOf(message("{} nests deeper or holds more than messages do: give a list of messages.", what));
    default:
        break;
    }
    try {
        [[maybe_unused]] const Json document = Json::parse(written);
    } catch (const Json::parse_error& error) {
        const auto end = std::min(written.size(), error.byte > 0 ? error.byte - 1 : 0);
        const std::string_view before = written.substr(0, end);
        return errorOf(message("{} is no JSON from line {}, column {} on: give a list of messages with \"role\" and "
                               "\"content\".",
                               what, std::ranges::count(before, '\n') + 1, end - (before.rfind('\n') + 1) + 1));
    } catch (const Json::out_of_range&) { // 1e999: its grammar is right
        return errorOf(message("{} has a number that is too large to be read: write a smaller one.", what));
    }
    return errorOf(message("{} is no JSON: give a list of messages with \"role\" and \"content\".", what));
}

/// `number`: of the message, from 1.
Result<std::string> textOfParts(const Json& parts, std::size_t number, std::string_view what)
{
    std::string text;
    for (const Json& part : parts) {
        if (part.is_object() && part.contains("type") && part["type"].is_string() && part["type"] != "text")
            return fail("Message {} of {} has a part of the type {}: leave it out, only texts are read.", number, what,
                        beginningOf(part["type"].get<std::string>(), 40));
        if (!part.is_object() || !part.contains("text") || !part["text"].is_string())
            return fail("Message {} of {} has a part without a text: write it as {{\"type\": \"text\", \"text\": …}}.",
                        number, what);
        text += part["text"].get<std::string>();
    }
    return text;
}

Result<Turn> turnOf(const Json& message, std::size_t number, std::string_view what)
{
    if (!message.is_object())
        return fail("Message {} of {} is no object: write it as {{\"role\": …, \"content\": …}}.", number, what);
    if (!message.contains("role") || !message["role"].is_string())
        return fail("Message {} of {} has no \"role\": write \"system\", \"user\" or \"assistant\".", number, what);
    Turn turn;
    turn.role = message["role"].get<std::string>();
    const Json content = message.value("content", Json());
    if (content.is_string()) {
        turn.text = content.get<std::string>();
    } else if (content.is_array()) {
        auto text = textOfParts(content, number, what);
        if (!text)
            return tl::unexpected(text.error());
        turn.text = std::move(*text);
    } else if (!content.is_null() || !message.contains("tool_calls")) {
        return fail("Message {} of {} has no \"content\": write a text, or a list of parts that are texts.", number,
                    what);
    }
    if (!content.is_string() || message.size() > 2)
        turn.json = message.dump();
    return turn;
}

} // namespace

Conversation conversationOf(const std::string* system, std::string message)
{
    Conversation conversation;
    if (system)
        conversation.push_back({"system", *system});
    conversation.push_back({"user", std::move(message)});
    return conversation;
}

Result<Conversation> readConversation(std::string_view json, std::string_view what)
{
    if (auto flaw = flawOf(json, what))
        return tl::unexpected(std::move(*flaw));
    const std::string middle =
        what.starts_with("The ") ? "the " + std::string(what.substr(4)) : std::string(what); // in a sentence
    const Json document = Json::parse(json, nullptr, false);
    const Json messages = document.is_object() && document.contains("messages") ? document["messages"] : document;
    if (!messages.is_array())
        return fail("{} is no list of messages: give a list of objects with \"role\" and \"content\".", what);
    if (messages.empty())
        return fail("{} has no messages: give one at least.", what);
    if (messages.size() > mostMessages)
        return fail("{} has more than {} messages: give fewer.", what, mostMessages);
    Conversation conversation;
    for (const Json& message : messages) {
        auto turn = turnOf(message, conversation.size() + 1, middle);
        if (!turn)
            return tl::unexpected(turn.error());
        conversation.push_back(std::move(*turn));
    }
    return conversation;
}

std::string jsonOf(const Conversation& conversation)
{
    Json messages = Json::array();
    for (const Turn& turn : conversation) {
        Json message = turn.json.empty() ? Json() : Json::parse(turn.json, nullptr, false);
        if (!message.is_object())
            message = Json{{"role", turn.role}, {"content", turn.text}};
        messages.push_back(std::move(message));
    }
    return messages.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

/// What one side of a conversation says.
struct Turn {
    std::string role; ///< "system", "user", "assistant", or another one that a chat template knows
    std::string text;
    /// The message as a file has it, a JSON object, where that is more than these two: parts, tool calls. Else empty.
    std::string json = {};
    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Turns in the order in which they are said. A model answers behind the last one.
using Conversation = std::vector<Turn>;

/// A user's message, and a system message in front of it where there is one (nullptr: none).
[[nodiscard]] Conversation conversationOf(const std::string* system, std::string message);

/// Messages as OpenAI's interface and transformers have them: a JSON list of objects with "role" and "content", or an
/// object that has this
/// list as "messages". The content is a text, or a list of parts that are texts; it may be missing beside
/// "tool_calls". Other keys are kept
/// for the template. `what` names it: "The file chat.json". Error: says which message is wrong, or where it is no JSON.
[[nodiscard]] Result<Conversation> readConversation(std::string_view json, std::string_view what);

/// The same as JSON, a list.
[[nodiscard]] std::string jsonOf(const Conversation& conversation);

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/prompt_preview.h"

#include <span>

#include "engine/tokenizer/chat_template.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

std::vector<PromptPiece> piecesOf(const Tokenizer& tokenizer, std::span<const TokenId> tokens)
{
    std::vector<PromptPiece> pieces;
    bool isFirst = true;
    while (!tokens.empty()) {
        if (tokenizer.isControl(tokens.front())) {
            pieces.push_back({QString::fromStdString(tokenizer.piece(tokens.front())), true});
            tokens = tokens.subspan(1);
            continue;
        }
        std::size_t count = 0;
        std::string text;
        for (; count < tokens.size() && !tokenizer.isControl(tokens[count]); ++count)
            text += tokenizer.bytes(tokens[count]);
        if (std::exchange(isFirst, false)) // without the space that the tokenizer puts in front of a text
            text = tokenizer.decode(tokens.first(count));
        pieces.push_back({QString::fromStdString(text), false});
        tokens = tokens.subspan(count);
    }
    return pieces;
}

/// As PromptPreview::room.
std::optional<int> roomBehind(const RunSetup& setup, const Model& target)
{
    const std::string& text = setup.prompt;
    const int context = target.config.contextLength;
    if (target.tokenizer->fewestTokens(text) >= std::size_t(context))
        return std::nullopt;
    const auto tokens =
        setup.settings.isWholePrompt ? target.tokenizer->encode(text) : target.tokenizer->encodePrompt(text);
    return tokens && int(tokens->size()) < context ? std::optional(context - int(tokens->size())) : std::nullopt;
}

} // namespace

Result<std::string> promptFor(const RunSetup& setup, const Model& target)
{
    if (!setup.isChat)
        return setup.prompt;
    const auto chat = chatTemplateOf(target.path, *target.tokenizer);
    if (!chat)
        return tl::unexpected(chat.error());
    auto made = chat->promptOf(conversationOf(setup), *target.tokenizer);
    if (!made)
        return tl::unexpected(made.error());
    return std::move(made->text);
}

Conversation conversationOf(const RunSetup& setup)
{
    Conversation conversation;
    if (setup.system)
        conversation.push_back({"system", *setup.system});
    conversation.insert(conversation.end(), setup.turns.begin(), setup.turns.end());
    if (!setup.prompt.empty() || setup.turns.empty())
        conversation.push_back({"user", setup.prompt});
    return conversation;
}

SessionSettings settingsFor(const RunSetup& setup)
{
    SessionSettings settings = setup.settings;
    settings.isWholePrompt = settings.isWholePrompt || setup.isChat;
    return settings;
}

PromptPreview previewOf(const RunSetup& setup, const Model& target)
{
    PromptPreview preview;
    preview.target = QString::fromStdString(target.name);
    preview.context = target.config.contextLength;
    if (!setup.isChat)
        preview.room = roomBehind(setup, target);
    const auto refuse = [&](const Error& error) {
        preview.whyNoChat = engineSentence(error);
        preview.whyInShort = error.reason.empty() ? preview.whyNoChat : engineSentence(error.reason);
        return preview;
    };
    const auto chat = chatTemplateOf(target.path, *target.tokenizer);
    if (!chat)
        return refuse(chat.error());
    preview.hasTemplate = true;
    if (!setup.isChat && !preview.room)
        return preview; // it takes about a second a megabyte to split a text into tokens
    const auto made = chat->promptOf(conversationOf(setup), *target.tokenizer);
    if (!made)
        return refuse(made.error());
    const auto tokens = target.tokenizer->encode(made->text);
    if (!tokens)
        return refuse(tokens.error());
    for (const Message& remark : made->remarks)
        preview.remarks.push_back(engineSentence(remark));
    preview.tokens = int(tokens->size());
    if (setup.isChat && preview.tokens < preview.context)
        preview.room = preview.context - preview.tokens;
    preview.pieces = piecesOf(*target.tokenizer, *tokens);
    return preview;
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/prompt_preview.h"

#include <span>

#include "engine/tokenizer/chat_template.h"
#include "widgets/qt_text.h"

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
std::optional<int> roomBehind(const std::string& text, const Model& target)
{
    const int context = target.config.contextLength;
    if (target.tokenizer->fewestTokens(text) >= std::size_t(context))
        return std::nullopt;
    const auto tokens = target.tokenizer->encodePrompt(text);
    return tokens && int(tokens->size()) < context ? std::optional(context - int(tokens->size())) : std::nullopt;
}

} // namespace

Result<std::string> promptFor(const RunSetup& setup, const Model& target)
{
    if (!setup.isChat)
        return setup.prompt;
    return chatPromptOf(target.path, setup.system, setup.prompt, *target.tokenizer);
}

PromptPreview previewOf(const RunSetup& setup, const Model& target)
{
    PromptPreview preview;
    preview.target = QString::fromStdString(target.name);
    preview.context = target.config.contextLength;
    if (!setup.isChat)
        preview.room = roomBehind(setup.prompt, target);
    const auto refuse = [&](const Error& error) {
        preview.whyNoChat = QString::fromStdString(error.sentence);
        preview.whyInShort = error.reason.empty() ? preview.whyNoChat : QString::fromStdString(error.reason);
        return preview;
    };
    const auto chat = chatTemplateOf(target.path);
    if (!chat)
        return refuse(chat.error());
    preview.format = qtText(nameOf(chat->format));
    preview.defaultSystem = QString::fromStdString(chat->defaultSystem);
    if (!setup.isChat && !preview.room)
        return preview; // it takes about a second a megabyte to split a text into tokens
    const auto text = chatPrompt(*chat, setup.system, setup.prompt, *target.tokenizer);
    const auto tokens =
        text ? target.tokenizer->encodePrompt(*text) : Result<std::vector<TokenId>>(tl::unexpected(text.error()));
    if (!tokens)
        return refuse(tokens.error());
    preview.tokens = int(tokens->size());
    if (setup.isChat && preview.tokens < preview.context)
        preview.room = preview.context - preview.tokens;
    preview.pieces = piecesOf(*target.tokenizer, *tokens);
    return preview;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/tokenizer/special_tokens.h"

#include <string>
#include <utility>

namespace draftscope {

namespace {

using ControlPieces = std::vector<std::pair<std::string, TokenId>>;

ControlPieces controlPieces(const Tokenizer& tokenizer)
{
    ControlPieces pieces;
    for (TokenId token = 0; token < tokenizer.size(); ++token)
        if (tokenizer.isControl(token) && !tokenizer.piece(token).empty())
            pieces.emplace_back(tokenizer.piece(token), token);
    return pieces;
}

/// The longest control piece that `text` begins with; nullptr if none.
const ControlPieces::value_type* pieceAt(const ControlPieces& pieces, std::string_view text)
{
    const ControlPieces::value_type* best = nullptr;
    for (const auto& piece : pieces)
        if (text.starts_with(piece.first) && (!best || piece.first.size() > best->first.size()))
            best = &piece;
    return best;
}

} // namespace

Result<std::vector<TokenId>> encodeWithSpecialTokens(const Tokenizer& tokenizer, std::string_view text)
{
    const ControlPieces pieces = controlPieces(tokenizer);
    std::vector<TokenId> ids;
    std::size_t textStart = 0;
    const auto encodeUpTo = [&](std::size_t end) -> Result<void> {
        const auto between = tokenizer.encode(text.substr(textStart, end - textStart));
        if (!between)
            return tl::unexpected(between.error());
        ids.insert(ids.end(), between->begin(), between->end());
        return {};
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto* piece = pieceAt(pieces, text.substr(at));
        if (!piece) {
            ++at;
            continue;
        }
        if (auto encoded = encodeUpTo(at); !encoded)
            return tl::unexpected(encoded.error());
        ids.push_back(piece->second);
        at += piece->first.size();
        textStart = at;
    }
    if (auto encoded = encodeUpTo(text.size()); !encoded)
        return tl::unexpected(encoded.error());
    return ids;
}

} // namespace draftscope

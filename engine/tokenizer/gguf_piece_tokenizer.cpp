// SPDX-License-Identifier: MIT
#include "engine/tokenizer/gguf_piece_tokenizer.h"

#include <algorithm>
#include <charconv>
#include <exception>

#include "engine/core/utf8.h"

namespace draftscope {

namespace {

// A piece longer than this belongs to no vocabulary; joining two symbols looks up texts of up to this length.
constexpr std::size_t longestGgufPiece = 4096;
constexpr std::size_t cutLength = std::size_t(1) << 16;     ///< bytes of a text that are encoded at once, at least
constexpr std::string_view unknownBytes = " \xE2\x81\x87 "; // what sentencepiece shows for it

/// The space mark in the place of every space.
std::string withMarks(std::string_view text)
{
    std::string marked;
    marked.reserve(text.size() + text.size() / 2);
    for (const char character : text)
        if (character == ' ')
            marked += spaceMark;
        else
            marked += character;
    return marked;
}

std::string withoutMarks(std::string_view piece)
{
    std::string text;
    for (std::size_t at = 0; at < piece.size();) {
        const bool isMark = piece.substr(at).starts_with(spaceMark);
        text += isMark ? ' ' : piece[at];
        at += isMark ? spaceMark.size() : 1;
    }
    return text;
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> GgufPieceTokenizer::create(GgufTokens tokens, std::vector<float> scores,
                                                                    bool addsSpacePrefix, std::string_view name)
{
    std::shared_ptr<GgufPieceTokenizer> tokenizer(new GgufPieceTokenizer);
    if (scores.size() < tokens.texts.size())
        return fail("The vocabulary of {} has no score for every token: convert the model again.", name);
    std::vector<AddedToken> found = tokens.found();
    if (found.size() > mostAddedTokens)
        return fail("The vocabulary of {} adds {} tokens, more than {}: it is damaged, download it again.", name,
                    found.size(), mostAddedTokens);
    for (const AddedToken& token : found)
        if (!isUtf8(token.text))
            return fail(
                "The vocabulary of {} has the token {}, which is found in texts and is not UTF-8: it is damaged, "
                "download it again.",
                name, token.id);
    std::vector<VocabularyPiece> pieces;
    for (std::size_t id = 0; id < tokens.texts.size(); ++id) {
        if (tokens.texts[id].size() > longestGgufPiece)
            return fail("The piece {} of the vocabulary of {} has {} bytes, more than {}: download it again.", id, name,
                        tokens.texts[id].size(), longestGgufPiece);
        pieces.push_back({tokens.texts[id]});
    }
    tokenizer->m_cuts.emplace(pieces, spaceMark);
    tokenizer->m_pieces = ScoredPieces(tokens.texts, scores, tokens.unknown);
    tokenizer->m_found = AddedTokens(std::move(found), AddedTokens::Order::longest);
    tokenizer->m_addsSpacePrefix = addsSpacePrefix;
    tokenizer->m_addsBos = tokens.addsBos.value_or(true) && tokens.bos != noToken;
    tokenizer->m_tokens = std::move(tokens);
    for (TokenId id = 0; id < tokenizer->size(); ++id)
        tokenizer->m_bytes.push_back(tokenizer->bytesOf(id));
    return tokenizer;
}

std::string GgufPieceTokenizer::bytesOf(TokenId token) const
{
    const std::string& text = m_tokens.texts[std::size_t(token)];
    if (m_tokens.is(token, ggufControl))
        return {};
    if (m_tokens.is(token, ggufUnknown))
        return std::string(unknownBytes);
    if (m_tokens.is(token, ggufUserDefined))
        return text;
    unsigned value = 0;
    if (m_tokens.is(token, ggufByte) && isByteName(text)
        && std::from_chars(text.data() + 3, text.data() + 5, value, 16).ec == std::errc())
        return std::string(1, char(value));
    return withoutMarks(text);
}

Result<std::vector<TokenId>> GgufPieceTokenizer::encode(std::string_view text) const
{
    if (auto usable = checkText(text); !usable)
        return tl::unexpected(usable.error());
    try {
        std::vector<TokenId> ids;
        const auto rest = [&](std::string_view part) -> Result<void> {
            encodePart(part, ids);
            return {};
        };
        if (auto done = m_found.cut(text, rest, [&](TokenId id) { ids.push_back(id); }); !done)
            return tl::unexpected(done.error());
        return ids;
    } catch (const std::exception&) { // std::bad_alloc, std::length_error
        return fail("The text takes more memory than there is: shorten it, or close other programs.");
    }
}

/// Text without tokens that are found in texts.
void GgufPieceTokenizer::encodePart(std::string_view text, std::vector<TokenId>& ids) const
{
    const std::string marked = withMarks(m_addsSpacePrefix ? " " + std::string(text) : std::string(text));
    for (std::size_t begin = 0; begin < marked.size();) {
        // Without bytes to fall back on a run of unknown characters is one token, wherever it would be cut.
        const std::size_t end =
            m_pieces.hasAllBytes() ? m_cuts->next(marked, std::min(begin + cutLength, marked.size())) : marked.size();
        m_pieces.encode(std::string_view(marked).substr(begin, end - begin), ids);
        begin = end;
    }
}

std::size_t GgufPieceTokenizer::fewestTokens(std::string_view text) const
{
    const bool mayDropText = !m_tokens.spaceTakers.empty() || !m_tokens.spaceFinders.empty();
    return mayDropText || !m_pieces.hasAllBytes() ? 0 : (text.size() + m_pieces.longest() - 1) / m_pieces.longest();
}

std::string GgufPieceTokenizer::piece(TokenId token) const
{
    return token >= 0 && token < size() ? m_tokens.texts[std::size_t(token)] : std::string();
}

std::string GgufPieceTokenizer::bytes(TokenId token) const
{
    return token >= 0 && token < size() ? m_bytes[std::size_t(token)] : std::string();
}

std::string GgufPieceTokenizer::decode(std::span<const TokenId> tokens) const
{
    std::string text;
    bool mayHavePrefix = m_addsSpacePrefix;
    for (const TokenId token : tokens) {
        std::string added = bytes(token);
        // Only one mark at the very start is the tokenizer's own; a byte token <0x20> there is the text's.
        if (mayHavePrefix && piece(token).starts_with(spaceMark) && !m_tokens.is(token, ggufUserDefined))
            added.erase(0, 1);
        mayHavePrefix = mayHavePrefix && isControl(token);
        text += added;
    }
    return text;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/tokenizer/sentencepiece_tokenizer.h"

#include <charconv>

#include <sentencepiece_processor.h>

#include "engine/core/utf8.h"

namespace draftscope {

namespace {

constexpr std::string_view spaceMark = "\xE2\x96\x81";     // U+2581, how sentencepiece writes a space
constexpr std::string_view unknownText = " \xE2\x81\x87 "; // what sentencepiece decodes an unknown token to
constexpr int largestVocabulary = 1 << 22;

std::string withSpaces(std::string_view piece)
{
    std::string text;
    for (std::size_t at = 0; at < piece.size();) {
        if (piece.substr(at).starts_with(spaceMark)) {
            text += ' ';
            at += spaceMark.size();
        } else {
            text += piece[at++];
        }
    }
    return text;
}

} // namespace

SentencePieceTokenizer::SentencePieceTokenizer()
    : m_processor(std::make_unique<sentencepiece::SentencePieceProcessor>())
{
}

SentencePieceTokenizer::~SentencePieceTokenizer() = default;

Result<std::shared_ptr<const Tokenizer>> SentencePieceTokenizer::fromProto(std::string_view proto,
                                                                           std::string_view name,
                                                                           std::optional<bool> addsBos)
{
    auto spec = readSentencePieceSpec(proto, name);
    if (!spec)
        return tl::unexpected(spec.error());
    if (spec->model != SentencePieceModel::bpe && spec->model != SentencePieceModel::unigram)
        return fail("The vocabulary of {} is of sentencepiece's word or character type: use a BPE or unigram model.",
                    name);
    std::shared_ptr<SentencePieceTokenizer> tokenizer(new SentencePieceTokenizer);
    if (const auto status = tokenizer->m_processor->LoadFromSerializedProto({proto.data(), proto.size()}); !status.ok())
        return fail("The vocabulary of {} cannot be used ({}): download it again.", name, status.error_message());
    const int size = tokenizer->m_processor->GetPieceSize();
    if (size < 1 || size > largestVocabulary)
        return fail("The vocabulary of {} has {} pieces, outside 1 to {}: download it again.", name, size,
                    largestVocabulary);
    tokenizer->m_spec = std::move(*spec);
    // The library finds BOS and EOS by the names <s> and </s>; the specification's ids hold for other names, too.
    const auto control = [&](int id) { return tokenizer->isControl(id) ? TokenId(id) : noToken; };
    tokenizer->m_bos = control(tokenizer->m_spec.bos);
    tokenizer->m_eos = control(tokenizer->m_spec.eos);
    tokenizer->m_unknown = tokenizer->m_processor->unk_id();
    tokenizer->m_addsBos = addsBos.value_or(true) && tokenizer->m_bos != noToken;
    tokenizer->m_bytes.reserve(std::size_t(size));
    for (TokenId token = 0; token < size; ++token)
        tokenizer->m_bytes.push_back(tokenizer->bytesOf(token));
    return tokenizer;
}

std::string_view SentencePieceTokenizer::kind() const
{
    return m_spec.model == SentencePieceModel::bpe ? "sentencepiece-bpe" : "sentencepiece-unigram";
}

int SentencePieceTokenizer::size() const
{
    return m_processor->GetPieceSize();
}

bool SentencePieceTokenizer::isControl(TokenId token) const
{
    return has(token) && m_processor->IsControl(token);
}

bool SentencePieceTokenizer::isByte(TokenId token) const
{
    return has(token) && m_processor->IsByte(token);
}

Result<std::vector<TokenId>> SentencePieceTokenizer::encode(std::string_view text) const
{
    if (const std::size_t bad = validUtf8Length(text); bad < text.size())
        return fail("The text is not valid UTF-8 at byte {}: save it as UTF-8.", bad);
    std::vector<int> ids;
    if (const auto status = m_processor->Encode({text.data(), text.size()}, &ids); !status.ok())
        return fail("The text cannot be split into tokens ({}): shorten it.", status.error_message());
    return ids;
}

std::string SentencePieceTokenizer::piece(TokenId token) const
{
    return has(token) ? m_processor->IdToPiece(token) : std::string();
}

std::string SentencePieceTokenizer::bytes(TokenId token) const
{
    return has(token) ? m_bytes[std::size_t(token)] : std::string();
}

std::string SentencePieceTokenizer::bytesOf(TokenId token) const
{
    const std::string& piece = m_processor->IdToPiece(token);
    if (m_processor->IsControl(token))
        return {};
    if (m_processor->IsUnknown(token))
        return std::string(unknownText);
    if (m_processor->IsByte(token)) { // "<0x0A>"
        unsigned value = 0;
        if (piece.size() == 6 && std::from_chars(piece.data() + 3, piece.data() + 5, value, 16).ec == std::errc())
            return std::string(1, char(value));
    }
    return withSpaces(piece);
}

std::string SentencePieceTokenizer::decode(std::span<const TokenId> tokens) const
{
    bool mayStartWithPrefix = m_spec.addsSpacePrefix || m_spec.removesExtraSpaces;
    std::string text;
    for (const TokenId token : tokens) {
        std::string added = bytes(token);
        // Only one mark at the very start is the tokenizer's own; a byte token <0x20> there is the text's.
        if (mayStartWithPrefix && piece(token).starts_with(spaceMark))
            added.erase(0, 1);
        mayStartWithPrefix = mayStartWithPrefix && isControl(token);
        text += added;
    }
    return text;
}

} // namespace draftscope

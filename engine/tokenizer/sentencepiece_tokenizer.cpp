// SPDX-License-Identifier: MIT
#include "engine/tokenizer/sentencepiece_tokenizer.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <new>

#include <sentencepiece_processor.h>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/tokenizer/sentencepiece_check.h"

namespace draftscope {

namespace {

constexpr std::string_view unknownText = " \xE2\x81\x87 "; // what sentencepiece decodes an unknown token to
// Parts into which long texts are cut: the library's time and memory for a run of unknown characters grow with its
// square, and with a hundred times the length of all others.
constexpr std::size_t partLength = 1024;
// The library counts bytes of normalised text, up to three times as many, in 32 bits.

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
    return withoutExceptions(fmt::format("The vocabulary of {}", name),
                             [&]() -> Result<std::shared_ptr<const Tokenizer>> {
                                 const auto vocabulary = readSentencePieceProto(proto, name);
                                 if (!vocabulary)
                                     return tl::unexpected(vocabulary.error());
                                 return fromVocabulary(*vocabulary, name, addsBos);
                             });
}

Result<std::shared_ptr<const Tokenizer>> SentencePieceTokenizer::fromVocabulary(
    const SentencePieceVocabulary& vocabulary, std::string_view name, std::optional<bool> addsBos)
{
    return withoutExceptions(fmt::format("The vocabulary of {}", name),
                             [&]() -> Result<std::shared_ptr<const Tokenizer>> {
                                 std::shared_ptr<SentencePieceTokenizer> tokenizer(new SentencePieceTokenizer);
                                 if (auto loaded = tokenizer->load(vocabulary, name); !loaded)
                                     return tl::unexpected(loaded.error());
                                 tokenizer->m_addsBos = addsBos.value_or(true) && tokenizer->m_bos != noToken;
                                 return tokenizer;
                             });
}

namespace {

/// Throws std::bad_alloc where there are not so many bytes. More than the library takes: it crashes in its own
/// destructors where it gets none in the middle of loading.
void ensureMemory(std::size_t bytes)
{
    ::operator delete(::operator new(bytes));
}

} // namespace

Result<void> SentencePieceTokenizer::load(const SentencePieceVocabulary& vocabulary, std::string_view name)
{
    if (auto checked = checkSentencePieces(vocabulary, name); !checked)
        return checked;
    m_spec = vocabulary.spec;
    // Byte-pair encoding of texts that are not normalised: the prefix is put in front of the text here and not by the
    // library, which would put one in front of every part.
    if (m_spec.model == SentencePieceModel::bpe && m_spec.characterMap.empty() && !m_spec.removesExtraSpaces
        && !m_spec.spaceIsSuffix)
        m_cuts.emplace(vocabulary.pieces, m_spec.escapesSpaces ? spaceMark : " ");
    // The library gets what was checked and nothing else: a file holds more that it would act on (samples that it
    // encodes while it loads, rules for decoding).
    SentencePieceSpec spec = m_spec;
    spec.addsSpacePrefix = spec.addsSpacePrefix && !m_cuts;
    const std::string proto = writeSentencePieceProto(vocabulary.pieces, spec);
    ensureMemory(8 * proto.size() + 256 * vocabulary.pieces.size() + 1'000'000);
    if (const auto status = m_processor->LoadFromSerializedProto({proto.data(), proto.size()}); !status.ok())
        return fail("The vocabulary of {} cannot be used ({}): download it again.", name,
                    asUtf8(status.error_message()));
    m_size = m_processor->GetPieceSize();
    m_spec.characterMap.clear(); // it is large, and the library has it
    // The library finds BOS and EOS by the names <s> and </s>; the specification's ids hold for other names, too.
    const auto control = [&](int id) { return isControl(id) ? TokenId(id) : noToken; };
    m_bos = control(m_spec.bos);
    m_eos = control(m_spec.eos);
    const auto isUnknown = [](const VocabularyPiece& piece) { return piece.type == PieceType::unknown; };
    const auto unknown = std::find_if(vocabulary.pieces.begin(), vocabulary.pieces.end(), isUnknown);
    m_unknown = TokenId(unknown - vocabulary.pieces.begin()); // the library refuses a vocabulary without one
    m_normalises = !vocabulary.spec.characterMap.empty();
    m_bytes.reserve(vocabulary.pieces.size());
    for (TokenId token = 0; token < size(); ++token)
        m_bytes.push_back(bytesOf(token));
    for (const VocabularyPiece& piece : vocabulary.pieces)
        if (piece.type == PieceType::normal || piece.type == PieceType::userDefined)
            m_longestPiece = std::max(m_longestPiece, piece.text.size());
    std::vector<AddedToken> added, unnamed;
    for (const AddedToken& token : vocabulary.added)
        if (!token.isNormalized) // the library looks for all others, which are user-defined pieces
            added.push_back(token);
    for (std::size_t id = 0; id < vocabulary.pieces.size(); ++id)
        if (const VocabularyPiece& piece = vocabulary.pieces[id];
            piece.type == PieceType::control || piece.type == PieceType::unknown)
            unnamed.push_back({.text = piece.text, .id = TokenId(id)});
    addMissing(added, unnamed);
    for (const AddedToken& token : added) {
        m_longestPiece = std::max(m_longestPiece, token.text.size());
        m_addedTakeSpaces = m_addedTakeSpaces || token.takesSpaceBefore || token.takesSpaceBehind;
    }
    m_added = AddedTokens(std::move(added));
    return {};
}

std::string_view SentencePieceTokenizer::kind() const
{
    return m_spec.model == SentencePieceModel::bpe ? "sentencepiece-bpe" : "sentencepiece-unigram";
}

int SentencePieceTokenizer::size() const
{
    return m_size;
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
    if (auto usable = checkText(text); !usable)
        return tl::unexpected(usable.error());
    if (text.empty())
        return std::vector<TokenId>();
    try {
        std::vector<TokenId> ids;
        const auto rest = [&](std::string_view part) { return encodeBetween(part, part.data() == text.data(), ids); };
        if (auto done = m_added.cut(text, rest, [&](TokenId id) { ids.push_back(id); }); !done)
            return tl::unexpected(done.error());
        return ids;
    } catch (const std::exception&) { // std::bad_alloc, std::length_error
        return fail("The text takes more memory than there is: shorten it, or close other programs.");
    }
}

Result<void> SentencePieceTokenizer::encodeBetween(std::string_view text, bool isFirst, std::vector<TokenId>& ids) const
{
    if (!m_cuts)
        return encodePart(text, false, ids);
    const bool isPrefixed = m_spec.addsSpacePrefix && (isFirst || m_spec.prefixesEveryPart);
    std::string whole(isPrefixed ? 1 : 0, ' ');
    whole += text;
    for (std::size_t begin = 0; begin < whole.size();) {
        const std::size_t end = m_cuts->next(whole, std::min(begin + partLength, whole.size()));
        if (auto encoded = encodePart(std::string_view(whole).substr(begin, end - begin), begin > 0, ids); !encoded)
            return encoded;
        begin = end;
    }
    return {};
}

/// `goesOn`: behind a part that was cut off.
Result<void> SentencePieceTokenizer::encodePart(std::string_view text, bool goesOn, std::vector<TokenId>& ids) const
{
    std::vector<int> part;
    if (const auto status = m_processor->Encode({text.data(), text.size()}, &part); !status.ok())
        return fail("The text cannot be split into tokens ({}): shorten it.", asUtf8(status.error_message()));
    // A run of unknown characters is one token, wherever it was cut.
    const bool isOne = goesOn && !ids.empty() && !part.empty() && ids.back() == m_unknown && part.front() == m_unknown;
    ids.insert(ids.end(), part.begin() + (isOne ? 1 : 0), part.end());
    return {};
}

std::size_t SentencePieceTokenizer::fewestTokens(std::string_view text) const
{
    // Without bytes to fall back on a token stands for any number of unknown characters; rules may shorten a text.
    if (!m_spec.byteFallback.value_or(false) || m_normalises || m_addedTakeSpaces)
        return 0;
    const auto spaces = std::size_t(std::count(text.begin(), text.end(), ' '));
    const std::size_t spaceLength = m_spec.removesExtraSpaces ? 0 : m_spec.escapesSpaces ? spaceMark.size() : 1;
    const std::size_t length = text.size() - spaces + spaces * spaceLength;
    return (length + m_longestPiece - 1) / m_longestPiece;
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

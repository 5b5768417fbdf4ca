// SPDX-License-Identifier: MIT
#include "engine/tokenizer/pipeline_tokenizer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <stdexcept>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/tokenizer/byte_level_alphabet.h"
#include "engine/tokenizer/sentencepiece_proto.h"

namespace draftscope {

namespace {

constexpr std::size_t longestShown = std::size_t(1) << 16; ///< bytes that a token adds to a text; more is damage
constexpr std::size_t mostShown = std::size_t(1) << 30;    ///< of all tokens together

std::string byteOfName(std::string_view piece)
{
    unsigned value = 0;
    std::from_chars(piece.data() + 3, piece.data() + 5, value, 16);
    return std::string(1, char(value));
}

/// No space in front of some marks and endings; the list is the library's.
std::string tidied(std::string text)
{
    using Tidying = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Tidying, 11> pairs = {
        Tidying{" .", "."}, {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
        {" 'm", "'m"},      {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [from, to] : pairs)
        text = replacedAll(text, from, to);
    return text;
}

std::string foundReplaced(const PieceChange& change, const std::string& piece)
{
    std::string text;
    std::size_t done = 0;
    const auto found = change.expression->find(piece, [&](std::size_t begin, std::size_t end) {
        text += piece.substr(done, begin - done);
        text += change.to;
        done = end;
        if (text.size() > longestShown)
            throw std::length_error("a token grows");
    });
    return found ? text + piece.substr(done) : piece;
}

std::string pieceChanged(const PieceChange& change, std::string piece, bool isFirst)
{
    switch (change.kind) {
    case PieceChange::Kind::replaceText:
        return replacedAll(piece, change.from, change.to, longestShown);
    case PieceChange::Kind::replaceFound:
        return foundReplaced(change, piece);
    case PieceChange::Kind::byteNames:
        return isByteName(piece) ? byteOfName(piece) : piece;
    case PieceChange::Kind::byteLevel:
        return bytesOfByteLevelPiece(piece).value_or(piece);
    case PieceChange::Kind::metaspace:
        return replacedAll(piece, change.from, isFirst && change.dropsFirst ? "" : " ");
    case PieceChange::Kind::wordPiece: {
        std::string text = isFirst                                   ? piece
            : piece.starts_with(change.from) && !change.from.empty() ? piece.substr(change.from.size())
                                                                     : " " + piece;
        return change.tidies ? tidied(std::move(text)) : text;
    }
    case PieceChange::Kind::suffix:
        return replacedAll(piece, change.from, " ");
    case PieceChange::Kind::spaceBetween:
        return isFirst ? piece : " " + piece;
    case PieceChange::Kind::stripBegin:
        for (std::size_t i = 0; isFirst && i < change.count && !change.from.empty() && piece.starts_with(change.from);
             ++i)
            piece.erase(0, change.from.size());
        return piece;
    }
    return piece;
}

} // namespace

/// One call of encode(): what it has found so far, and the tokens of words that it has seen.
class PipelineTokenizer::Encoding {
public:
    explicit Encoding(const PipelineTokenizer& tokenizer) : m_own(tokenizer) {}

    [[nodiscard]] Result<void> add(std::string_view text)
    {
        const auto rest = [&](std::string_view part) -> Result<void> {
            const auto normal = changed(m_own.m_vocabulary.normalizer, std::string(part));
            return normal ? addNormalized(*normal, part.data() == text.data()) : tl::unexpected(normal.error());
        };
        return m_own.m_rawAdded.cut(text, rest, [&](TokenId id) { m_ids.push_back(id); });
    }

    [[nodiscard]] std::vector<TokenId> take() { return std::move(m_ids); }

private:
    [[nodiscard]] Result<void> addNormalized(std::string_view text, bool beginsText)
    {
        const auto rest = [&](std::string_view part) -> Result<void> {
            const auto words =
                wordsOf(m_own.m_vocabulary.preTokenizer, {std::string(part), beginsText && part.data() == text.data()});
            if (!words)
                return tl::unexpected(words.error());
            for (const TextWord& word : *words)
                if (auto done = addWord(word.text); !done)
                    return done;
            return {};
        };
        return m_own.m_normalizedAdded.cut(text, rest, [&](TokenId id) { m_ids.push_back(id); });
    }

    [[nodiscard]] Result<void> addWord(const std::string& word)
    {
        constexpr std::size_t longestSeen = 32, mostSeen = 1 << 16; // words that are kept, of a text that repeats them
        if (word.size() > longestSeen)
            return m_own.m_vocabulary.model->encode(word, m_ids);
        auto seen = m_seen.find(word);
        if (seen == m_seen.end()) {
            std::vector<TokenId> tokens;
            if (auto done = m_own.m_vocabulary.model->encode(word, tokens); !done)
                return done;
            if (m_seen.size() >= mostSeen)
                m_seen.clear();
            seen = m_seen.emplace(word, std::move(tokens)).first;
        }
        m_ids.insert(m_ids.end(), seen->second.begin(), seen->second.end());
        return {};
    }

    const PipelineTokenizer& m_own;
    std::vector<TokenId> m_ids;
    std::unordered_map<std::string, std::vector<TokenId>> m_seen;
};

Result<std::shared_ptr<const Tokenizer>> PipelineTokenizer::create(PipelineVocabulary vocabulary, std::string_view name)
{
    return withoutExceptions(fmt::format("The vocabulary of {}", name),
                             [&]() -> Result<std::shared_ptr<const Tokenizer>> {
                                 std::shared_ptr<PipelineTokenizer> tokenizer(new PipelineTokenizer);
                                 if (auto loaded = tokenizer->load(std::move(vocabulary), name); !loaded)
                                     return tl::unexpected(loaded.error());
                                 return tokenizer;
                             });
}

Result<void> PipelineTokenizer::load(PipelineVocabulary vocabulary, std::string_view name)
{
    m_vocabulary = std::move(vocabulary);
    auto& pieces = m_vocabulary.pieces;
    if (m_vocabulary.added.size() > mostAddedTokens)
        return fail("The vocabulary of {} adds {} tokens, more than {}: it is damaged, download it again.", name,
                    m_vocabulary.added.size(), mostAddedTokens);
    for (const AddedToken& token : m_vocabulary.added)
        if (!isUtf8(token.text))
            return fail("The vocabulary of {} adds the token {}, whose text is not UTF-8: it is damaged, download it "
                        "again.",
                        name, token.id);
        else if (token.id < 0 || std::size_t(token.id) >= largestVocabulary)
            return fail("The vocabulary of {} adds the token {} with the id {}: it is damaged, download it again.",
                        name, asUtf8(beginningOf(token.text, 40)), token.id);
        else if (std::size_t(token.id) >= pieces.size())
            pieces.resize(std::size_t(token.id) + 1);
    if (pieces.empty() || pieces.size() > largestVocabulary)
        return fail("The vocabulary of {} has {} tokens, not 1 to {}: download it again.", name, pieces.size(),
                    largestVocabulary);
    m_isControl.resize(pieces.size());
    m_isAdded.resize(pieces.size());
    std::vector<AddedToken> raw, normalized;
    for (const AddedToken& token : m_vocabulary.added) {
        pieces[std::size_t(token.id)] = token.text;
        m_isControl[std::size_t(token.id)] = token.isSpecial;
        m_isAdded[std::size_t(token.id)] = true;
        AddedToken known = token;
        if (token.isNormalized) { // it is looked for in texts that are normalised
            auto normal = changed(m_vocabulary.normalizer, token.text);
            if (!normal)
                return tl::unexpected(normal.error());
            known.text = std::move(*normal);
        }
        (token.isNormalized ? normalized : raw).push_back(std::move(known));
    }
    m_rawAdded = AddedTokens(std::move(raw), m_vocabulary.order);
    m_normalizedAdded = AddedTokens(std::move(normalized), m_vocabulary.order);
    const auto known = [&](TokenId token) { return has(token) ? token : noToken; };
    m_vocabulary.bos = known(m_vocabulary.bos);
    m_vocabulary.eos = known(m_vocabulary.eos);
    m_vocabulary.unknown = known(m_vocabulary.unknown);
    m_vocabulary.addsBos = m_vocabulary.addsBos && m_vocabulary.bos != noToken;
    for (const TokenId id : {m_vocabulary.bos, m_vocabulary.eos})
        if (id != noToken)
            m_isControl[std::size_t(id)] = true;
    std::size_t sum = 0;
    for (TokenId id = 0; id < size() && sum <= mostShown; ++id) {
        m_bytes.push_back(bytesOf(id, false));
        (void)bytesOf(id, true); // a token that grows too long throws here, and not while a text is decoded
        sum += m_bytes.back().size();
    }
    if (sum > mostShown)
        return fail("The decoder of {} makes more than {} MiB of its tokens: it is damaged, download it again.", name,
                    mostShown >> 20);
    return {};
}

bool PipelineTokenizer::isControl(TokenId token) const
{
    return has(token) && m_isControl[std::size_t(token)];
}

bool PipelineTokenizer::isByte(TokenId token) const
{
    // Of those that stand for a single byte, the ones that are named so, or are no text on their own.
    return has(token) && m_bytes[std::size_t(token)].size() == 1
        && (isByteName(m_vocabulary.pieces[std::size_t(token)]) || !isUtf8(m_bytes[std::size_t(token)]));
}

Result<std::vector<TokenId>> PipelineTokenizer::encode(std::string_view text) const
{
    if (auto usable = checkText(text); !usable)
        return tl::unexpected(usable.error());
    try {
        Encoding encoding(*this);
        if (auto added = encoding.add(text); !added)
            return tl::unexpected(added.error());
        return encoding.take();
    } catch (const std::exception&) { // std::bad_alloc, std::length_error
        return fail("The text takes more memory than there is: shorten it, or close other programs.");
    }
}

std::string PipelineTokenizer::piece(TokenId token) const
{
    return has(token) ? m_vocabulary.pieces[std::size_t(token)] : std::string();
}

std::string PipelineTokenizer::bytesOf(TokenId token, bool isFirst) const
{
    if (m_isControl[std::size_t(token)])
        return {};
    std::string text = m_vocabulary.pieces[std::size_t(token)];
    for (const PieceChange& change : m_vocabulary.decoder)
        if (change.kind != PieceChange::Kind::byteLevel
            || !m_isAdded[std::size_t(token)]) // added tokens are plain text
            text = pieceChanged(change, std::move(text), isFirst);
    return text;
}

std::string PipelineTokenizer::bytes(TokenId token) const
{
    return has(token) ? m_bytes[std::size_t(token)] : std::string();
}

std::string PipelineTokenizer::decode(std::span<const TokenId> tokens) const
{
    std::string text;
    bool isFirst = true;
    for (const TokenId token : tokens) {
        if (!has(token) || isControl(token))
            continue;
        text += isFirst ? bytesOf(token, true) : m_bytes[std::size_t(token)];
        isFirst = false;
    }
    // The last piece's ending stands for no space behind a text.
    const auto last =
        std::find_if(tokens.rbegin(), tokens.rend(), [&](TokenId id) { return has(id) && !isControl(id); });
    if (last != tokens.rend() && text.ends_with(' '))
        for (const PieceChange& change : m_vocabulary.decoder)
            if (change.kind == PieceChange::Kind::suffix && !change.from.empty()
                && piece(*last).ends_with(change.from)) {
                text.pop_back();
                break;
            }
    return text;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/tokenizer/byte_level_tokenizer.h"

#include <algorithm>
#include <exception>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/tokenizer/byte_level_alphabet.h"
#include "engine/tokenizer/unicode_text.h"

namespace draftscope {

/// One call of encode(): what it has found so far, and the tokens of words that it has seen.
class ByteLevelTokenizer::Encoding {
public:
    explicit Encoding(const ByteLevelTokenizer& tokenizer) : m_own(tokenizer) {}

    /// A text in which nothing has been looked for.
    [[nodiscard]] Result<void> add(std::string_view text)
    {
        return addAround(m_own.m_rawAdded, text, [&](std::string_view part) -> Result<void> {
            if (!m_own.m_normalizesToNfc || isAsciiText(part))
                return addNormalized(part);
            const auto normal = normalForm(NormalForm::c, part);
            return normal ? addNormalized(*normal) : tl::unexpected(normal.error());
        });
    }

    [[nodiscard]] std::vector<TokenId> take() { return std::move(m_ids); }

private:
    /// The added tokens in a text, and what `rest` makes of the text between them.
    template <class Rest>
    [[nodiscard]] Result<void> addAround(const AddedTokens& added, std::string_view text, const Rest& rest)
    {
        return added.cut(text, rest, [&](TokenId id) { m_ids.push_back(id); });
    }

    [[nodiscard]] Result<void> addNormalized(std::string_view text)
    {
        return addAround(m_own.m_normalizedAdded, text, [&](std::string_view part) -> Result<void> {
            std::string prefixed;
            if (m_own.m_addsSpacePrefix && !part.starts_with(' ')) {
                (prefixed = ' ') += part;
                part = prefixed;
            }
            return m_own.m_splitter->split(part, [&](std::string_view word) { addWord(word); });
        });
    }

    void addWord(std::string_view word)
    {
        if (m_own.m_prefersWholePieces)
            if (const auto whole = m_own.m_tokenOf.find(word); whole != m_own.m_tokenOf.end()) {
                m_ids.push_back(whole->second);
                return;
            }
        constexpr std::size_t longestSeen = 32, mostSeen = 1 << 16; // words that are kept, of a text that repeats them
        const auto seen = word.size() <= longestSeen ? m_seen.find(word) : m_seen.end();
        if (seen == m_seen.end())
            merge(word);
        const std::vector<TokenId>& tokens = seen == m_seen.end() ? m_tokens : seen->second;
        m_ids.insert(m_ids.end(), tokens.begin(), tokens.end());
        if (seen == m_seen.end() && word.size() <= longestSeen && m_seen.size() < mostSeen)
            m_seen.emplace(word, m_tokens);
    }

    void merge(std::string_view word)
    {
        m_tokens.clear();
        bool wasMissing = false;
        for (const char byte : word) {
            const TokenId token = byteToken(byte);
            const bool isMissing = token == noToken;
            if (!isMissing)
                m_tokens.push_back(token);
            else if (m_own.m_missingByte != noToken && !(wasMissing && m_own.m_fusesMissingBytes))
                m_tokens.push_back(m_own.m_missingByte);
            wasMissing = isMissing;
        }
        m_own.m_merges.apply(m_tokens);
    }

    [[nodiscard]] TokenId byteToken(char byte) const { return m_own.m_byteTokens[static_cast<unsigned char>(byte)]; }

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    const ByteLevelTokenizer& m_own;
    std::vector<TokenId> m_ids;
    std::vector<TokenId> m_tokens; ///< of the word at hand
    std::unordered_map<std::string, std::vector<TokenId>, Hash, std::equal_to<>> m_seen;
};

Result<std::shared_ptr<const Tokenizer>> ByteLevelTokenizer::create(ByteLevelVocabulary vocabulary,
                                                                    std::string_view name)
{
    return withoutExceptions(fmt::format("The vocabulary of {}", name),
                             [&]() -> Result<std::shared_ptr<const Tokenizer>> {
                                 std::shared_ptr<ByteLevelTokenizer> tokenizer(new ByteLevelTokenizer);
                                 if (auto loaded = tokenizer->load(std::move(vocabulary), name); !loaded)
                                     return tl::unexpected(loaded.error());
                                 return tokenizer;
                             });
}

Result<void> ByteLevelTokenizer::load(ByteLevelVocabulary vocabulary, std::string_view name)
{
    m_pieces = std::move(vocabulary.pieces);
    if (vocabulary.added.size() > mostAddedTokens)
        return fail("The vocabulary of {} adds {} tokens, more than {}: it is damaged, download it again.", name,
                    vocabulary.added.size(), mostAddedTokens);
    for (const AddedToken& token : vocabulary.added)
        if (!isUtf8(token.text))
            return fail(
                "The vocabulary of {} adds the token {}, whose text is not UTF-8: it is damaged, download it again.",
                name, token.id);
        else if (token.id < 0 || std::size_t(token.id) >= largestVocabulary)
            return fail("The vocabulary of {} adds the token {} with the id {}: it is damaged, download it again.",
                        name, asUtf8(beginningOf(token.text, 40)), token.id);
        else if (std::size_t(token.id) >= m_pieces.size())
            m_pieces.resize(std::size_t(token.id) + 1);
    if (m_pieces.empty() || m_pieces.size() > largestVocabulary)
        return fail("The vocabulary of {} has {} tokens, not 1 to {}: download it again.", name, m_pieces.size(),
                    largestVocabulary);

    if (auto loaded = loadAdded(vocabulary); !loaded)
        return loaded;
    if (auto loaded = loadPieces(vocabulary, name); !loaded)
        return loaded;
    for (const BytePairMerges::Merge& merge : vocabulary.merges)
        if (!has(merge.left) || !has(merge.right) || !has(merge.result))
            return fail("The vocabulary of {} merges tokens that it does not have: it is damaged, download it again.",
                        name);
    m_merges = BytePairMerges(vocabulary.merges);
    auto splitter = TextSplitter::create(vocabulary.splits, name, !vocabulary.isGguf);
    if (!splitter)
        return tl::unexpected(splitter.error());
    m_splitter = std::move(*splitter);
    m_prefersWholePieces = vocabulary.prefersWholePieces;
    m_addsSpacePrefix = vocabulary.addsSpacePrefix;
    m_normalizesToNfc = vocabulary.normalizesToNfc;
    const auto known = [&](TokenId token) { return has(token) ? token : noToken; };
    m_bos = known(vocabulary.bos);
    m_eos = known(vocabulary.eos);
    m_unknown = known(vocabulary.unknown);
    m_missingByte = known(vocabulary.missingByte);
    m_fusesMissingBytes = vocabulary.fusesMissingBytes;
    m_addsBos = vocabulary.addsBos && m_bos != noToken;
    m_mayShortenTexts = m_mayShortenTexts || m_normalizesToNfc || m_splitter->dropsText();
    return {};
}

Result<void> ByteLevelTokenizer::loadAdded(ByteLevelVocabulary& vocabulary)
{
    m_isControl.resize(m_pieces.size());
    m_isAdded.resize(m_pieces.size());
    m_bytes.resize(m_pieces.size());
    std::vector<AddedToken> raw, normalized;
    for (AddedToken& token : vocabulary.added) {
        const auto id = std::size_t(token.id);
        m_pieces[id] = token.text;
        m_isAdded[id] = true;
        m_isControl[id] = token.isSpecial;
        if (!token.isSpecial)
            m_bytes[id] = token.text;
        m_mayShortenTexts = m_mayShortenTexts || token.takesSpaceBefore || token.takesSpaceBehind;
        if (token.isNormalized && vocabulary.normalizesToNfc) { // it is looked for in texts that are normal
            auto normal = normalForm(NormalForm::c, token.text);
            if (!normal)
                return tl::unexpected(normal.error());
            token.text = std::move(*normal);
        }
        (token.isNormalized ? normalized : raw).push_back(std::move(token));
    }
    const auto order = vocabulary.isGguf ? AddedTokens::Order::longest : AddedTokens::Order::leftmost;
    m_rawAdded = AddedTokens(std::move(raw), order);
    m_normalizedAdded = AddedTokens(std::move(normalized), order);
    return {};
}

/// A piece that is not written in the alphabet is shown as it is, and no text becomes it.
Result<void> ByteLevelTokenizer::loadPieces(const ByteLevelVocabulary& vocabulary, std::string_view name)
{
    if (vocabulary.isGguf)
        m_addedBytes.resize(m_pieces.size());
    std::vector<bool> isPiece(m_pieces.size());
    for (std::size_t id = 0; id < m_pieces.size(); ++id) {
        if (m_isAdded[id])
            m_mostBytes = std::max(m_mostBytes, m_pieces[id].size());
        if (m_isAdded[id] && !vocabulary.isGguf)
            continue;
        auto bytes = bytesOfByteLevelPiece(m_pieces[id]);
        isPiece[id] = bytes && !bytes->empty();
        if (m_isAdded[id])
            m_addedBytes[id] = bytes.value_or("");
        else
            m_bytes[id] = bytes ? std::move(*bytes) : m_pieces[id];
        m_mostBytes = std::max({m_mostBytes, m_bytes[id].size(), vocabulary.isGguf ? m_addedBytes[id].size() : 0});
    }
    m_tokenOf.reserve(m_pieces.size());
    for (std::size_t id = 0; id < m_pieces.size(); ++id)
        if (isPiece[id])
            m_tokenOf.emplace(m_isAdded[id] ? m_addedBytes[id] : m_bytes[id], TokenId(id));
    for (std::size_t byte = 0; byte < m_byteTokens.size(); ++byte) {
        const char character = char(byte);
        const auto found = m_tokenOf.find(std::string_view(&character, 1));
        if (found == m_tokenOf.end() && !vocabulary.isGguf && (byte == ' ' || (byte > ' ' && byte < 0x7F)))
            return fail("The vocabulary of {} has no token for the byte {}: it is damaged, download it again.", name,
                        byte);
        // SmolLM's lacks bytes that no text had that it was made from.
        m_byteTokens[byte] = found == m_tokenOf.end() ? noToken : found->second;
        m_mayShortenTexts = m_mayShortenTexts || found == m_tokenOf.end();
    }
    return {};
}

bool ByteLevelTokenizer::isControl(TokenId token) const
{
    return has(token) && m_isControl[std::size_t(token)];
}

bool ByteLevelTokenizer::isByte(TokenId token) const
{
    // Of those that stand for a single byte, the ones that are no text on their own.
    return has(token) && m_bytes[std::size_t(token)].size() == 1 && !isUtf8(m_bytes[std::size_t(token)]);
}

Result<std::vector<TokenId>> ByteLevelTokenizer::encode(std::string_view text) const
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

std::size_t ByteLevelTokenizer::fewestTokens(std::string_view text) const
{
    return m_mayShortenTexts ? 0 : (text.size() + m_mostBytes - 1) / m_mostBytes;
}

std::string ByteLevelTokenizer::piece(TokenId token) const
{
    return has(token) ? m_pieces[std::size_t(token)] : std::string();
}

std::string ByteLevelTokenizer::bytes(TokenId token) const
{
    return has(token) ? m_bytes[std::size_t(token)] : std::string();
}

std::string ByteLevelTokenizer::decode(std::span<const TokenId> tokens) const
{
    std::string text;
    bool mayStartWithPrefix = m_addsSpacePrefix;
    for (const TokenId token : tokens) {
        std::string added = bytes(token);
        if (mayStartWithPrefix && added.starts_with(' '))
            added.erase(0, 1);
        mayStartWithPrefix = mayStartWithPrefix && isControl(token);
        text += added;
    }
    return text;
}

} // namespace draftscope

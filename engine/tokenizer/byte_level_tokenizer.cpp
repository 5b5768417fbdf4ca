// SPDX-License-Identifier: MIT
#include "engine/tokenizer/byte_level_tokenizer.h"

#include <algorithm>
#include <cstdlib>
#include <exception>

#include <utf8proc.h>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/tokenizer/byte_level_alphabet.h"

namespace draftscope {

namespace {

constexpr int mostMarksInARow =
    4096; ///< combining ones, which are sorted in time that grows with the square of their number

Result<std::string> normalFormC(std::string_view text)
{
    int marks = 0;
    for (std::size_t at = 0; at < text.size();) {
        utf8proc_int32_t code = -1;
        const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                                           utf8proc_ssize_t(text.size() - at), &code);
        if (size <= 0)
            break;
        marks = utf8proc_get_property(code)->combining_class != 0 ? marks + 1 : 0;
        if (marks > mostMarksInARow)
            return fail("The text has more than {} combining marks in a row: leave some out.", mostMarksInARow);
        at += std::size_t(size);
    }
    utf8proc_uint8_t* result = nullptr;
    const auto size =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), utf8proc_ssize_t(text.size()), &result,
                     utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
    if (size < 0)
        return fail("The text cannot be normalised ({}): shorten it.", utf8proc_errmsg(size));
    return std::string(reinterpret_cast<const char*>(result), std::size_t(size));
}

bool isAscii(std::string_view text)
{
    return std::none_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
}

} // namespace

/// One call of encode(): what it has found so far, and the tokens of words that it has seen.
class ByteLevelTokenizer::Encoding {
public:
    explicit Encoding(const ByteLevelTokenizer& tokenizer)
        : m_own(tokenizer), m_splitting(tokenizer.m_splitter->makeWork())
    {
    }

    /// A text in which nothing has been looked for.
    [[nodiscard]] Result<void> add(std::string_view text)
    {
        return addAround(m_own.m_rawAdded, text, [&](std::string_view part) -> Result<void> {
            if (!m_own.m_normalizesToNfc || isAscii(part))
                return addNormalized(part);
            const auto normal = normalFormC(part);
            return normal ? addNormalized(*normal) : tl::unexpected(normal.error());
        });
    }

    [[nodiscard]] std::vector<TokenId> take() { return std::move(m_ids); }

private:
    /// The added tokens in a text, and what `rest` makes of the text between them.
    template <class Rest>
    [[nodiscard]] Result<void> addAround(const AddedTokens& added, std::string_view text, const Rest& rest)
    {
        for (std::size_t at = 0; at < text.size();) {
            const auto found = added.next(text, at);
            const std::size_t end = found ? found->begin : text.size();
            if (end > at)
                if (auto done = rest(text.substr(at, end - at)); !done)
                    return done;
            if (found)
                m_ids.push_back(found->id);
            at = found ? found->end : end;
        }
        return {};
    }

    [[nodiscard]] Result<void> addNormalized(std::string_view text)
    {
        return addAround(m_own.m_normalizedAdded, text, [&](std::string_view part) -> Result<void> {
            std::string prefixed;
            if (m_own.m_addsSpacePrefix && !part.starts_with(' ')) {
                (prefixed = ' ') += part;
                part = prefixed;
            }
            return m_own.m_splitter->split(part, *m_splitting, [&](std::string_view word) { addWord(word); });
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
    std::unique_ptr<TextSplitter::Work, TextSplitter::FreeWork> m_splitting;
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

    m_isControl.resize(m_pieces.size());
    m_bytes.resize(m_pieces.size());
    std::vector<bool> isAdded(m_pieces.size());
    std::vector<AddedToken> raw, normalized;
    for (AddedToken& token : vocabulary.added) {
        const auto id = std::size_t(token.id);
        m_pieces[id] = token.text;
        isAdded[id] = true;
        m_isControl[id] = token.isSpecial;
        if (!token.isSpecial)
            m_bytes[id] = token.text;
        m_mayShortenTexts = m_mayShortenTexts || token.takesSpaceBefore || token.takesSpaceBehind;
        if (token.isNormalized && vocabulary.normalizesToNfc) { // it is looked for in texts that are normal
            auto normal = normalFormC(token.text);
            if (!normal)
                return tl::unexpected(normal.error());
            token.text = std::move(*normal);
        }
        (token.isNormalized ? normalized : raw).push_back(std::move(token));
    }
    for (std::size_t id = 0; id < m_pieces.size(); ++id)
        if (!isAdded[id]) {
            auto bytes = bytesOfByteLevelPiece(m_pieces[id]);
            if (!bytes)
                return fail("The token {} of {} is \"{}\", which stands for no bytes: the vocabulary is not a "
                            "byte-level one, or damaged.",
                            id, name, asUtf8(beginningOf(m_pieces[id], 40)));
            m_bytes[id] = std::move(*bytes);
            m_mostBytes = std::max(m_mostBytes, m_bytes[id].size());
        } else {
            m_mostBytes = std::max(m_mostBytes, m_pieces[id].size());
        }
    m_tokenOf.reserve(m_pieces.size());
    for (std::size_t id = 0; id < m_pieces.size(); ++id)
        if (!isAdded[id] && !m_bytes[id].empty())
            m_tokenOf.emplace(m_bytes[id], TokenId(id));
    for (std::size_t byte = 0; byte < m_byteTokens.size(); ++byte) {
        const char character = char(byte);
        const auto found = m_tokenOf.find(std::string_view(&character, 1));
        if (found == m_tokenOf.end() && (byte == ' ' || (byte > ' ' && byte < 0x7F)))
            return fail("The vocabulary of {} has no token for the byte {}: it is damaged, download it again.", name,
                        byte);
        // SmolLM's lacks bytes that no text had that it was made from.
        m_byteTokens[byte] = found == m_tokenOf.end() ? noToken : found->second;
        m_mayShortenTexts = m_mayShortenTexts || found == m_tokenOf.end();
    }

    for (const BytePairMerges::Merge& merge : vocabulary.merges)
        if (!has(merge.left) || !has(merge.right) || !has(merge.result))
            return fail("The vocabulary of {} merges tokens that it does not have: it is damaged, download it again.",
                        name);
    m_merges = BytePairMerges(vocabulary.merges);
    m_rawAdded = AddedTokens(std::move(raw));
    m_normalizedAdded = AddedTokens(std::move(normalized));
    auto splitter = TextSplitter::create(vocabulary.splits, name);
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
    if (const std::size_t bad = validUtf8Length(text); bad < text.size())
        return fail("The text is not valid UTF-8 at byte {}: save it as UTF-8.", bad);
    if (text.size() > longestText)
        return fail("The text has {} MiB, and more than {} are too much: shorten it.", text.size() >> 20,
                    longestText >> 20);
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

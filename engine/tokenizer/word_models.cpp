// SPDX-License-Identifier: MIT
#include "engine/tokenizer/word_models.h"

#include <algorithm>

#include "engine/tokenizer/unicode_text.h"

namespace draftscope {

namespace {

Result<void> missingUnknown(std::string_view unknown)
{
    return fail("The text has characters for which the vocabulary has no token, nor the one for them ({}): leave them "
                "out, or use another model.",
                unknown.empty() ? "unk_token" : unknown);
}

} // namespace

PieceIds::PieceIds(const std::vector<std::string>& pieces)
{
    m_ids.reserve(pieces.size());
    for (std::size_t id = 0; id < pieces.size(); ++id)
        if (!pieces[id].empty())
            m_ids[pieces[id]] = TokenId(id);
}

TokenId PieceIds::find(std::string_view piece) const
{
    const auto found = m_ids.find(piece);
    return found == m_ids.end() ? noToken : found->second;
}

bool PieceIds::addBytes(std::string_view text, std::vector<TokenId>& ids) const
{
    const std::size_t before = ids.size();
    for (const char byte : text) {
        const TokenId id = find(fmt::format("<0x{:02X}>", static_cast<unsigned char>(byte)));
        if (id == noToken) {
            ids.resize(before);
            return false;
        }
        ids.push_back(id);
    }
    return true;
}

void BytePairModel::setVocabulary(const std::vector<std::string>& pieces,
                                  const std::vector<BytePairMerges::Merge>& merges)
{
    m_pieces = PieceIds(pieces);
    m_merges = BytePairMerges(merges);
}

Result<void> BytePairModel::encode(std::string_view word, std::vector<TokenId>& ids) const
{
    const bool isLines = prefersLines && word.find_first_not_of('\n') == std::string_view::npos;
    if (prefersWholePieces || isLines)
        if (const TokenId whole = m_pieces.find(word); whole != noToken) {
            ids.push_back(whole);
            return {};
        }
    if (byteFallback == ByteFallback::whereThere)
        return encodeWithGaps(word, ids);
    std::vector<TokenId> tokens;
    TokenId waiting = noToken; // an unknown one that may become longer
    std::string piece;
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t size = std::max<std::size_t>(characterAt(word, at).size, 1);
        piece = at > 0 ? continuation : "";
        piece += word.substr(at, size);
        at += size;
        if (at >= word.size())
            piece += ending;
        if (const TokenId id = m_pieces.find(piece); id != noToken) {
            if (waiting != noToken)
                tokens.push_back(waiting);
            waiting = noToken;
            tokens.push_back(id);
            continue;
        }
        // Bytes go in front of an unknown token that waits, as there.
        if (byteFallback == ByteFallback::whole && m_pieces.addBytes(piece, tokens))
            continue;
        if (!unknown)
            continue;
        if (waiting != noToken && !fusesUnknown)
            tokens.push_back(waiting);
        waiting = m_pieces.find(*unknown);
        if (waiting == noToken)
            return missingUnknown(*unknown);
    }
    if (waiting != noToken)
        tokens.push_back(waiting);
    m_merges.apply(tokens);
    ids.insert(ids.end(), tokens.begin(), tokens.end());
    return {};
}

/// Ids of the characters of a word; below noToken, −2 and so on, for those that are no pieces, which no merge knows.
std::vector<TokenId> BytePairModel::charactersAndGaps(std::string_view word, std::vector<std::string_view>& gaps) const
{
    std::vector<TokenId> tokens;
    for (std::size_t at = 0; at < word.size();) {
        const std::string_view character = word.substr(at, std::max<std::size_t>(characterAt(word, at).size, 1));
        at += character.size();
        TokenId id = m_pieces.find(character);
        if (id == noToken) {
            gaps.push_back(character);
            id = noToken - TokenId(gaps.size());
        }
        tokens.push_back(id);
    }
    return tokens;
}

Result<void> BytePairModel::encodeWithGaps(std::string_view word, std::vector<TokenId>& ids) const
{
    std::vector<std::string_view> gaps;
    std::vector<TokenId> tokens = charactersAndGaps(word, gaps);
    m_merges.apply(tokens);
    for (const TokenId token : tokens) {
        if (token >= 0) {
            ids.push_back(token);
            continue;
        }
        for (const char byte : gaps[std::size_t(noToken - token) - 1])
            (void)m_pieces.addBytes(std::string_view(&byte, 1), ids);
    }
    return {};
}

Result<void> WholeWordModel::encode(std::string_view word, std::vector<TokenId>& ids) const
{
    TokenId id = pieces.find(word);
    if (id == noToken)
        id = pieces.find(unknown);
    if (id == noToken)
        return missingUnknown(unknown);
    ids.push_back(id);
    return {};
}

Result<void> WordPieceModel::encode(std::string_view word, std::vector<TokenId>& ids) const
{
    std::vector<TokenId> tokens;
    std::size_t characters = 0;
    forEachCharacter(word, [&](std::int32_t, std::size_t) { ++characters; });
    bool isKnown = characters <= longestWord;
    for (std::size_t at = 0; isKnown && at < word.size();) {
        const std::string_view before = at > 0 ? std::string_view(continuation) : std::string_view();
        std::size_t size = std::min(word.size() - at, longestPiece);
        TokenId id = noToken;
        for (; size > 0 && id == noToken; --size) {
            const std::size_t end = at + size;
            if (end == word.size() || (static_cast<unsigned char>(word[end]) & 0xc0) != 0x80)
                id = pieces.find(fmt::format("{}{}", before, word.substr(at, size)));
            if (id != noToken)
                break;
        }
        isKnown = id != noToken;
        if (isKnown)
            tokens.push_back(id);
        at += size;
    }
    if (!isKnown) {
        const TokenId id = pieces.find(unknown);
        if (id == noToken)
            return missingUnknown(unknown);
        tokens = {id};
    }
    ids.insert(ids.end(), tokens.begin(), tokens.end());
    return {};
}

UnigramModel::UnigramModel(std::vector<std::pair<std::string, double>> pieces, TokenId unknown, bool fallsBackOnBytes)
    : m_unknown(unknown), m_fallsBackOnBytes(fallsBackOnBytes)
{
    constexpr double unknownPenalty = 10; // sentencepiece's
    std::vector<std::string> texts;
    double lowest = 0;
    for (auto& [text, score] : pieces) {
        lowest = texts.empty() ? score : std::min(lowest, score);
        m_scores.push_back(score);
        texts.push_back(std::move(text));
    }
    m_unknownScore = lowest - unknownPenalty;
    m_pieces = PieceIds(texts);
    for (std::size_t id = 0; id < texts.size(); ++id)
        if (!texts[id].empty() && m_pieces.find(texts[id]) == TokenId(id))
            m_sorted.emplace_back(texts[id], TokenId(id));
    std::ranges::sort(m_sorted);
}

/// For every place in a word the best way to get there, by the last piece.
Result<std::vector<UnigramModel::Step>> UnigramModel::bestSteps(std::string_view word) const
{
    std::vector<Step> steps(word.size() + 1);
    const auto offer = [&](std::size_t from, std::size_t end, double score, TokenId id) {
        Step& step = steps[end];
        const double sum = score + steps[from].score;
        if (!step.isReached || sum > step.score)
            step = {sum, from, id, true};
    };
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t size = std::max<std::size_t>(characterAt(word, at).size, 1);
        bool hasCharacter = false;
        auto begin = m_sorted.begin(), end = m_sorted.end();
        for (std::size_t length = 1; begin != end && at + length <= word.size(); ++length) {
            const char byte = word[at + length - 1];
            const auto byteOf = [&](const auto& entry) { // −1: too short, and so in front of all others
                return entry.first.size() < length ? -1 : int(static_cast<unsigned char>(entry.first[length - 1]));
            };
            const int wanted = static_cast<unsigned char>(byte);
            begin = std::partition_point(begin, end, [&](const auto& entry) { return byteOf(entry) < wanted; });
            end = std::partition_point(begin, end, [&](const auto& entry) { return byteOf(entry) <= wanted; });
            if (begin == end || begin->first.size() != length)
                continue;
            offer(at, at + length, m_scores[std::size_t(begin->second)], begin->second);
            hasCharacter = hasCharacter || length == size;
        }
        if (!hasCharacter) {
            if (m_unknown == noToken)
                return tl::unexpected(missingUnknown("unk_id").error());
            offer(at, at + size, m_unknownScore, m_unknown);
        }
        at += size;
    }
    return steps;
}

Result<void> UnigramModel::encode(std::string_view word, std::vector<TokenId>& ids) const
{
    const auto steps = bestSteps(word);
    if (!steps)
        return tl::unexpected(steps.error());
    std::vector<std::pair<std::size_t, std::size_t>> parts; // from the end; neighbours that are unknown are one
    bool wasUnknown = false;
    for (std::size_t end = word.size(); end > 0;) {
        const Step& step = (*steps)[end];
        const bool isUnknown = m_unknown != noToken && step.id == m_unknown;
        if (isUnknown && wasUnknown)
            parts.back().first = step.from;
        else
            parts.emplace_back(step.from, end);
        wasUnknown = isUnknown;
        end = step.from;
    }
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const std::string_view text = word.substr(part->first, part->second - part->first);
        if (const TokenId id = m_pieces.find(text); id != noToken)
            ids.push_back(id);
        else if (m_fallsBackOnBytes && m_pieces.addBytes(text, ids))
            continue;
        else if (m_unknown == noToken)
            return missingUnknown("unk_id");
        else
            ids.push_back(m_unknown);
    }
    return {};
}

} // namespace draftscope

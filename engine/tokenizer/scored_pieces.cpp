// SPDX-License-Identifier: MIT
#include "engine/tokenizer/scored_pieces.h"

#include <algorithm>
#include <queue>

#include <fmt/format.h>

namespace draftscope {

namespace {

constexpr std::uint32_t noSymbol = ~std::uint32_t(0);

/// A part of the text, linked to its neighbours; 0 bytes: it has become part of another.
struct Symbol {
    std::uint32_t begin = 0, size = 0, before = noSymbol, behind = noSymbol;
};

/// Two neighbours that may be joined. Out of date where they no longer have that many bytes.
struct Candidate {
    float score = 0;
    std::uint32_t left = 0, right = 0, size = 0;
    bool operator<(const Candidate& other) const
    {
        return score != other.score ? score < other.score : left > other.left;
    }
};

std::vector<Symbol> charactersOf(std::string_view text)
{
    std::vector<Symbol> symbols;
    for (std::uint32_t at = 0; at < text.size(); ++at) {
        if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80 || symbols.empty()) {
            const auto index = std::uint32_t(symbols.size());
            if (index > 0)
                symbols.back().behind = index;
            symbols.push_back({.begin = at, .before = index == 0 ? noSymbol : index - 1});
        }
        ++symbols.back().size;
    }
    return symbols;
}

} // namespace

ScoredPieces::ScoredPieces(const std::vector<std::string>& texts, const std::vector<float>& scores, TokenId unknown)
    : m_unknown(unknown)
{
    m_pieces.reserve(texts.size());
    for (std::size_t id = 0; id < texts.size(); ++id) {
        m_pieces[texts[id]] = {TokenId(id), scores[id]};
        m_longest = std::max(m_longest, texts[id].size());
    }
    m_hasAllBytes = true;
    for (unsigned byte = 0; byte < m_bytes.size(); ++byte) {
        const Piece* piece = find(fmt::format("<0x{:02X}>", byte));
        const char itself = char(byte);
        if (!piece)
            piece = find(std::string_view(&itself, 1));
        m_bytes[byte] = piece ? piece->id : noToken;
        m_hasAllBytes = m_hasAllBytes && piece;
    }
}

const ScoredPieces::Piece* ScoredPieces::find(std::string_view text) const
{
    if (text.size() > m_longest)
        return nullptr;
    const auto found = m_pieces.find(text);
    return found == m_pieces.end() ? nullptr : &found->second;
}

void ScoredPieces::encode(std::string_view text, std::vector<TokenId>& ids) const
{
    std::vector<Symbol> symbols = charactersOf(text);
    std::priority_queue<Candidate> queue;
    const auto offer = [&](std::uint32_t left, std::uint32_t right) {
        if (left == noSymbol || right == noSymbol)
            return;
        const std::uint32_t size = symbols[left].size + symbols[right].size;
        if (const Piece* piece = find(text.substr(symbols[left].begin, size)))
            queue.push({piece->score, left, right, size});
    };
    for (std::uint32_t i = 1; i < symbols.size(); ++i)
        offer(i - 1, i);
    while (!queue.empty()) {
        const Candidate join = queue.top();
        queue.pop();
        Symbol &left = symbols[join.left], &right = symbols[join.right];
        if (left.size == 0 || right.size == 0 || left.size + right.size != join.size)
            continue;
        left.size = join.size;
        right.size = 0;
        left.behind = right.behind;
        if (right.behind != noSymbol)
            symbols[right.behind].before = join.left;
        offer(left.before, join.left);
        offer(join.left, left.behind);
    }
    bool wasUnknown = false;
    for (std::uint32_t i = symbols.empty() ? noSymbol : 0; i != noSymbol; i = symbols[i].behind) {
        const std::string_view part = text.substr(symbols[i].begin, symbols[i].size);
        const Piece* piece = find(part);
        const bool hasBytes =
            std::ranges::all_of(part, [&](char byte) { return m_bytes[static_cast<unsigned char>(byte)] != noToken; });
        if (piece)
            ids.push_back(piece->id);
        else if (hasBytes)
            for (const char byte : part)
                ids.push_back(m_bytes[static_cast<unsigned char>(byte)]);
        else if (!wasUnknown && m_unknown != noToken)
            ids.push_back(m_unknown);
        wasUnknown = !piece && !hasBytes;
    }
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/tokenizer/byte_pair_merges.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>

namespace draftscope {

namespace {

constexpr std::size_t few = 24; ///< tokens of which all neighbours are looked at for every merge

std::uint64_t pairOf(TokenId left, TokenId right)
{
    return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
}

std::size_t hashOf(std::uint64_t pair)
{
    pair *= 0x9e3779b97f4a7c15; // the golden ratio in 64 bits: Fibonacci hashing
    return std::size_t(pair ^ pair >> 32);
}

} // namespace

BytePairMerges::BytePairMerges(std::span<const Merge> merges) : m_entries(std::bit_ceil(2 * merges.size() + 1))
{
    const std::size_t mask = m_entries.size() - 1;
    for (const Merge& merge : merges) {
        const std::uint64_t pair = pairOf(merge.left, merge.right);
        std::size_t at = hashOf(pair) & mask;
        while (m_entries[at].result != noToken && m_entries[at].pair != pair)
            at = (at + 1) & mask;
        m_entries[at] = {pair, merge.rank, merge.result};
    }
}

const BytePairMerges::Entry* BytePairMerges::find(TokenId left, TokenId right) const
{
    if (m_entries.empty())
        return nullptr;
    const std::size_t mask = m_entries.size() - 1;
    const std::uint64_t pair = pairOf(left, right);
    for (std::size_t at = hashOf(pair) & mask; m_entries[at].result != noToken; at = (at + 1) & mask)
        if (m_entries[at].pair == pair)
            return &m_entries[at];
    return nullptr;
}

void BytePairMerges::apply(std::vector<TokenId>& tokens) const
{
    if (tokens.size() <= few)
        applyToFew(tokens);
    else
        applyToMany(tokens);
}

void BytePairMerges::applyToFew(std::vector<TokenId>& tokens) const
{
    // Merges of each token with the one behind it.
    const Entry* merges[few] = {};
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        merges[i] = find(tokens[i], tokens[i + 1]);
    for (;;) {
        std::size_t best = tokens.size();
        std::uint32_t lowest = std::numeric_limits<std::uint32_t>::max();
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
            if (merges[i] && (best == tokens.size() || merges[i]->rank < lowest)) {
                best = i;
                lowest = merges[i]->rank;
            }
        if (best == tokens.size())
            return;
        tokens[best] = merges[best]->result;
        tokens.erase(tokens.begin() + std::ptrdiff_t(best) + 1);
        std::copy(merges + best + 2, merges + tokens.size() + 1, merges + best + 1);
        merges[best] = best + 1 < tokens.size() ? find(tokens[best], tokens[best + 1]) : nullptr;
        if (best > 0)
            merges[best - 1] = find(tokens[best - 1], tokens[best]);
    }
}

void BytePairMerges::applyToMany(std::vector<TokenId>& tokens) const
{
    // A list of tokens, linked by their places, and a queue of all merges that were possible at some time.
    struct Candidate {
        std::uint32_t rank;
        std::size_t place;
        std::uint64_t pair; ///< it is out of date where the tokens there are others now
        TokenId result;
        bool operator<(const Candidate& other) const
        {
            return rank != other.rank ? rank > other.rank : place > other.place;
        }
    };
    const std::size_t none = tokens.size();
    std::vector<std::size_t> before(tokens.size()), behind(tokens.size());
    std::priority_queue<Candidate> queue;
    const auto offer = [&](std::size_t place) {
        if (place == none || behind[place] == none)
            return;
        const TokenId left = tokens[place], right = tokens[behind[place]];
        if (const Entry* merge = find(left, right))
            queue.push({merge->rank, place, merge->pair, merge->result});
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        before[i] = i == 0 ? none : i - 1;
        behind[i] = i + 1;
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
        offer(i);
    while (!queue.empty()) {
        const Candidate merge = queue.top();
        queue.pop();
        const std::size_t place = merge.place, gone = behind[place];
        if (tokens[place] == noToken || gone == none || pairOf(tokens[place], tokens[gone]) != merge.pair)
            continue;
        tokens[place] = merge.result;
        tokens[gone] = noToken;
        behind[place] = behind[gone];
        if (behind[gone] != none)
            before[behind[gone]] = place;
        offer(before[place]);
        offer(place);
    }
    tokens.erase(std::remove(tokens.begin(), tokens.end(), noToken), tokens.end());
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/speculation/lookahead_drafter.h"

#include <algorithm>
#include <cassert>

namespace draftscope {
namespace {

/// Adds what was said behind each row. parentOf: the row before it on its path; -1: the root, in front of which
/// `ending` lies.
template <class RowRecord, class Likeliest>
void addAll(NgramPool& pool, std::span<const TokenId> ending, std::span<const RowRecord> rows,
            const Likeliest& likeliestBehind)
{
    std::vector<std::vector<TokenId>> paths;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<TokenId> path(ending.begin(), ending.end());
        if (rows[i].parent >= 0)
            path = paths[std::size_t(rows[i].parent)];
        path.push_back(rows[i].token);
        pool.add(path, likeliestBehind(i));
        paths.push_back(std::move(path));
    }
}

} // namespace

LookaheadDrafter::LookaheadDrafter(Sizes sizes, int vocabularySize)
    : m_sizes(sizes), m_vocabularySize(vocabularySize), m_pool(sizes.ngram - 1, sizes.guesses),
      m_window(sizes.window, sizes.ngram - 1)
{
    assert(sizes.ngram >= 2);
}

void LookaheadDrafter::begin(std::span<const TokenId> text, const Progress&)
{
    m_text.assign(text.begin(), text.end());
}

int LookaheadDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                               const Progress&)
{
    const std::size_t before = tree.nodes.size();
    for (const auto& [parent, children] : level) {
        const std::vector<TokenId> guesses = guessesBehind(tree, parent);
        const std::size_t first = tree.nodes.size();
        for (std::size_t i = 0; i < std::size_t(children); ++i) {
            const std::optional<TokenId> forced = draws.forced(int(tree.nodes.size()));
            if (!forced && i >= guesses.size())
                break;
            tree.addCertain(forced ? *forced : guesses[i], parent, m_vocabularySize);
        }
        // One n-gram goes on behind each child, and behind the newest all that remain.
        const int added = int(tree.nodes.size() - first);
        const int ngrams = parent < 0 ? m_sizes.guesses : tree.nodes[std::size_t(parent)].chains;
        if (added > 0)
            tree.nodes[first].chains = std::max(1, ngrams - (added - 1));
    }
    return int(tree.nodes.size() - before);
}

std::vector<TokenId> LookaheadDrafter::guessesBehind(const DraftTree& tree, int node) const
{
    std::vector<TokenId> row = m_text;
    bool isFirst = true; // of what the newest n-gram has
    for (const int above : tree.pathTo(node)) {
        row.push_back(tree.nodes[std::size_t(above)].token);
        isFirst = isFirst && !tree.nodes[std::size_t(above)].hasOwnQ;
    }
    std::vector<TokenId> guesses = m_pool.after(row);
    if (!guesses.empty() || !isFirst)
        return guesses;
    const std::size_t place = row.size();
    if (place >= m_newestPlace && place - m_newestPlace < m_newest.size())
        return {m_newest[place - m_newestPlace]};
    return {row.back()};
}

void LookaheadDrafter::forget()
{
    m_pool.clear();
    m_window.clear();
    m_newest.clear();
}

void LookaheadDrafter::learn(std::span<const TokenId> text, const RoundRecord& round)
{
    assert(!text.empty() && round.likeliest.size() == round.nodes.size() + 1);
    const auto ending = text.last(std::min(std::size_t(m_sizes.ngram - 1), text.size()));
    addAll<SideRow>(m_pool, ending, round.sideRows, [&](std::size_t i) { return round.sideRows[i].likeliest; });
    // What was said behind the text itself and behind drafts is the newest.
    m_pool.add(ending, round.likeliest[0]);
    addAll<NodeRecord>(m_pool, ending, round.nodes, [&](std::size_t i) { return round.likeliest[i + 1]; });
    keepNewest(text, round);
    m_window.moveOn(round.sideRows, round.likeliest[0]);
}

void LookaheadDrafter::keepNewest(std::span<const TokenId> text, const RoundRecord& round)
{
    m_newestPlace = text.size();
    m_newest.assign(1, round.likeliest[0]);
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        const auto depth = std::size_t(node.depth);
        if (m_newest.size() <= depth)
            m_newest.push_back(round.likeliest[n + 1]);
        else if (node.verdict == Verdict::accepted)
            m_newest[depth] = round.likeliest[n + 1];
    }
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/speculation/retrieval_drafter.h"

#include <algorithm>

namespace draftscope {

void RetrievalDrafter::begin(std::span<const TokenId> text, const Progress&)
{
    m_text.assign(text.begin(), text.end());
    m_tries.clear();
    m_places.assign(1, {});
}

int RetrievalDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                               const Progress&)
{
    const std::size_t before = tree.nodes.size();
    for (const Expansion& expansion : level) {
        const int context = expansion.parent + 1;
        const int depth = expansion.parent < 0 ? 1 : tree.nodes[std::size_t(expansion.parent)].depth + 1;
        Place place = m_places[std::size_t(context)];
        std::vector<Continuation> continuations = continuationsAt(tree, context, place);
        const auto forcedFirst = draws.forced(int(tree.nodes.size()));
        if (continuations.empty() && forcedFirst)
            continuations.push_back({*forcedFirst, 1.0});
        if (tree.keepsContexts && !continuations.empty())
            writeQ(tree, context, continuations);
        for (int i = 0; i < std::min(expansion.children, int(continuations.size())); ++i) {
            const auto forced = draws.forced(int(tree.nodes.size()));
            const TokenId token = forced ? *forced : continuations[std::size_t(i)].token;
            const auto known = std::ranges::find(continuations, token, &Continuation::token);
            DraftTree::Node child{token, expansion.parent, depth};
            child.q = known == continuations.end() ? 0 : known->share;
            child.confidence = child.q;
            tree.nodes.push_back(child);
            m_places.push_back(childWith(token, place));
        }
    }
    return int(tree.nodes.size() - before);
}

std::vector<RetrievalDrafter::Continuation> RetrievalDrafter::continuationsAt(const DraftTree& tree, int context,
                                                                              Place& place)
{
    std::vector<Continuation> found = childrenOf(place);
    if (!found.empty())
        return found;
    std::vector<TokenId> all = m_text;
    for (const int node : tree.pathTo(context - 1))
        all.push_back(tree.nodes[std::size_t(node)].token);
    m_tries.push_back(m_lookup.continuations(m_lookup.longestEnding(all)));
    place = {int(m_tries.size()) - 1, -1};
    return childrenOf(place);
}

std::vector<RetrievalDrafter::Continuation> RetrievalDrafter::childrenOf(Place place) const
{
    std::vector<Continuation> children;
    if (place.trie < 0)
        return children;
    double sum = 0;
    for (const ContinuationTrie::Node& node : m_tries[std::size_t(place.trie)].nodes())
        if (node.parent == place.node) {
            children.push_back({node.token, double(node.count)});
            sum += node.count;
        }
    for (Continuation& child : children)
        child.share /= sum;
    return children;
}

RetrievalDrafter::Place RetrievalDrafter::childWith(TokenId token, Place place) const
{
    const std::vector<ContinuationTrie::Node>& nodes = m_tries[std::size_t(place.trie)].nodes();
    for (int n = 0; n < int(nodes.size()); ++n)
        if (nodes[std::size_t(n)].parent == place.node && nodes[std::size_t(n)].token == token)
            return {place.trie, n};
    return {};
}

void RetrievalDrafter::writeQ(DraftTree& tree, int context, const std::vector<Continuation>& continuations) const
{
    if (tree.q.size() <= std::size_t(context))
        tree.q.resize(std::size_t(context) + 1);
    Distribution& q = tree.q[std::size_t(context)];
    q.assign(std::size_t(m_vocabularySize), 0.0);
    for (const Continuation& one : continuations)
        q[std::size_t(one.token)] = one.share;
}

} // namespace draftscope

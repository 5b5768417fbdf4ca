// SPDX-License-Identifier: MIT
#include "engine/speculation/merged_drafter.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace draftscope {
namespace {

/// The first child of a node with that token; -1 where there is none.
int childWith(const DraftTree& tree, int parent, TokenId token)
{
    const auto found = std::ranges::find_if(
        tree.nodes, [&](const DraftTree::Node& node) { return node.parent == parent && node.token == token; });
    return found == tree.nodes.end() ? -1 : int(found - tree.nodes.begin());
}

template <class Value>
void setAt(std::vector<Value>& values, int index, const Value& value)
{
    if (values.size() <= std::size_t(index))
        values.resize(std::size_t(index) + 1);
    values[std::size_t(index)] = value;
}

} // namespace

MergedDrafter::MergedDrafter(std::vector<std::unique_ptr<Drafter>> drafters)
{
    assert(!drafters.empty() && drafters.size() <= MergedChainsShape::mostChains);
    for (std::unique_ptr<Drafter>& drafter : drafters)
        m_chains.push_back({std::move(drafter), {}, {}, true});
}

void MergedDrafter::begin(std::span<const TokenId> text, const Progress& progress)
{
    for (const Chain& chain : m_chains)
        chain.drafter->begin(text, progress);
    restart();
}

void MergedDrafter::restart()
{
    for (Chain& chain : m_chains) {
        chain.own.clear();
        chain.nodes.clear();
        chain.goesOn = true;
    }
}

int MergedDrafter::roomAfter(int textLength) const
{
    int room = 0;
    for (const Chain& chain : m_chains)
        room = std::max(room, chain.drafter->roomAfter(textLength));
    return room;
}

int MergedDrafter::slotOf(int node) const
{
    const Chain& first = m_chains.front();
    const auto found = std::ranges::find(first.nodes, node);
    return found == first.nodes.end() ? -1 : first.drafter->slotOf(int(found - first.nodes.begin()));
}

int MergedDrafter::addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                            const Progress& progress)
{
    const std::size_t before = tree.nodes.size();
    std::vector<char> wentOn(m_chains.size(), false);
    for (const Expansion& expansion : level) {
        int added = 0;
        for (std::size_t draft = 0; draft < m_chains.size(); ++draft) {
            Chain& chain = m_chains[draft];
            if (!chain.goesOn || wentOn[draft] || chain.end() != expansion.parent)
                continue;
            if (tree.rule != DrawRule::deterministic && added == expansion.children)
                continue; // no room for what it would draw
            if (!propose(chain, tree, draws, progress))
                continue;
            const bool isThere = tree.rule == DrawRule::deterministic
                && childWith(tree, expansion.parent, chain.own.nodes.back().token) >= 0;
            if (!isThere && added == expansion.children)
                continue;
            added += place(chain, int(draft), tree, expansion.parent, added == 0, draws) ? 1 : 0;
            wentOn[draft] = true;
        }
    }
    for (std::size_t draft = 0; draft < m_chains.size(); ++draft)
        m_chains[draft].goesOn = wentOn[draft];
    return int(tree.nodes.size() - before);
}

bool MergedDrafter::propose(Chain& chain, const DraftTree& tree, const LevelDraws& draws, const Progress& progress)
{
    chain.own.rule = tree.rule;
    chain.own.keepsContexts = true; // for a q of what was copied, too
    chain.own.wantsConfidence = tree.wantsConfidence;
    const int node = int(tree.nodes.size());
    const LevelDraws own = {draws.sampler, [&](int) { return draws.u(node); }, [](int) { return std::nullopt; }};
    const Expansion next = {int(chain.own.nodes.size()) - 1, 1};
    return chain.drafter->addLevel(chain.own, std::span(&next, 1), own, progress) == 1;
}

bool MergedDrafter::place(Chain& chain, int draft, DraftTree& tree, int parent, bool isFirst, const LevelDraws& draws)
{
    const int node = int(tree.nodes.size());
    const std::size_t context = chain.own.nodes.size() - 1;
    DraftTree::Node& proposed = chain.own.nodes.back();
    if (tree.rule == DrawRule::deterministic) {
        if (const int same = childWith(tree, parent, proposed.token); same >= 0) {
            ++tree.nodes[std::size_t(same)].chains;
            chain.nodes.push_back(same);
            return false;
        }
    }
    const Distribution& q = chain.own.q[context];
    if (const auto forced = draws.forced(node)) {
        proposed.token = *forced;
        proposed.q = q[std::size_t(*forced)];
        if (context < chain.own.unfiltered.size() && tree.wantsConfidence)
            proposed.confidence = chain.own.unfiltered[context][std::size_t(*forced)];
    }
    DraftTree::Node added = proposed;
    added.parent = parent;
    added.draft = draft;
    const int first = childWith(tree, parent, added.token);
    added.chains = first < 0 ? 1 : 0;
    added.hasOwnQ = !isFirst;
    if (!isFirst) {
        setAt(tree.ownQ, node, q);
    } else {
        setAt(tree.q, parent + 1, q);
        if (tree.wantsConfidence && context < chain.own.unfiltered.size())
            setAt(tree.unfiltered, parent + 1, chain.own.unfiltered[context]);
        if (tree.keepsContexts)
            setAt(tree.logits, parent + 1,
                  context < chain.own.logits.size() ? chain.own.logits[context] : std::vector<float>());
    }
    tree.nodes.push_back(added);
    if (first >= 0)
        ++tree.nodes[std::size_t(first)].chains;
    chain.nodes.push_back(first < 0 ? node : first);
    return true;
}

std::vector<Expansion> MergedChainsShape::nextLevel(const DraftTree& tree, ShapeLimits limits) const
{
    std::vector<Expansion> level;
    if (tree.depth() >= limits.depth)
        return level;
    int left = limits.nodes - int(tree.nodes.size());
    for (const int parent : newestLevel(tree)) {
        const int chains = parent < 0 ? mostChains : tree.nodes[std::size_t(parent)].chains;
        const int children = std::min(chains, left);
        if (children <= 0)
            continue;
        level.push_back({parent, children});
        left -= children;
    }
    return level;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/speculation/level_plan.h"

#include <cassert>

namespace draftscope {

std::span<const Rows> LevelPlan::make(SequenceCache& cache, FedNodes& fed, std::span<const TokenId> missing,
                                      HeadInput input, const DraftTree& tree)
{
    const std::span<const int> path = cache.path();
    const auto cached = path.size();
    m_seen.assign(path.begin(), path.end());
    m_seen.reserve(cached + missing.size()); // rows point into it
    m_passes.resize(std::size_t(tree.depth()));
    DraftTree above;
    for (const std::vector<Expansion>& level : levelsOf(tree)) {
        Rows& pass = m_passes[std::size_t(above.depth())];
        pass.rows.clear();
        if (above.nodes.empty()) {
            for (const TokenId token : missing) {
                const int position = int(m_seen.size()), slot = cache.take(position, token);
                assert(slot >= 0); // the cache has a slot for every position
                const auto before = std::span(m_seen).subspan(cached);
                pass.rows.push_back({token, position, 0, slot, before, before.size() + 1 == missing.size()});
                m_seen.push_back(slot);
            }
            pass.prefixes.assign(1, std::span(m_seen).first(cached));
            pass.inputStates = input.states;
            pass.targetFeatures = input.features;
        } else {
            pass.rows = fed.take(cache, int(m_seen.size()), above, level);
            fed.keep();
            pass.prefixes.assign(1, m_seen);
        }
        for (const Expansion& expansion : level)
            for (int child = 0; child < expansion.children; ++child)
                above.nodes.push_back(tree.nodes[above.nodes.size()]);
    }
    return m_passes;
}

void LevelPlan::adopt(SequenceCache& cache, FedNodes& fed, std::span<const TokenId> tokens) const
{
    assert(!tokens.empty());
    for (auto position = std::size_t(cache.cachedCount()); position < m_seen.size(); ++position)
        cache.commit(m_seen[position]);
    fed.adopt(cache, tokens);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/speculation/level_plan.h"

#include <cassert>

namespace draftscope {

void LevelPlan::begin(const SequenceCache& cache, const Rows& first, std::size_t passes)
{
    const std::span<const int> path = cache.path();
    m_seen.assign(path.begin(), path.end());
    for (const Row& row : first.rows)
        m_seen.push_back(row.slot);
    m_passes.assign(passes, {});
    Rows& own = m_passes.front();
    own = first;
    // All slots of the text are those of m_seen, so that a backend lists them once for all passes.
    const std::span<const int> seen = m_seen;
    own.prefixes.assign(1, seen.first(path.size()));
    for (std::size_t row = 0; row < own.rows.size(); ++row) {
        assert(own.rows[row].ancestors.size() == row); // each comes after the one before
        own.rows[row].ancestors = seen.subspan(path.size(), row);
    }
    for (std::size_t pass = 1; pass < passes; ++pass)
        m_passes[pass].prefixes.assign(1, m_seen);
}

void LevelPlan::addRow(SequenceCache& cache, std::size_t pass, std::span<const int> ancestors)
{
    const int position = int(m_seen.size() + pass) - 1, slot = cache.take(position, noToken);
    assert(slot >= 0); // the cache has a slot for whatever may be drafted
    m_passes[pass].rows.push_back({noToken, position, 0, slot, ancestors, true});
}

std::span<const Rows> LevelPlan::make(SequenceCache& cache, const Rows& first, const DraftTree& tree)
{
    const auto levels = levelsOf(tree);
    begin(cache, first, levels.size());
    m_paths.assign(tree.nodes.size(), {});
    for (std::size_t level = 1; level < levels.size(); ++level)
        for (const Expansion& expansion : levels[level]) {
            std::vector<int>& path = m_paths[std::size_t(expansion.parent)];
            if (const int above = tree.nodes[std::size_t(expansion.parent)].parent; above >= 0)
                path = m_paths[std::size_t(above)];
            const std::size_t ancestors = path.size();
            path.push_back(0); // now, so that it stays where it is
            addRow(cache, level, std::span(path).first(ancestors));
            path.back() = m_passes[level].rows.back().slot;
        }
    return m_passes;
}

std::span<const Rows> LevelPlan::make(SequenceCache& cache, const Rows& first, int levels, int parents)
{
    begin(cache, first, std::size_t(levels));
    for (std::size_t level = 1; level < std::size_t(levels); ++level)
        for (int parent = 0; parent < parents; ++parent)
            addRow(cache, level, {});
    return m_passes;
}

void LevelPlan::adopt(SequenceCache& cache, FedNodes& fed, const DraftTree& tree) const
{
    cache.commitPlanned(); // the first pass
    const auto levels = levelsOf(tree);
    std::vector<std::vector<int>> paths(tree.nodes.size());
    for (std::size_t level = 1; level < levels.size(); ++level)
        for (std::size_t row = 0; row < levels[level].size(); ++row) {
            const int node = levels[level][row].parent;
            const DraftTree::Node& drafted = tree.nodes[std::size_t(node)];
            std::vector<int>& path = paths[std::size_t(node)];
            if (drafted.parent >= 0)
                path = paths[std::size_t(drafted.parent)];
            path.push_back(m_passes[level].rows[row].slot);
            cache.setToken(path.back(), drafted.token);
            fed.add(drafted.token, node, drafted.parent, path);
        }
}

} // namespace draftscope

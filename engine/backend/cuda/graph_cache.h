// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "engine/backend/cuda/graph.h"

namespace draftscope::cuda {

/// Graphs by what their launches depend on. Work of a size that comes once is not worth a graph, so it is put into the
/// stream as it is the first time, which also brings its kernels to the device; from then on it is one graph, or goes
/// on as it is where there is no memory for one.
template <class Size>
class GraphCache {
public:
    /// Sizes that it remembers, and then begins anew: a search for the sublayers to skip goes through thousands of
    /// parts.
    static constexpr std::size_t mostGraphs = 256;

    /// kernels() puts the work into the stream.
    template <class Kernels>
    void launch(Stream& stream, const Size& size, const Kernels& kernels)
    {
        if (m_graphs.size() == mostGraphs && !m_graphs.contains(size))
            m_graphs.clear();
        const auto [found, isNew] = m_graphs.try_emplace(size);
        Seen& seen = found->second;
        if (!isNew && !std::exchange(seen.isTried, true))
            seen.graph = Graph::capture(stream, kernels);
        seen.graph ? seen.graph->launch(stream) : kernels();
    }
    /// To be called when memory that they work on is given back.
    void clear() { m_graphs.clear(); }

private:
    struct Seen {
        bool isTried = false;
        std::optional<Graph> graph;
    };
    std::map<Size, Seen> m_graphs;
};

} // namespace draftscope::cuda

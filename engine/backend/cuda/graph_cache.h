// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>

#include "engine/backend/cuda/graph.h"

namespace draftscope::cuda {

/// Graphs by what their launches depend on. Work of a size that comes once is not worth a graph, so it is put into the
/// stream as it is the first time, which also brings its kernels to the device; from then on it is one graph.
template <class Size>
class GraphCache {
public:
    /// kernels() puts the work into the stream; it is called at most twice for a size.
    template <class Kernels>
    void launch(Stream& stream, const Size& size, const Kernels& kernels)
    {
        const auto [seen, isNew] = m_graphs.try_emplace(size);
        if (isNew)
            return kernels();
        std::optional<Graph>& graph = seen->second;
        if (!graph)
            graph = Graph::capture(stream, kernels);
        graph->launch(stream);
    }
    /// To be called when memory that they work on is given back.
    void clear() { m_graphs.clear(); }

private:
    std::map<Size, std::optional<Graph>> m_graphs; ///< without a graph: seen once
};

} // namespace draftscope::cuda

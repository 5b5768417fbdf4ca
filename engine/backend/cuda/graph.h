// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "engine/backend/cuda/stream.h"

namespace draftscope::cuda {

/// Work that was captured from a stream once and can be launched many times at the price of one launch. Nothing in it
/// can be changed: what changes from launch to launch (tokens, lengths, seeds) lies in device memory, which a copy
/// before the launch rewrites. The memory it works on must live as long as the graph is launched.
class Graph {
public:
    /// Captures what `work()` puts into the stream; nothing of it runs yet. During the capture there may be no
    /// allocation, no synchronisation, and no copy from or to host memory that is not pinned. Other streams take part
    /// by waiting for an event of this one, and must be waited for by this one at the end. An exception of `work` ends
    /// the capture. Nothing where there is no memory for a graph.
    template <class Work>
    [[nodiscard]] static std::optional<Graph> capture(Stream& stream, Work&& work)
    {
        stream.putOther();
        runtime::beginCapture(stream.state());
        try {
            work();
            stream.putOther();
            if (runtime::GraphState* const state = runtime::endCapture(stream.state()))
                return Graph(state);
            return std::nullopt;
        } catch (...) {
            stream.putOther();
            runtime::abandonCapture(stream.state());
            throw;
        }
    }

    void launch(Stream& stream) const
    {
        stream.putOther();
        runtime::launch(m_state.get(), stream.state());
    }
    /// Kernels, copies and fills in it.
    [[nodiscard]] std::size_t nodeCount() const { return runtime::nodeCount(m_state.get()); }

private:
    explicit Graph(runtime::GraphState* state) : m_state(state) {}
    Handle<runtime::GraphState, runtime::destroyGraph> m_state;
};

} // namespace draftscope::cuda

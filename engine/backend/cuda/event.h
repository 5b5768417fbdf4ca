// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/stream.h"

namespace draftscope::cuda {

/// A mark in a stream: to wait for, and to measure time with. Never recorded, it counts as done.
class Event {
public:
    Event() : m_state(runtime::createEvent()) {}

    void record(Stream& stream)
    {
        stream.putOther();
        runtime::record(m_state.get(), stream.state());
    }
    /// A mark to measure time with only. Within a capture it becomes a node of the graph, and each launch sets it anew,
    /// as recording it outside does; the last of them counts. No wait for it is allowed within a capture.
    void recordTime(Stream& stream)
    {
        stream.putOther();
        runtime::recordTime(m_state.get(), stream.state());
    }
    /// Blocks until the mark is reached.
    void synchronize() { runtime::synchronize(m_state.get()); }
    [[nodiscard]] bool isDone() const { return runtime::isDone(m_state.get()); }
    /// Milliseconds from `begin` to this event; both recorded and done.
    [[nodiscard]] float millisecondsSince(const Event& begin) const
    {
        return runtime::elapsedMilliseconds(begin.m_state.get(), m_state.get());
    }

    [[nodiscard]] runtime::EventState* state() const { return m_state.get(); }

private:
    Handle<runtime::EventState, runtime::destroyEvent> m_state;
};

inline void Stream::waitFor(const Event& event)
{
    putOther();
    runtime::wait(m_state.get(), event.state());
}

} // namespace draftscope::cuda

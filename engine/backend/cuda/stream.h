// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "engine/backend/cuda/handle.h"
#include "engine/backend/cuda/runtime.h"

namespace draftscope::cuda {

class Event;

/// A queue of work on the device: copies, kernels (launch.h), graphs. Work in one stream runs in order; streams are
/// ordered by events only. Calls return before the work is done. Made for the calling thread's device; used by one
/// thread at a time.
class Stream {
public:
    Stream() : m_state(runtime::createStream()) {}

    /// Blocks until all work so far is done, and throws what went wrong in it. Not during a capture.
    void synchronize()
    {
        putOther();
        runtime::synchronize(m_state.get());
    }
    /// What comes next in this stream waits for what was recorded in the event.
    void waitFor(const Event& event);

    /// count elements, any direction. Host memory should be pinned (PinnedBuffer): other host memory is slower, makes
    /// the call block, and cannot be captured. Both ends must live until the copy is done.
    template <class T>
    void copy(T* to, const T* from, std::size_t count)
    {
        putOther();
        runtime::copy(m_state.get(), to, from, count * sizeof(T));
    }
    /// Sets every byte of device memory.
    void fillBytes(void* memory, unsigned char value, std::size_t bytes)
    {
        putOther();
        runtime::fill(m_state.get(), memory, value, bytes);
    }

    [[nodiscard]] runtime::StreamState* state() const { return m_state.get(); }
    /// Whether a kernel was put in last: only behind one may the next begin early (launchEarly).
    [[nodiscard]] bool endsWithKernel() const { return m_endsWithKernel; }
    /// Of those who put in work by state().
    void putKernel() { m_endsWithKernel = true; }
    void putOther() { m_endsWithKernel = false; }

private:
    Handle<runtime::StreamState, runtime::destroyStream> m_state;
    bool m_endsWithKernel = false;
};

} // namespace draftscope::cuda

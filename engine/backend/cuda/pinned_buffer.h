// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include "engine/backend/cuda/handle.h"
#include "engine/backend/cuda/memory_error.h"
#include "engine/backend/cuda/runtime.h"

namespace draftscope::cuda {

/// An array of T in page-locked host memory, which copies reach without a detour; contents undefined at first.
/// No copy in a stream may still use it when it is destroyed.
template <class T>
class PinnedBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    PinnedBuffer() = default;

    /// Error: the host cannot lock that much memory.
    [[nodiscard]] static Result<PinnedBuffer> allocate(std::size_t count, std::string_view purpose)
    {
        PinnedBuffer buffer;
        buffer.m_size = count;
        if (count == 0)
            return buffer;
        buffer.m_memory.reset(count > SIZE_MAX / sizeof(T) ? nullptr : runtime::allocatePinned(count * sizeof(T)));
        if (!buffer.m_memory)
            return tl::unexpected<Error>(outOfPinnedMemory(purpose, count, sizeof(T)));
        return buffer;
    }

    [[nodiscard]] T* data() const { return static_cast<T*>(m_memory.get()); }
    [[nodiscard]] std::size_t size() const { return m_size; } ///< elements
    [[nodiscard]] std::size_t bytes() const { return m_size * sizeof(T); }
    [[nodiscard]] std::span<T> span() const { return {data(), m_size}; }
    [[nodiscard]] T& operator[](std::size_t index) const { return data()[index]; }

private:
    Handle<void, runtime::releasePinned> m_memory;
    std::size_t m_size = 0;
};

} // namespace draftscope::cuda

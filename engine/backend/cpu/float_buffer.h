// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <hwy/aligned_allocator.h>

namespace draftscope::cpu {

/// Floats that begin on a cache line; growing forgets the contents. Throws std::bad_alloc where there is no memory, and
/// keeps what it had.
class FloatBuffer {
public:
    FloatBuffer() = default;
    explicit FloatBuffer(std::size_t size) { reserve(size); }

    void reserve(std::size_t size)
    {
        if (size <= m_size)
            return;
        auto floats = hwy::AllocateAligned<float>(size); // null where it fails
        if (!floats)
            throw std::bad_alloc();
        m_floats = std::move(floats);
        m_size = size;
    }
    [[nodiscard]] float* at(std::size_t index) const { return m_floats.get() + index; }

private:
    hwy::AlignedFreeUniquePtr<float[]> m_floats;
    std::size_t m_size = 0;
};

} // namespace draftscope::cpu

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <hwy/aligned_allocator.h>

namespace draftscope::cpu {

/// Floats that begin on a cache line; growing forgets the contents.
class FloatBuffer {
public:
    FloatBuffer() = default;
    explicit FloatBuffer(std::size_t size) { reserve(size); }

    void reserve(std::size_t size)
    {
        if (size <= m_size)
            return;
        m_floats = hwy::AllocateAligned<float>(size);
        m_size = size;
    }
    [[nodiscard]] float* at(std::size_t index) const { return m_floats.get() + index; }

private:
    hwy::AlignedFreeUniquePtr<float[]> m_floats;
    std::size_t m_size = 0;
};

} // namespace draftscope::cpu

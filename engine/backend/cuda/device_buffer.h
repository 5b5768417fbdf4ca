// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include "engine/backend/cuda/memory_error.h"
#include "engine/backend/cuda/stream.h"

namespace draftscope::cuda {

/// An array of T in device memory, aligned to 256 bytes; its contents are undefined at first. An empty one owns
/// nothing. Given back when destroyed, which waits for all work under way.
template <class T>
class DeviceBuffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    DeviceBuffer() = default;

    /// Error: there is not enough memory; the sentence names `purpose` ("the K/V cache"), what it needs and what is
    /// free.
    [[nodiscard]] static Result<DeviceBuffer> allocate(std::size_t count, std::string_view purpose)
    {
        DeviceBuffer buffer;
        buffer.m_size = count;
        if (count == 0)
            return buffer;
        buffer.m_memory.reset(count > SIZE_MAX / sizeof(T) ? nullptr : runtime::allocate(count * sizeof(T)));
        if (!buffer.m_memory)
            return tl::unexpected<Error>(outOfDeviceMemory(purpose, count, sizeof(T)));
        return buffer;
    }

    [[nodiscard]] T* data() const { return static_cast<T*>(m_memory.get()); }
    [[nodiscard]] std::size_t size() const { return m_size; } ///< elements
    [[nodiscard]] std::size_t bytes() const { return m_size * sizeof(T); }

    /// Copies `values` to the elements from `first` on; see Stream::copy.
    void upload(Stream& stream, std::span<const T> values, std::size_t first = 0)
    {
        assert(first <= m_size && values.size() <= m_size - first);
        stream.copy(data() + first, values.data(), values.size());
    }
    /// Copies the elements from `first` on into `values`.
    void download(Stream& stream, std::span<T> values, std::size_t first = 0) const
    {
        assert(first <= m_size && values.size() <= m_size - first);
        stream.copy(values.data(), static_cast<const T*>(data() + first), values.size());
    }
    void fillBytes(Stream& stream, unsigned char value) { stream.fillBytes(data(), value, bytes()); }

private:
    Handle<void, runtime::release> m_memory;
    std::size_t m_size = 0;
};

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#pragma once

// Checks of what platform.h and launch.h promise, free of Qt: test_simt runs them on the executor, gpu_simt_twin on a
// device.

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/stream.h"

struct DeviceCheck {
    const char* name;
    std::string (*run)(); ///< what is wrong, or nothing
};
std::vector<DeviceCheck> warpChecks();
std::vector<DeviceCheck> blockChecks();
std::vector<DeviceCheck> arithmeticChecks();
std::vector<DeviceCheck> tensorChecks();
std::vector<DeviceCheck> graphChecks();

/// All of them.
inline std::vector<DeviceCheck> deviceChecks()
{
    std::vector<DeviceCheck> all;
    for (const auto& part : {warpChecks(), blockChecks(), arithmeticChecks(), tensorChecks(), graphChecks()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// Memory for a check; running out of it is not what is checked.
template <class T>
draftscope::cuda::DeviceBuffer<T> deviceMemory(std::size_t count)
{
    auto buffer = draftscope::cuda::DeviceBuffer<T>::allocate(count, "a test");
    if (!buffer)
        throw draftscope::cuda::DeviceError(buffer.error().sentence);
    return std::move(*buffer);
}
template <class T>
draftscope::cuda::DeviceBuffer<T> onDevice(draftscope::cuda::Stream& stream, const std::vector<T>& values)
{
    auto buffer = deviceMemory<T>(values.size());
    buffer.upload(stream, values);
    return buffer;
}
template <class T>
std::vector<T> fromDevice(draftscope::cuda::Stream& stream, const draftscope::cuda::DeviceBuffer<T>& buffer)
{
    std::vector<T> values(buffer.size());
    buffer.download(stream, std::span<T>(values));
    stream.synchronize();
    return values;
}

/// Nothing, or the first element whose bits differ.
template <class T>
std::string difference(const std::string& what, const std::vector<T>& got, const std::vector<T>& expected)
{
    if (got.size() != expected.size())
        return what + ": " + std::to_string(got.size()) + " instead of " + std::to_string(expected.size())
            + " elements. ";
    for (std::size_t i = 0; i < got.size(); ++i)
        if (std::memcmp(&got[i], &expected[i], sizeof(T)) != 0)
            return what + ": element " + std::to_string(i) + " is " + std::to_string(got[i]) + " instead of "
                + std::to_string(expected[i]) + ". ";
    return {};
}

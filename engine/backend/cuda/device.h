// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/backend/cuda/runtime.h"
#include "engine/core/error.h"

namespace draftscope::cuda {

/// A device that can run Draftscope's kernels.
class Device {
public:
    /// How many devices there are, of any age. Never fails.
    [[nodiscard]] static int count();
    /// Opens a device for the calling thread: all that this thread makes afterwards lives on it.
    /// Error: there is none (the sentence says why: no driver, no card), or it is older than compute capability 8.0.
    [[nodiscard]] static Result<Device> open(int index = 0);

    /// Another thread that works with this device calls this first.
    void use() const { runtime::setDevice(m_index); }
    /// The same, and keeps other threads out for as long as the lock lives: passes of a backend share memory, so they
    /// run one after another. Every entry point of the backend, its passes and its chain runners begins with it.
    [[nodiscard]] std::unique_lock<std::mutex> reserve() const
    {
        std::unique_lock lock(*m_work);
        use();
        return lock;
    }

    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] const DeviceProperties& properties() const { return m_properties; }
    /// "NVIDIA H200 (compute capability 9.0)"
    [[nodiscard]] std::string description() const;
    /// Now; other programs use the device too.
    [[nodiscard]] MemoryInfo memory() const;

private:
    Device(int index, DeviceProperties properties) : m_index(index), m_properties(std::move(properties)) {}
    int m_index;
    DeviceProperties m_properties;
    std::shared_ptr<std::mutex> m_work = std::make_shared<std::mutex>(); ///< of all copies
};

} // namespace draftscope::cuda

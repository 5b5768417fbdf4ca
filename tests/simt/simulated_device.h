// SPDX-License-Identifier: MIT
#pragma once

/// The device that tests with the SIMT executor see, and what they can do to it. Its memory is the host's heap (with
/// guard bytes, or AddressSanitizer's), filled with 0xFF when allocated.

#include <cstddef>
#include <cstdint>

#include "engine/backend/cuda/runtime.h"

namespace simt {

struct SimulatedDevice {
    int count = 1;      ///< 0: a machine without a device
    int oldDevices = 0; ///< the first so many are of compute capability 7.5
    draftscope::cuda::DeviceProperties properties{"SIMT executor", 8, 0, 4, 99 * 1024, 100 * 1024, 4 << 20};
    std::size_t memoryBytes = std::size_t(4) << 30; ///< an allocation above what is left of it fails
    int devicesWithoutCode = 0;                     ///< for the first so many the module was not built
    bool hasBlas = true;                            ///< false: there is no library of products
    /// false: work in a stream is done at once. true: as late as a device could, when a thread synchronises, so that a
    /// missing synchronisation or event shows.
    bool lazyStreams = false;
};
/// To be changed while nothing is allocated, but for memoryBytes.
SimulatedDevice& simulatedDevice();

struct LiveObjects {
    std::size_t allocations = 0;
    std::size_t bytes = 0; ///< of device memory
    std::size_t pinnedAllocations = 0;
    std::size_t streams = 0;
    std::size_t events = 0;
    std::size_t graphs = 0;
    std::size_t blasHandles = 0; ///< of the library of matrix products
    bool operator==(const LiveObjects&) const = default;
};
/// What was made and not given back.
LiveObjects liveObjects();

/// The n-th call of the runtime from now on (1 is the next) throws a DeviceError; 0: none does. Every call that can
/// fail on a device counts: launches, copies, allocations, captures ...
void failCall(std::uint64_t n);
/// The n-th allocation of device memory from now on finds no memory; 0: none.
void failAllocation(std::uint64_t n);
/// The n-th graph from now on finds no memory; 0: none.
void failGraph(std::uint64_t n);
/// The number of the device that was chosen last.
int deviceInUse();
/// Calls so far.
std::uint64_t callCount();
/// Times that the host has waited for a stream or an event.
std::uint64_t waitCount();
/// Blas so far.
std::uint64_t gemmCount();

} // namespace simt

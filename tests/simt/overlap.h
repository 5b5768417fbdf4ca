// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/simt/executor.h"
#include "tests/simt/simulated_memory.h"

namespace simt {

/// Kernels that begin before the one in front of them has ended (launchEarly). A device promises nothing of when that
/// is, so each block of such a kernel is given the earliest time there can be: up to waitForPreviousKernel() it sees
/// memory as it was before the kernel in front. What it does there and may not is a KernelFault that names both.
class Overlap {
public:
    explicit Overlap(const SimulatedMemory& memory) : m_memory(memory) {}

    /// Runs a kernel that was put into `stream`.
    void run(const void* stream, const Shape& shape, const std::function<void()>& body, bool early);
    /// Memory was given back: what the last kernel changed is no longer known.
    void forget() { m_last = {}; }

private:
    struct Kernel {
        const void* stream = nullptr;
        std::string name;
        std::vector<SimulatedMemory::Piece> changed; ///< as it was before it
    };
    void runEarly(const Shape& shape, const std::function<void()>& body);
    void swapChanged();

    const SimulatedMemory& m_memory;
    Kernel m_last; ///< that ran
};

} // namespace simt

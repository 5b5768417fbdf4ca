// SPDX-License-Identifier: MIT
#include "tests/simt/overlap.h"

#include <algorithm>

#include <fmt/format.h>

namespace simt {

void Overlap::run(const void* stream, const Shape& shape, const std::function<void()>& body, bool early)
{
    const SimulatedMemory::Contents before = m_memory.contents();
    try {
        if (early && m_last.stream == stream)
            runEarly(shape, body);
        else
            simt::run(shape, body);
    } catch (...) {
        forget();
        throw;
    }
    m_last = {stream, std::string(shape.kernel), m_memory.changedSince(before)};
}

void Overlap::runEarly(const Shape& shape, const std::function<void()>& body)
{
    const auto swap = [this] { swapChanged(); };
    const SimulatedMemory::Contents before = m_memory.contents();
    simt::run(shape, body, {swap, swap, true});
    if (!m_memory.holds(before))
        throw KernelFault(fmt::format("Kernel {} was launched early and writes to device memory before "
                                      "waitForPreviousKernel().",
                                      shape.kernel));
    simt::run(shape, body, {swap, swap, false});
    const SimulatedMemory::Contents after = m_memory.contents();
    m_memory.restore(before);
    const auto nothing = [] {};
    simt::run(shape, body, {nothing, nothing, false}); // threads take the same turns, and see what is there
    if (!m_memory.holds(after))
        throw KernelFault(
            fmt::format("Kernel {} was launched early and reads before waitForPreviousKernel() what kernel "
                        "{} in front of it writes.",
                        shape.kernel, m_last.name));
}

/// Between memory as it was before the last kernel, and as it is.
void Overlap::swapChanged()
{
    for (SimulatedMemory::Piece& piece : m_last.changed)
        std::swap_ranges(piece.bytes.begin(), piece.bytes.end(), piece.place);
}

} // namespace simt

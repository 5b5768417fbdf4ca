// SPDX-License-Identifier: MIT
#include "tests/simt/executor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "tests/simt/grid_executor.h"

namespace simt {

Options& options()
{
    return Executor::instance().options;
}

const Statistics& statistics()
{
    return Executor::instance().statistics;
}

void checkShape(const Shape& shape)
{
    const Limits& limits = options().limits;
    const auto& [grid, block, bytes, kernel] = shape;
    const std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
    const auto refuse = [&shape](const std::string& why) {
        throw KernelFault(fmt::format("Kernel {}: {}.", shape.kernel, why));
    };
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0)
        refuse("the grid or the block is empty");
    if (grid.x > 2147483647 || grid.y > 65535 || grid.z > 65535)
        refuse(fmt::format("a grid of {} × {} × {} blocks is too large", grid.x, grid.y, grid.z));
    if (threads > std::min(limits.threadsPerBlock, maxThreads) || block.z > 64)
        refuse(fmt::format("a block of {} × {} × {} threads is too large", block.x, block.y, block.z));
    if (bytes > limits.sharedBytes)
        refuse(fmt::format("{} bytes of shared memory are more than the {} that a block may have", bytes,
                           limits.sharedBytes));
}

void run(const Shape& shape, const std::function<void()>& body)
{
    Executor::instance().run(shape, body, nullptr);
}

void run(const Shape& shape, const std::function<void()>& body, const EarlyBegin& early)
{
    Executor::instance().run(shape, body, &early);
}

void collective(WarpOperation operation, unsigned mask, void* operand, void (*complete)(void* const*, unsigned),
                const Place& place)
{
    Executor::instance().collective(operation, mask, operand, complete, place);
}

BarrierResult barrier(bool predicate, const Place& place)
{
    return Executor::instance().barrier(predicate, place);
}

void yieldThread()
{
    Executor::instance().yieldThread();
}

void waitForPreviousKernel()
{
    Executor::instance().waitForPreviousKernel();
}

void letNextKernelBegin()
{
    Executor::instance().letNextKernelBegin();
}

void fault(std::string_view what)
{
    Executor::instance().fault(what);
}

void faultOfLane(unsigned lane, std::string_view what)
{
    Executor::instance().faultOfLane(lane, what);
}

void* dynamicSharedMemory()
{
    return Executor::instance().dynamicMemory();
}

void* staticSharedMemory(const void* key, std::size_t bytes, std::size_t alignment)
{
    return Executor::instance().staticMemory(key, bytes, alignment);
}

void copyLater(void* to, const unsigned char (&bytes)[16])
{
    auto& groups = Executor::instance().copies();
    if (groups.empty())
        groups.emplace_back();
    groups.back().push_back({to, std::to_array(bytes)});
}

void commitCopies()
{
    auto& groups = Executor::instance().copies();
    if (groups.empty())
        groups.emplace_back();
    groups.emplace_back();
}

void waitForCopies(unsigned groupsLeft)
{
    auto& groups = Executor::instance().copies();
    while (groups.size() > groupsLeft + 1) {
        for (const Copy& copy : groups.front())
            std::memcpy(copy.to, copy.bytes.data(), copy.bytes.size());
        groups.erase(groups.begin());
    }
}

} // namespace simt

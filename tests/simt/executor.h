// SPDX-License-Identifier: MIT
#pragma once

/// Runs a grid of threads on the host, one after the other: blocks as loops, the threads of a block as fibers that
/// change only where a thread has to wait. One grid runs at a time in a process; the order is the same each time, or
/// shuffled by a seed. What a GPU would leave undefined or hang in is a KernelFault that says who waits where.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <source_location>
#include <stdexcept>
#include <string_view>

#include "tests/simt/language.h"

namespace simt {

using Place = std::source_location; ///< a default one where the line of the kernel is not known

struct Shape {
    dim3 grid;
    dim3 block;
    std::size_t sharedBytes = 0; ///< dynamic
    std::string_view kernel;     ///< for messages
};

/// What a device of today's smallest kind allows; a test may lower or raise it.
struct Limits {
    std::size_t sharedBytes = 99 * 1024; ///< a block, static and dynamic together: as on sm_86, sm_89 and sm_120
    unsigned threadsPerBlock = 1024;
};

struct Options {
    Limits limits;
    /// 0: threads run in order, each until it has to wait. Else threads and blocks take turns in an order drawn from
    /// this seed, in which a missing barrier shows.
    std::uint64_t orderSeed = 0;
};

/// Of the process; between launches only.
Options& options();

struct Statistics {
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;
    std::uint64_t switches = 0; ///< changes of fibers
};
/// Since the process began.
const Statistics& statistics();

/// A kernel did what is undefined on a device: one sentence or several, with kernel, block, thread and line.
class KernelFault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws KernelFault when a device would refuse to launch this.
void checkShape(const Shape& shape);
/// Calls body() once for each thread of the grid. Throws KernelFault, and what body throws.
void run(const Shape& shape, const std::function<void()>& body);

/// A kernel that begins before the one in front of it has ended. The early part of a block is what its threads do up to
/// waitForPreviousKernel(); none of them goes on behind that while another thread can go on.
struct EarlyBegin {
    std::function<void()> enter;    ///< called before each block's early part
    std::function<void()> leave;    ///< and behind it
    bool hasOnlyEarlyParts = false; ///< blocks are left where they wait
};
/// The same for such a kernel. Each of its threads has to wait, and no thread may let the next kernel begin before it
/// has: KernelFault.
void run(const Shape& shape, const std::function<void()>& body, const EarlyBegin& early);

// ---- For the functions that kernels call.

enum class WarpOperation : std::uint8_t { sync, shuffle, ballot, any, all, reduce, match, mma, ldmatrix, movmatrix };

extern unsigned runningLane; ///< what lane() says, set where a thread goes on
/// Lane 0 to 31 of the running thread in its warp.
inline unsigned lane()
{
    return runningLane;
}

/// Waits until all lanes of `mask` that have not ended are here with the same operation and mask; then the last one
/// calls complete(operands, arrived) once, where operands[l] is what lane l gave, for the lanes in `arrived`.
void collective(WarpOperation operation, unsigned mask, void* operand,
                void (*complete)(void* const* operands, unsigned arrived), const Place& place);

struct BarrierResult {
    unsigned count = 0;   ///< threads that came with a predicate that was not zero
    unsigned threads = 0; ///< that came
};
/// Waits for all threads of the block that have not ended. They must all come to the same place of the source.
BarrierResult barrier(bool predicate, const Place& place);

/// Lets other threads run.
void yieldThread();

/// Waits for the kernel in front of this one.
void waitForPreviousKernel();
/// The kernel behind this one may begin.
void letNextKernelBegin();

/// Ends the grid with a KernelFault that begins with kernel, block and thread.
[[noreturn]] void fault(std::string_view what);
/// The same for a lane of the running thread's warp, from within complete(): the call it is in is named too.
[[noreturn]] void faultOfLane(unsigned lane, std::string_view what);

/// The block's dynamic shared memory.
void* dynamicSharedMemory();
/// A piece of the block's static shared memory, one for each `key`.
void* staticSharedMemory(const void* key, std::size_t bytes, std::size_t alignment);

/// cp.async of the running thread: 16 bytes that arrive in `to` when they are waited for.
void copyLater(void* to, const unsigned char (&bytes)[16]);
void commitCopies();
void waitForCopies(unsigned groupsLeft);

} // namespace simt

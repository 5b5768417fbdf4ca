// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "engine/backend/cuda/platform.h"
#include "engine/backend/cuda/stream.h"

#if !defined(__CUDACC__)
#include <simt/launch_host.h>
#endif

namespace draftscope::cuda {

namespace runtime {
/// Puts a kernel into the stream. `arguments` points to one value for each parameter. Asks for dynamic shared memory
/// above 48 KiB where needed. `early`: see launchEarly. Throws DeviceError when the device refuses the shape. CUDA
/// only.
void launchKernel(StreamState* stream, const void* kernel, unsigned grid[3], unsigned block[3], std::size_t sharedBytes,
                  void** arguments, bool early);
} // namespace runtime

template <auto Kernel>
struct Launch;

/// `launch<addKernel<float>>(stream, grid, block, sharedBytes, y, x, n);` puts a __global__ function into the stream.
/// Arguments are converted to the kernel's parameters as in a call. grid and block are dim3 or a number; sharedBytes is
/// the dynamic shared memory. Throws DeviceError when the device refuses; what goes wrong later comes with the next
/// synchronisation. Under nvcc the file that says this must be a .cu.
template <class... Parameters, void (*Kernel)(Parameters...)>
struct Launch<Kernel> {
    bool early = false; ///< see launchEarly

    void operator()(Stream& stream, dim3 grid, dim3 block, std::size_t sharedBytes, Parameters... arguments) const
    {
#if defined(__CUDACC__)
        void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
        unsigned gridSize[3] = {grid.x, grid.y, grid.z};
        unsigned blockSize[3] = {block.x, block.y, block.z};
        runtime::launchKernel(stream.state(), reinterpret_cast<const void*>(Kernel), gridSize, blockSize, sharedBytes,
                              pointers, early && stream.endsWithKernel());
#else
        simt::launchKernel(
            stream.state(), {grid, block, sharedBytes, simt::kernelName<Kernel>()},
            [arguments...] { Kernel(arguments...); }, early && stream.endsWithKernel());
#endif
        stream.putKernel();
    }
};
template <auto Kernel>
inline constexpr Launch<Kernel> launch{};

/// The same for a kernel of which every thread calls waitForPreviousKernel(), before it reads what other kernels write
/// and before it writes anything: where the device can and overlapIsWanted(), it begins while the kernel in front of it
/// ends, if there is one directly in front of it in the stream. The executor shows what breaks this
/// (tests/simt/overlap.h).
template <auto Kernel>
inline constexpr Launch<Kernel> launchEarly{true};

} // namespace draftscope::cuda

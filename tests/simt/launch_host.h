// SPDX-License-Identifier: MIT
#pragma once

// What engine/backend/cuda/launch.h needs when there is no nvcc.

#include <functional>
#include <string_view>

#include "engine/backend/cuda/runtime.h"
#include "tests/simt/executor.h"

namespace simt {

/// "addKernel<float>" of a __global__ function, for messages.
template <auto Kernel>
std::string_view kernelName()
{
    std::string_view name = __PRETTY_FUNCTION__;
    const std::size_t begin = name.find("Kernel = ") + 9;
    name = name.substr(begin, name.rfind("; std::string_view") - begin);
    return name.substr(0, name.rfind(']'));
}

/// Puts a kernel into the stream: runs at once, or is noted by a capture. `early`: see launchEarly.
void launchKernel(draftscope::cuda::runtime::StreamState* stream, const Shape& shape, std::function<void()> body,
                  bool early);

} // namespace simt

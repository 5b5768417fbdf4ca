// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/backend/cpu/kernels.h"

namespace draftscope {

std::string cpuBackendName(WeightType weights, Arithmetic arithmetic, int threads)
{
    using cpu::Packing;
    const std::string target = cpuTargetName();
    const Packing packing = cpu::packingFor(weights, arithmetic);
    const bool isInTiles = packing == Packing::bf16 && arithmetic == Arithmetic::amx;
    return fmt::format("CPU · {}{} · {} thread{}",
                       isInTiles              ? "AMX"
                           : target == "AVX3" ? "AVX-512"
                                              : target,
                       packing == Packing::bf16             ? " BF16"
                           : packing == Packing::int8Groups ? " INT8"
                                                            : "",
                       threads, threads == 1 ? "" : "s");
}

} // namespace draftscope

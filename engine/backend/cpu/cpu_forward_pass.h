// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/model/forward_pass.h"
#include "engine/model/model.h"

namespace draftscope {

class ThreadPool;

/// The forward pass of any family on the CPU. slotCount K/V slots; several passes may share one model and one pool,
/// which they reserve, so that one runs at a time. Weights are arranged for this pass alone. Throws std::bad_alloc;
/// run() throws BackendFailure where its buffers cannot grow.
[[nodiscard]] std::unique_ptr<ForwardPass> makeCpuForwardPass(std::shared_ptr<const Model> model,
                                                              std::shared_ptr<ThreadPool> pool, int slotCount,
                                                              Arithmetic arithmetic = Arithmetic::int8);

/// The same of a model whose weights are arranged already (cpu::WeightPanels::withPanels()).
[[nodiscard]] std::unique_ptr<ForwardPass> makeArrangedForwardPass(std::shared_ptr<const Model> model,
                                                                   std::shared_ptr<ThreadPool> pool, int slotCount,
                                                                   Arithmetic arithmetic);

/// Bytes of the buffers that a pass of that many rows grows to, when the longest of their paths is all slots.
[[nodiscard]] std::size_t cpuPassBytes(const Model& model, int rows, int slotCount, int threads, Arithmetic arithmetic);

/// The SIMD target that Highway chose on this machine, e.g. "AVX3".
[[nodiscard]] std::string cpuTargetName();

/// What a pass with such weights in its layers is called: "CPU · AVX-512 BF16 · 2 threads".
[[nodiscard]] std::string cpuBackendName(WeightType weights, Arithmetic arithmetic, int threads);

} // namespace draftscope

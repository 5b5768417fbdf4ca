// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/backend/cpu/arithmetic.h"
#include "engine/model/forward_pass.h"
#include "engine/model/model.h"

namespace draftscope {

class ThreadPool;
namespace cpu {
class WeightPanels;
}

/// Llama-family forward pass on the CPU. slotCount K/V slots; several passes may share one model and one pool, which they
/// reserve, so that one runs at a time. Quantised weights are taken from `panels`, or arranged for this pass alone where that
/// is null. Throws std::bad_alloc, and Cancelled while weights are arranged; run() throws BackendFailure where its buffers cannot
/// grow.
[[nodiscard]] std::unique_ptr<ForwardPass> makeCpuForwardPass(std::shared_ptr<const Model> model,
                                                              std::shared_ptr<ThreadPool> pool, int slotCount,
                                                              Arithmetic arithmetic = Arithmetic::f32,
                                                              cpu::WeightPanels* panels = nullptr,
                                                              const Progress& progress = {});

/// Bytes of the buffers that a pass of that many rows grows to, when the longest of their paths is all slots.
[[nodiscard]] std::size_t cpuPassBytes(const Model& model, int rows, int slotCount, int threads, Arithmetic arithmetic);

/// The SIMD target that Highway chose on this machine, e.g. "AVX3".
[[nodiscard]] std::string cpuTargetName();

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

// Tensor cores and asynchronous copies on the executor; what they mean is said in engine/backend/cuda/platform.h.

#include <cstdint>

#include "tests/simt/executor.h"

namespace simt {

using ToFloat = float (*)(std::uint16_t);

/// d = a · b + c. From c on, the products are added in order of k, each sum rounded.
void multiplyAccumulate(ToFloat toFloat, float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                        const float (&c)[4]);
/// 2 or 4 matrices.
void loadMatrices(std::uint32_t* fragment, unsigned matrices, bool transposed, const void* row);
std::uint32_t transposeMatrix(std::uint32_t pair);
void copyAsync(void* to, const void* from, int valid);
/// Fault: the address is not a multiple of 16.
void checkAligned(const void* address, const char* what);

} // namespace simt

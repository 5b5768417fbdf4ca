// SPDX-License-Identifier: MIT
// Matrix products of bf16 weights with activations that are rounded to bf16, too: an instruction multiplies 32 pairs
// and adds the products to f32 sums (AVX512_BF16's vdpbf16ps). That is twice what f32 arithmetic does in the same time.
// A row's bits depend on its own inputs only.
//
// bf16_product.cpp is compiled for machines that have the instruction. So that none of its code can be taken for
// another file's, this header includes nothing that has inline functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace draftscope::cpu {

/// Whether this machine has the instruction, and the build the code.
[[nodiscard]] bool hasBf16Product();

inline constexpr int bf16PanelRows = 16; ///< weight rows of a panel

/// out[r * outStride + n] = weight row n · activation row r, or += when `add`, for n in [begin, end).
struct Bf16Product {
    const std::uint16_t* weights = nullptr;     ///< bf16 panels (panel_layout.h), which begin at cache lines
    std::size_t columns = 0;                    ///< of the weights
    const std::uint16_t* activations = nullptr; ///< [activationRows, stride] in bf16, zeros from `columns` on
    std::size_t stride = 0;                     ///< a multiple of 32
    int activationRows = 0;
    float* out = nullptr;
    std::size_t outStride = 0;
    bool add = false;
};
void multiplyBf16(const Bf16Product& product, int begin, int end);

/// out [stride] = in [columns] rounded to the nearest bf16, ties to even, zeros behind them. stride: a multiple of 16.
void roundToBf16(const float* in, std::size_t columns, std::uint16_t* out, std::size_t stride);

} // namespace draftscope::cpu

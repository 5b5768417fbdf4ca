// SPDX-License-Identifier: MIT
// Which kernel multiplies which weights: a GEMV for the row of a decode step, a skinny GEMM for the rows of a chain or
// a tree, a GEMM for those of a prefill.
#include "engine/backend/cpu/amx_product.h"
#include "engine/backend/cpu/bf16_product.h"
#include "engine/backend/cpu/float_panel_product.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/backend/cpu/panel_layout.h"
#include "engine/backend/cpu/quantised_product.h"

namespace draftscope::cpu {

namespace {

void multiplyWithoutBias(const MatrixProduct& product, int begin, int end)
{
    if (product.packing == Packing::int8Groups)
        return multiplyPanels(product, begin, end);
    if (isQuantised(product.weights.type))
        return multiplyPanelsInF32(product, begin, end);
    if (product.packing == Packing::bf16) {
        static_assert(bf16PanelRows == floatPanelRows);
        const Bf16Product inBf16 = {static_cast<const std::uint16_t*>(product.weights.data),
                                    std::size_t(product.weights.columns),
                                    reinterpret_cast<const std::uint16_t*>(product.activations),
                                    2 * product.stride,
                                    product.rows,
                                    product.out,
                                    product.outStride,
                                    product.add};
        return product.inTiles ? multiplyBf16InTiles(inBf16, begin, end) : multiplyBf16(inBf16, begin, end);
    }
    multiplyFloatPanels(product, begin, end);
}

} // namespace

void multiply(const MatrixProduct& product, int begin, int end)
{
    multiplyWithoutBias(product, begin, end);
    if (const float* const bias = product.weights.bias)
        for (int row = 0; row < product.rows; ++row) {
            float* const out = product.out + std::size_t(row) * product.outStride;
            for (int i = begin; i < end; ++i)
                out[i] += bias[i];
        }
}

} // namespace draftscope::cpu

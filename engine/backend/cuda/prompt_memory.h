// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "engine/backend/cuda/blas.h"
#include "engine/backend/cuda/device_buffer.h"
#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/model/weights.h"

namespace draftscope::cuda {

/// Rows of a prompt that are multiplied at a time: enough that weights are read once for many, few enough that what
/// they leave between two products stays small.
inline constexpr int promptRows = 512;

/// What the passes of a backend read prompts with, one after another: the library and scratch memory for all of them.
/// Lives as long as one of them does.
class PromptTools {
public:
    explicit PromptTools(Blas blas) : m_blas(std::move(blas)) {}

    [[nodiscard]] const Blas& blas() const { return m_blas; }
    [[nodiscard]] std::size_t reserved() const { return m_scratch.bytes(); }
    /// Sees to at least so many bytes; what was there is gone. Error: no memory; then there are none.
    [[nodiscard]] Result<void> reserve(std::size_t bytes);
    [[nodiscard]] unsigned char* scratch() const { return m_scratch.data(); }

private:
    Blas m_blas;
    DeviceBuffer<unsigned char> m_scratch;
};

/// Where everything lies in the scratch memory of a prompt, in bytes from its beginning. Matrices are row-major, widths
/// are whole tiles.
struct PromptLayout {
    int rows;           ///< there is room for
    int pieces;         ///< of productRows rows that attention takes
    std::size_t stream; ///< float [rows, hidden]
    std::size_t normal; ///< T [rows, hidden]
    /// float [rows, the most outputs that a product has]: queries, keys and values; gate and up; what a norm waits for
    std::size_t wide;
    std::size_t narrow;  ///< T [rows, the widest]: what was attended to; what was gated
    std::size_t inputs;  ///< PassInput [pieces]
    std::size_t lists;   ///< int [pieces, slots]
    std::size_t weights; ///< T [some tiles of outputs, width]: the weights of the product under way
    std::size_t weightBytes;
    std::size_t workspace;
    std::size_t bytes; ///< of all

    PromptLayout(const PassShape& shape, std::size_t bytesPerElement);
    /// Bytes of `inputs` and `lists`, which lie one behind the other.
    [[nodiscard]] std::size_t inputBytes() const { return weights - inputs; }
};

/// Whether a cache of so many slots can ever hold a prompt that is worth it: shorter ones are one pass anyway. Drafting
/// heads read states instead.
[[nodiscard]] inline bool takesLongPrompts(const PassShape& shape)
{
    return shape.slotCount > productRows && shape.entryTiles == 0;
}

} // namespace draftscope::cuda

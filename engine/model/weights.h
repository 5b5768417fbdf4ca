// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/weight_type.h"

#include "engine/core/error.h"
#include "engine/core/memory_map.h"

namespace draftscope {

/// A matrix [rows, columns], row-major, as it lies in the memory map; not aligned to more than its element.
struct MatrixView {
    const void* data = nullptr;
    WeightType type = WeightType::f32;
    int rows = 0, columns = 0;
    [[nodiscard]] std::size_t bytes() const { return std::size_t(rows) * std::size_t(columns) * bytesPer(type); }
};

/// One decoder layer. q/k rows are in Hugging Face's order (rotary pairs in halves): the GGUF loader says otherwise
/// through Weights::interleavedRope instead of copying.
struct LayerWeights {
    std::vector<float> inputNorm, postAttentionNorm; ///< [hidden], converted: they are tiny
    MatrixView q, k, v, o;     ///< [heads*d, hidden], [kvHeads*d, hidden] twice, [hidden, heads*d]
    MatrixView gate, up, down; ///< [intermediate, hidden] twice, [hidden, intermediate]

    /// All of the above, in the order in which a pass reads them.
    [[nodiscard]] std::array<const MatrixView*, 7> matrices() const { return {&q, &k, &v, &o, &gate, &up, &down}; }
    [[nodiscard]] std::array<MatrixView*, 7> matrices() { return {&q, &k, &v, &o, &gate, &up, &down}; }
};

/// All tensors of a Llama-family model; views point into memory maps that `storage` keeps alive. Immutable once loaded
/// and shared between sessions and threads.
struct Weights {
    MatrixView embedding; ///< [vocab, hidden]
    std::vector<LayerWeights> layers;
    std::vector<float> finalNorm; ///< [hidden]
    MatrixView head;              ///< [vocab, hidden]; the embedding itself when tied
    bool interleavedRope = false; ///< rotary pairs are (0,1), (2,3).. as in GGUF, not (0, d/2), (1, d/2+1)..
    std::vector<std::shared_ptr<const void>> storage;
    std::vector<std::shared_ptr<const MemoryMap>> files; ///< those that views point into
    /// Error: one of the files was changed or shortened since it was opened, so that what was computed since may be
    /// wrong. Cheap enough to be asked after every pass.
    [[nodiscard]] Result<void> filesUnchanged() const;
    [[nodiscard]] std::int64_t parameterCount() const; ///< tied matrices once
    [[nodiscard]] std::size_t bytesPerPass()
        const; ///< weight bytes that one forward pass reads (the embedding's rows aside)
};

} // namespace draftscope

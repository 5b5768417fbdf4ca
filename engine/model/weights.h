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
#include "engine/core/token.h"

namespace draftscope {

/// A matrix [rows, columns], row-major, as it lies in the memory map (in the models that a CPU pass has in panels); not
/// aligned to more than its element, quantised ones not at all. Rows are whole blocks of their type.
struct MatrixView {
    const void* data = nullptr;
    WeightType type = WeightType::f32;
    int rows = 0, columns = 0;
    const float* bias = nullptr; ///< [rows] or null: what is added to its products
    [[nodiscard]] std::size_t rowBytes() const { return draftscope::rowBytes(type, columns); }
    [[nodiscard]] std::size_t bytes() const { return std::size_t(rows) * rowBytes(); }
    [[nodiscard]] std::size_t biasElements() const { return bias ? std::size_t(rows) : 0; }
};

/// One decoder layer. q/k rows are in Hugging Face's order (rotary pairs in halves): the GGUF loader says otherwise
/// through Weights::interleavedRope instead of copying.
struct LayerWeights {
    /// [hidden], converted: they are tiny. Without an input norm (EAGLE-1/2) attention reads the stream as it is.
    std::vector<float> inputNorm, postAttentionNorm;
    std::vector<float> inputNormBias, postAttentionNormBias; ///< [hidden], of LayerNorms; empty for RMSNorms
    /// [hidden] or empty. EAGLE-3: q, k and v have 2*hidden columns and read the token's embedding, normalised by this,
    /// and behind it the stream, normalised by inputNorm.
    std::vector<float> embeddingNorm;
    std::vector<float> queryNorm, keyNorm; ///< [headSize] or empty; for all heads the same
    /// [hidden] or empty: RMSNorms of what attention and MLP add to the stream, in front of the sum.
    std::vector<float> attentionOutputNorm, mlpOutputNorm;
    MatrixView q, k, v, o; ///< [heads*d, hidden], [kvHeads*d, hidden] twice, [hidden, heads*d]
    /// [intermediate, hidden] twice, [hidden, intermediate]. The gate is empty where there is none.
    MatrixView gate, up, down;

    /// All of the above, in the order in which a pass reads them.
    [[nodiscard]] std::array<const MatrixView*, 7> matrices() const { return {&q, &k, &v, &o, &gate, &up, &down}; }
    [[nodiscard]] std::array<MatrixView*, 7> matrices() { return {&q, &k, &v, &o, &gate, &up, &down}; }
};

/// x + SiLU(W x + b), of which Medusa's heads have one or more.
struct ResidualBlock {
    MatrixView weight;       ///< [hidden, hidden]
    std::vector<float> bias; ///< [hidden]
};

/// What a drafting head has in front of its layers. Empty in other models.
struct EntryWeights {
    std::vector<float> fcNorm; ///< [featureSize] or empty: of the features that fc reads
    MatrixView fc;             ///< EAGLE-1/2: [hidden, 2*hidden], EAGLE-3: [hidden, featureSize]; see RowInput
    std::vector<float> fcBias; ///< [hidden] or empty
    std::vector<ResidualBlock> blocks;
};

/// All tensors of a model or a drafting head; views point into memory maps that `storage` keeps alive. Immutable once
/// loaded and shared between sessions and threads.
struct Weights {
    MatrixView embedding; ///< [vocab, hidden]; Medusa's heads have none
    /// [contextLength, hidden] where they are learned: a row is added to the embedding of a token at its position.
    MatrixView positions;
    EntryWeights entry;
    std::vector<LayerWeights> layers;
    std::vector<float> finalNorm;     ///< [hidden], or empty where the head reads the stream as it is
    std::vector<float> finalNormBias; ///< [hidden], of a LayerNorm; else empty
    MatrixView head; ///< [logits, hidden]; the embedding itself when tied, the target's or rows of it in EAGLE-1/2
    std::vector<TokenId> tokenOfLogit; ///< [logits], or empty where logit i is token i's: what d2t says
    bool interleavedRope = false;      ///< rotary pairs are (0,1), (2,3).. as in GGUF, not (0, d/2), (1, d/2+1)..
    std::vector<std::shared_ptr<const void>> storage;
    std::vector<std::shared_ptr<const MemoryMap>> files; ///< those that views point into
    /// Error: one of the files was changed or shortened since it was opened, so that what was computed since may be
    /// wrong. Cheap enough to be asked after every pass.
    [[nodiscard]] Result<void> filesUnchanged() const;
    /// All matrices that there are, each once.
    [[nodiscard]] std::vector<const MatrixView*> matrices() const;
    /// Of which passes read single rows: the embedding, unless it is looked at as the head, and positions.
    [[nodiscard]] bool isTable(const MatrixView* matrix) const { return matrix == &embedding || matrix == &positions; }
    [[nodiscard]] std::int64_t parameterCount() const; ///< tied matrices once
    /// The types of the matrices, that of most bytes first.
    [[nodiscard]] std::vector<WeightType> types() const;
    [[nodiscard]] std::size_t bytesPerPass() const; ///< weight bytes that one forward pass reads (rows of tables aside)
};

} // namespace draftscope

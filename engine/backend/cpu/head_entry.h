// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/backend/cpu/float_buffer.h"
#include "engine/backend/cpu/packed_activations.h"
#include "engine/backend/cpu/pass_threads.h"
#include "engine/model/forward_pass.h"
#include "engine/model/model.h"

namespace draftscope::cpu {

/// What a drafting head does in front of its layers: makes the residual stream of hidden states of its target and of
/// tokens' embeddings (RowInput), and what EAGLE-3's first layer reads. A row's bits depend on its own inputs only.
class HeadEntry {
public:
    HeadEntry(const Model& model, PackedActivations& packed) : m_model(model), m_packed(packed) {}

    /// Floats that it needs for a row, besides packed ones.
    [[nodiscard]] static std::size_t floatsPerRow(const ModelConfig& config);
    void reserve(int rows);
    /// stream [rows, hidden] = what enters the first layer.
    void begin(const Rows& rows, float* stream, PassThreads& threads);
    /// Packs [norm(embedding); norm(stream)] of all rows for q, k and v. Where the configuration says so, the stream
    /// goes on from what its norm gives.
    void packBeside(const LayerWeights& layer, float* stream);

private:
    [[nodiscard]] const ModelConfig& config() const { return m_model.config; }
    void readEmbeddings(const Rows& rows, float* out, int stride) const;
    /// stream = fc · rows of `in` [rows, fc's columns] + bias
    void applyFc(const float* in, float* stream, PassThreads& threads);
    void addBlock(const ResidualBlock& block, float* stream, PassThreads& threads);

    const Model& m_model;
    PackedActivations& m_packed;
    int m_rows = 0;
    FloatBuffer m_wide;        ///< [rows, wide]: what fc, or q, k and v of EAGLE-3's layer, read
    FloatBuffer m_embeddings;  ///< [rows, hidden], EAGLE-3; of Medusa what a block adds
    std::vector<float> m_ones; ///< [hidden]
};

} // namespace draftscope::cpu

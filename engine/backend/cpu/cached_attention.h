// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/backend/cpu/float_buffer.h"
#include "engine/backend/cpu/key_value_cache.h"
#include "engine/backend/cpu/packed_activations.h"
#include "engine/backend/cpu/pass_threads.h"
#include "engine/backend/cpu/rotary_embedding.h"
#include "engine/backend/cpu/row_paths.h"
#include "engine/model/forward_pass.h"
#include "engine/model/model.h"

namespace draftscope::cpu {

/// Self-attention over a K/V cache of its own: what lies between the product with q, k and v and that with o. Every row
/// looks at its path of slots and at nothing else. For one pass at a time; place() may be called for several rows and
/// heads at once.
class CachedAttention {
public:
    /// Throws std::bad_alloc.
    CachedAttention(std::shared_ptr<const Model> model, int slotCount, Arithmetic arithmetic);

    [[nodiscard]] int slotCount() const { return m_cache.slotCount(); }
    [[nodiscard]] std::size_t cacheElementSize() const { return m_cache.elementSize(); } ///< bytes

    /// Gets ready for a pass. The rows must live until its end. Throws std::bad_alloc.
    void prepare(const Rows& rows, int threads);
    /// Takes heads [first, end) of q, k and v [(heads + 2 * kvHeads) * d] of a row apart: the queries are kept for
    /// attend(), keys and values go into the row's slot; norms and rotation on the way. Changes what it is given.
    void place(int layer, int row, int first, int end, float* queriesKeysValues);
    /// On all threads; ends early where the pass is cancelled. What it finds goes to attended(), or into `packed` where
    /// that is given: it has begun, and the head size is a multiple of packedMultiple.
    void attend(int layer, PassThreads& threads, PackedActivations* packed);
    /// [rows, heads * d]
    [[nodiscard]] FloatBuffer& attended() { return m_attended; }

private:
    [[nodiscard]] const ModelConfig& config() const { return m_model->config; }
    [[nodiscard]] std::size_t queriesWidth() const;
    void normAndRotate(int layer, int row, const std::vector<float>& norm, float* head) const;
    template <class Element>
    void attendQueries(int layer, int kvHead, int first, int end, int thread, PackedActivations* packed);

    std::shared_ptr<const Model> m_model;
    KeyValueCache m_cache;
    RotaryEmbedding m_rope, m_localRope; ///< the second one of layers with a base of their own
    RowPaths m_paths;
    const Rows* m_rows = nullptr;
    /// [rows, heads * paddedHead]; where keys are bf16 so are they, at the beginning of each head's place
    FloatBuffer m_queries;
    FloatBuffer m_attended; ///< [rows, heads * d]
    FloatBuffer m_scores;   ///< [threads, queriesTogether, longest path]
    std::size_t m_scoresStride = 0;
};

} // namespace draftscope::cpu

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/model/forward_pass.h"

namespace draftscope::cpu {

/// Rotary position embedding (Su et al., arXiv 2104.09864): cosines and sines for the rows of one pass. The angle is
/// rounded to f32 as in transformers.
class RotaryEmbedding {
public:
    /// isLocal: of the layers that LayerAttention::hasLocalRope names. interleaved: pairs are (0,1), (2,3).. and not
    /// (0, d/2), (1, d/2+1).., where d is ModelConfig::rotatedSize(). The configuration must outlive this.
    RotaryEmbedding(const ModelConfig& config, bool isLocal, bool interleaved);

    void prepare(const std::vector<Row>& rows);
    /// Rotates a head [headSize] to the position of row `row`, or the part of it that is rotated.
    void rotate(int row, float* head) const;

private:
    void setLength(const Row& row);

    const ModelConfig& m_config;
    std::vector<float> m_frequencies;
    bool m_followsLength, m_interleaved;
    float m_scale;                         ///< of cosines and sines
    int m_until = 0;                       ///< the longest text that m_frequencies are of
    std::vector<float> m_cosines, m_sines; ///< [rows, rotatedSize / 2]
};

} // namespace draftscope::cpu

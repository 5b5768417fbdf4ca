// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/model/forward_pass.h"

namespace draftscope::cpu {

/// Rotary position embedding (Su et al., arXiv 2104.09864): cosines and sines for the rows of one pass. The angle is
/// rounded to f32 as in transformers.
class RotaryEmbedding {
public:
    /// frequencies [headSize / 2]; interleaved: pairs are (0,1), (2,3).. and not (0, d/2), (1, d/2+1)..
    RotaryEmbedding(std::vector<float> frequencies, bool interleaved);

    void prepare(const std::vector<Row>& rows);
    /// Rotates a head [headSize] to the position of row `row`.
    void rotate(int row, float* head) const;

private:
    std::vector<float> m_frequencies;
    bool m_interleaved;
    std::vector<float> m_cosines, m_sines; ///< [rows, headSize / 2]
};

} // namespace draftscope::cpu

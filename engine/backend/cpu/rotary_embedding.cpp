// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/rotary_embedding.h"

#include <cmath>
#include <utility>

namespace draftscope::cpu {

RotaryEmbedding::RotaryEmbedding(std::vector<float> frequencies, bool interleaved)
    : m_frequencies(std::move(frequencies)), m_interleaved(interleaved)
{
}

void RotaryEmbedding::prepare(const std::vector<Row>& rows)
{
    m_cosines.clear();
    m_sines.clear();
    for (const Row& row : rows)
        for (const float frequency : m_frequencies) {
            const double angle = double(float(row.position) * frequency);
            m_cosines.push_back(float(std::cos(angle)));
            m_sines.push_back(float(std::sin(angle)));
        }
}

void RotaryEmbedding::rotate(int row, float* head) const
{
    const std::size_t half = m_frequencies.size();
    const float* cosines = m_cosines.data() + std::size_t(row) * half;
    const float* sines = m_sines.data() + std::size_t(row) * half;
    const std::size_t step = m_interleaved ? 2 : 1, partner = m_interleaved ? 1 : half;
    for (std::size_t i = 0; i < half; ++i) {
        float &first = head[i * step], &second = head[i * step + partner];
        const float a = first, b = second;
        first = a * cosines[i] - b * sines[i];
        second = b * cosines[i] + a * sines[i];
    }
}

} // namespace draftscope::cpu

// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/rotary_embedding.h"

#include <cmath>
#include <utility>

namespace draftscope::cpu {

RotaryEmbedding::RotaryEmbedding(const ModelConfig& config, bool isLocal, bool interleaved)
    : m_config(config), m_frequencies(isLocal ? localRopeFrequencies(config) : ropeFrequencies(config)),
      m_followsLength(!isLocal && config.ropeFollowsLength()), m_interleaved(interleaved),
      m_scale(config.rotationScale(isLocal))
{
}

void RotaryEmbedding::setLength(const Row& row)
{
    const int length = row.ropeLength > 0 ? row.ropeLength : row.position + 1;
    const int until = m_config.sameRopeUntil(length);
    if (std::exchange(m_until, until) != until)
        m_frequencies = ropeFrequencies(m_config, length);
}

void RotaryEmbedding::prepare(const std::vector<Row>& rows)
{
    m_cosines.clear();
    m_sines.clear();
    for (const Row& row : rows) {
        if (m_followsLength)
            setLength(row);
        for (const float frequency : m_frequencies) {
            const double angle = double(float(row.position) * frequency);
            m_cosines.push_back(float(std::cos(angle)) * m_scale);
            m_sines.push_back(float(std::sin(angle)) * m_scale);
        }
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

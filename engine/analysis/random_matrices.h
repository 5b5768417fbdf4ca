// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/random.h"
#include "engine/model/weights.h"

namespace draftscope {

/// Makes matrices whose entries are uniform around 0, the same with every run. The same places of all sets with one
/// seed have the same numbers, but for noise.
class RandomMatrices {
public:
    /// noise: on the numbers, as a share of their own scale; which: other noise for another number.
    RandomMatrices(Weights& weights, float noise, std::uint64_t seed, std::uint32_t which = 1)
        : m_weights(weights), m_noise(noise), m_seed(seed), m_which(which)
    {
    }

    /// An input of root mean square 1 gives an output of root mean square `scale`.
    MatrixView make(int rows, int columns, float scale)
    {
        auto values = std::make_shared<std::vector<float>>(std::size_t(rows) * std::size_t(columns));
        const float toEntry = scale / std::sqrt(float(columns));
        for (float& value : *values) {
            value = toEntry * (draw(0) + m_noise * draw(m_which));
            ++m_place;
        }
        m_weights.storage.push_back(values);
        return {values->data(), WeightType::f32, rows, columns};
    }

private:
    /// Of standard deviation 1.
    [[nodiscard]] float draw(std::uint32_t which) const
    {
        return float((uniform(m_seed, which, m_place, 0, Purpose::plain) - 0.5) * std::sqrt(12.0));
    }

    Weights& m_weights;
    float m_noise;
    std::uint64_t m_seed;
    std::uint32_t m_which;
    std::uint32_t m_place = 0;
};

} // namespace draftscope

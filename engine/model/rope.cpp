// SPDX-License-Identifier: MIT
// Rotary position frequencies (Su et al. 2021, arXiv:2104.09864) with the scaling of Llama 3.1 (Grattafiori et al.
// 2024, arXiv:2407.21783; the formula is that of its published code).
#include <cassert>
#include <cmath>
#include <numbers>

#include "engine/model/model_config.h"

namespace draftscope {

namespace {

/// Wavelengths beyond the original context are slowed by `factor`, short ones kept, and those between blended.
double scaled(double frequency, const RopeScaling& scaling)
{
    const double wavelength = 2 * std::numbers::pi / frequency;
    const double longest = scaling.originalContext / scaling.lowFrequencyFactor;
    const double shortest = scaling.originalContext / scaling.highFrequencyFactor;
    if (wavelength > longest)
        return frequency / scaling.factor;
    if (wavelength < shortest)
        return frequency;
    const double keep = (scaling.originalContext / wavelength - scaling.lowFrequencyFactor)
        / (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
    return (1 - keep) * frequency / scaling.factor + keep * frequency;
}

} // namespace

std::vector<float> ropeFrequencies(const ModelConfig& config)
{
    assert(config.headSize % 2 == 0);
    assert(config.ropeFactors.empty() || config.ropeFactors.size() == std::size_t(config.headSize / 2));
    std::vector<float> frequencies;
    for (int i = 0; i < config.headSize / 2; ++i) {
        double frequency = std::pow(config.ropeTheta, -2.0 * i / config.headSize);
        if (config.ropeScaling)
            frequency = scaled(frequency, *config.ropeScaling);
        if (!config.ropeFactors.empty())
            frequency /= config.ropeFactors[std::size_t(i)];
        frequencies.push_back(float(frequency));
    }
    return frequencies;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Rotary position frequencies (Su et al. 2021, arXiv:2104.09864) with the scaling of Llama 3.1 (Grattafiori et al.
// 2024, arXiv:2407.21783; the formula is that of its published code), linear (Chen et al. 2023, arXiv:2306.15595) or YaRN's (Peng et
// al. 2023, arXiv:2309.00071).
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "engine/model/model_config.h"

namespace draftscope {

namespace {

/// Wavelengths beyond the original context are slowed by `factor`, short ones kept, and those between blended.
double llama3Scaled(double frequency, const RopeScaling& scaling)
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

/// The pair, not a whole number, that turns so many times within the original context.
double pairOfRotations(double rotations, const ModelConfig& config)
{
    return config.headSize * std::log(config.ropeScaling->originalContext / (rotations * 2 * std::numbers::pi))
        / (2 * std::log(config.ropeTheta));
}

/// Pairs that turn often are kept, slow ones slowed by `factor`, those between blended by their number.
double yarnScaled(double frequency, int pair, const ModelConfig& config)
{
    const RopeScaling& scaling = *config.ropeScaling;
    double first = pairOfRotations(scaling.fastRotations, config),
           last = pairOfRotations(scaling.slowRotations, config);
    if (scaling.wholePairs) {
        first = std::floor(first);
        last = std::ceil(last);
    }
    first = std::max(first, 0.0);
    last = std::min(last, double(config.headSize - 1));
    const double width = last == first ? 0.001 : last - first; // a step
    const double slow = std::clamp((pair - first) / width, 0.0, 1.0);
    return slow * frequency / scaling.factor + (1 - slow) * frequency;
}

double scaled(double frequency, int pair, const ModelConfig& config)
{
    switch (config.ropeScaling->method) {
    case RopeScaling::Method::llama3:
        return llama3Scaled(frequency, *config.ropeScaling);
    case RopeScaling::Method::yarn:
        return yarnScaled(frequency, pair, config);
    case RopeScaling::Method::linear:
        break;
    }
    return frequency / config.ropeScaling->factor;
}

} // namespace

double yarnAttentionFactor(double factor, double scale)
{
    return factor <= 1 ? 1.0 : 0.1 * scale * std::log(factor) + 1;
}

float ModelConfig::attentionScale(int layer) const
{
    if (headSize == 0)
        return 0;
    const float scale = 1.0f / std::sqrt(queryScalar > 0 ? float(queryScalar) : float(headSize));
    const LayerAttention attention = attentionOf(layer);
    const double grown = attention.hasRope && !attention.hasLocalRope ? ropeAttentionFactor * ropeAttentionFactor : 1.0;
    return grown == 1 ? scale : float(grown * double(scale));
}

std::vector<float> ropeFrequencies(const ModelConfig& config)
{
    assert(config.headSize % 2 == 0);
    assert(config.ropeFactors.empty() || config.ropeFactors.size() == std::size_t(config.headSize / 2));
    std::vector<float> frequencies;
    for (int i = 0; i < config.headSize / 2; ++i) {
        double frequency = std::pow(config.ropeTheta, -2.0 * i / config.headSize);
        if (config.ropeScaling)
            frequency = scaled(frequency, i, config);
        if (!config.ropeFactors.empty())
            frequency /= config.ropeFactors[std::size_t(i)];
        frequencies.push_back(float(frequency));
    }
    return frequencies;
}

std::vector<float> localRopeFrequencies(const ModelConfig& config)
{
    std::vector<float> frequencies;
    for (int i = 0; config.localRopeTheta > 0 && i < config.headSize / 2; ++i)
        frequencies.push_back(float(std::pow(config.localRopeTheta, -2.0 * i / config.headSize)));
    return frequencies;
}

} // namespace draftscope

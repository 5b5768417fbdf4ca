// SPDX-License-Identifier: MIT
// Rotary position frequencies (Su et al. 2021, arXiv:2104.09864) with the scaling of Llama 3.1 (Grattafiori et al.
// 2024, arXiv:2407.21783; the formula is that of its published code), linear (Chen et al. 2023, arXiv:2306.15595),
// YaRN's or dynamic (Peng et al. 2023, arXiv:2309.00071), or LongRoPE's factors (Ding et al. 2024, arXiv:2402.13753).
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
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
double pairOfRotations(double rotations, const RopeScaling& scaling, double theta, int size)
{
    return size * std::log(scaling.originalContext / (rotations * 2 * std::numbers::pi)) / (2 * std::log(theta));
}

/// Pairs that turn often are kept, slow ones slowed by `factor`, those between blended by their number.
double yarnScaled(double frequency, int pair, const RopeScaling& scaling, double theta, int size)
{
    double first = pairOfRotations(scaling.fastRotations, scaling, theta, size),
           last = pairOfRotations(scaling.slowRotations, scaling, theta, size);
    if (scaling.wholePairs) {
        first = std::floor(first);
        last = std::ceil(last);
    }
    first = std::max(first, 0.0);
    last = std::min(last, double(size - 1));
    const double width = last == first ? 0.001 : last - first; // a step
    const double slow = std::clamp((pair - first) / width, 0.0, 1.0);
    return slow * frequency / scaling.factor + (1 - slow) * frequency;
}

double scaled(double frequency, int pair, const RopeScaling& scaling, double theta, int size)
{
    switch (scaling.method) {
    case RopeScaling::Method::llama3:
        return llama3Scaled(frequency, scaling);
    case RopeScaling::Method::yarn:
        return yarnScaled(frequency, pair, scaling, theta, size);
    case RopeScaling::Method::linear:
        return frequency / scaling.factor;
    case RopeScaling::Method::dynamic: // changes the base
    case RopeScaling::Method::longrope:
        break;
    }
    return frequency;
}

/// The base of a text of so many tokens (dynamic NTK scaling; the formula is that of transformers'
/// modeling_rope_utils.py).
double baseOf(const ModelConfig& config, int textLength)
{
    const auto& scaling = config.ropeScaling;
    if (!scaling || scaling->method != RopeScaling::Method::dynamic || textLength <= scaling->originalContext)
        return config.ropeTheta;
    const double size = config.rotatedSize();
    const double grown = scaling->factor * textLength / scaling->originalContext - (scaling->factor - 1);
    return config.ropeTheta * std::pow(grown, size / (size - 2));
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
    if (!attention.hasRope || partlyRotated > 0)
        return scale;
    const double factor = attention.hasLocalRope ? localRopeAttentionFactor : ropeAttentionFactor;
    return factor == 1 ? scale : float(factor * factor * double(scale));
}

float ModelConfig::rotationScale(bool isLocal) const
{
    return partlyRotated > 0 ? float(isLocal ? localRopeAttentionFactor : ropeAttentionFactor) : 1.0f;
}

bool ModelConfig::ropeFollowsLength() const
{
    return ropeScaling
        && (ropeScaling->method == RopeScaling::Method::dynamic
            || ropeScaling->method == RopeScaling::Method::longrope);
}

int ModelConfig::sameRopeUntil(int length) const
{
    if (!ropeFollowsLength())
        return std::numeric_limits<int>::max();
    if (length <= ropeScaling->originalContext)
        return ropeScaling->originalContext;
    return ropeScaling->method == RopeScaling::Method::dynamic ? length : std::numeric_limits<int>::max();
}

std::vector<float> ropeFrequencies(const ModelConfig& config, int textLength)
{
    const int size = config.rotatedSize();
    const bool isLong = !config.longRopeFactors.empty() && textLength > config.ropeScaling->originalContext;
    const std::vector<float>& factors = isLong ? config.longRopeFactors : config.ropeFactors;
    assert(size % 2 == 0);
    assert(factors.empty() || factors.size() == std::size_t(size / 2));
    const double base = baseOf(config, textLength);
    std::vector<float> frequencies;
    for (int i = 0; i < size / 2; ++i) {
        double frequency = std::pow(base, -2.0 * i / size);
        if (config.ropeScaling)
            frequency = scaled(frequency, i, *config.ropeScaling, config.ropeTheta, size);
        if (!factors.empty())
            frequency /= factors[std::size_t(i)];
        frequencies.push_back(float(frequency));
    }
    return frequencies;
}

std::vector<float> localRopeFrequencies(const ModelConfig& config)
{
    const int size = config.rotatedSize();
    std::vector<float> frequencies;
    for (int i = 0; config.localRopeTheta > 0 && i < size / 2; ++i) {
        const double frequency = std::pow(config.localRopeTheta, -2.0 * i / size);
        const auto& scaling = config.localRopeScaling;
        frequencies.push_back(float(scaling ? scaled(frequency, i, *scaling, config.localRopeTheta, size) : frequency));
    }
    return frequencies;
}

} // namespace draftscope

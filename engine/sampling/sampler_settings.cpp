// SPDX-License-Identifier: MIT
#include "engine/sampling/sampler_settings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace draftscope {

Result<void> check(const SamplerSettings& settings)
{
    // Negated comparisons, so that "not a number" is refused too.
    if (!(settings.temperature >= 0.0) || std::isinf(settings.temperature))
        return fail("The temperature is {}: choose 0 (greedy) or a positive number.", settings.temperature);
    if (settings.topK < 0)
        return fail("Top-k is {}: choose 0 (keep all tokens) or a positive number.", settings.topK);
    if (!(settings.topP > 0.0 && settings.topP <= 1.0))
        return fail("Top-p is {}: choose a number above 0 and at most 1.", settings.topP);
    if (!(settings.minP >= 0.0 && settings.minP <= 1.0))
        return fail("Min-p is {}: choose a number from 0 to 1.", settings.minP);
    return {};
}

float SamplerSettings::inverseTemperature() const
{
    return float(std::min(1.0 / temperature, double(std::numeric_limits<float>::max())));
}

} // namespace draftscope

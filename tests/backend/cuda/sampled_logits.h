// SPDX-License-Identifier: MIT
// Logits and samplers that tests of the sampler's kernels share.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "engine/sampling/sampler_settings.h"

namespace draftscope::test {

enum class Shape { random, quantised, equal, peaked, holes };

inline std::vector<float> logitsOf(Shape shape, std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, 3);
    std::vector<float> logits(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float number = normal(random);
        switch (shape) {
        case Shape::random:
            logits[i] = number;
            break;
        case Shape::quantised: // and both zeros
            logits[i] = std::round(number) / 2;
            break;
        case Shape::equal:
            logits[i] = i % 3 == 0 ? -0.0f : 0.0f;
            break;
        case Shape::peaked:
            logits[i] = i % 97 == 5 ? 30 + number / 100 : number - 60;
            break;
        case Shape::holes:
            logits[i] = i % 4 == 1 ? -std::numeric_limits<float>::infinity() : number;
            break;
        }
    }
    return logits;
}

inline const std::vector<std::pair<const char*, SamplerSettings>>& samplers()
{
    static const std::vector<std::pair<const char*, SamplerSettings>> all = {
        {"default", {}},
        {"T 0.3", {.temperature = 0.3}},
        {"T 1.7", {.temperature = 1.7}},
        {"T near 0", {.temperature = 1e-300}},
        {"top-k 1", {.topK = 1}},
        {"top-k 7", {.topK = 7}},
        {"top-k 40", {.topK = 40}},
        {"top-k 2000", {.topK = 2000}},
        {"top-p 0.1", {.topP = 0.1}},
        {"top-p 0.5", {.topP = 0.5}},
        {"top-p 0.95", {.topP = 0.95}},
        {"top-p 0.999999", {.temperature = 1.7, .topP = 0.999999}},
        {"min-p 0.02", {.minP = 0.02}},
        {"min-p 1", {.minP = 1}},
        {"all", {.temperature = 0.8, .topK = 50, .topP = 0.9, .minP = 0.05}},
        {"all wide", {.temperature = 1.7, .topK = 3000, .topP = 0.98, .minP = 0.001}},
        {"greedy", {.greedy = true}},
        {"T 0", {.temperature = 0}},
    };
    return all;
}

} // namespace draftscope::test

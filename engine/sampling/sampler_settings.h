// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/error.h"

namespace draftscope {

/// How logits become a distribution. Steps in order: temperature, top-k, top-p, min-p; applied alike to p and q.
/// greedy (also: temperature 0) makes the distribution one-hot at the largest logit, the smallest id on ties.
struct SamplerSettings {
    double temperature = 1.0; ///< > 0; 0 means greedy
    int topK = 0;             ///< keep the k likeliest tokens; 0 keeps all
    double topP = 1.0;        ///< keep the smallest set of likeliest tokens whose mass is at least this; (0, 1]
    double minP = 0.0;        ///< drop tokens under this share of the likeliest token's probability; [0, 1]
    bool greedy = false;

    [[nodiscard]] bool isGreedy() const { return greedy || temperature == 0.0; }
    /// What logits are multiplied with where the sampler is not greedy; the largest float where 1 / temperature is
    /// more.
    [[nodiscard]] float inverseTemperature() const;
    friend bool operator==(const SamplerSettings&, const SamplerSettings&) = default;
};

/// A sentence for the first setting that is out of range.
[[nodiscard]] Result<void> check(const SamplerSettings& settings);

} // namespace draftscope

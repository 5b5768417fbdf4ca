// SPDX-License-Identifier: MIT
// A round of a tree decided twice: by the sampler's kernels and by the host's functions. Every bit is compared.
#pragma once

#include <string>
#include <vector>

#include "engine/sampling/draw_rule.h"
#include "engine/sampling/sampler_settings.h"

namespace draftscope::test {

/// Logits to draw and to judge by, and what else decides a round.
struct SampledTree {
    std::vector<int> widths; ///< by level: children of each node of the level above
    int vocabulary = 10, draftVocabulary = 10, tokenizerSize = 10;
    std::vector<float> targetLogits; ///< [nodes + 1, vocabulary]
    std::vector<float> draftLogits;  ///< [contexts with children, draftVocabulary]
    SamplerSettings sampler;
    DrawRule draws = DrawRule::withoutReplacement;
    bool greedyVerifier = false;
    int topTokens = 5; ///< of the contexts that are listed
    unsigned seed = 1;

    [[nodiscard]] int nodeCount() const;  ///< that are planned
    [[nodiscard]] int placeCount() const; ///< contexts with children
};

/// How it came out, for tests to see that they test what they mean to.
struct SampledTreeOutcome {
    int accepted = 0, rejected = 0, mostRejected = 0; ///< the last at one context
    bool lacksNodes = false;
    int remainders = 0; ///< that were listed
    std::string wrong;  ///< where the device differs from the host, or nothing
};
[[nodiscard]] SampledTreeOutcome decideTwice(const SampledTree& tree);

} // namespace draftscope::test

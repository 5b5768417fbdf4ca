// SPDX-License-Identifier: MIT
// A round of a chain decided twice: by the sampler's kernels and by the host's functions. Every bit is compared.
#pragma once

#include <string>
#include <vector>

#include "engine/core/token.h"
#include "engine/sampling/sampler_settings.h"

namespace draftscope::test {

/// Logits to draw and to judge by, and what else decides a round.
struct SampledChain {
    int nodes = 0, vocabulary = 10, draftVocabulary = 10, tokenizerSize = 10;
    std::vector<float> targetLogits; ///< [nodes + 1, vocabulary]
    std::vector<float> draftLogits;  ///< [nodes, draftVocabulary]
    SamplerSettings sampler;
    bool greedyVerifier = false;
    std::vector<TokenId> forced; ///< by node, in the place of what is drawn; -1 or not there: nothing is forced
    int topTokens = 4;
    unsigned seed = 1;
};

/// How it came out, for tests to see that they test what they mean to.
struct SampledOutcome {
    int accepted = 0;
    bool wasRejected = false;
    double residualMass = 0; ///< of the first context
    std::string wrong;       ///< where the device differs from the host, or nothing
};
[[nodiscard]] SampledOutcome decideTwice(const SampledChain& chain);

/// What the device alone says of logits that the host would not take.
struct DeviceOutcome {
    std::vector<TokenId> tokens; ///< that it drafts, draws and lists
    int unusableDrafts = 0, unusableTargets = 0;
};
[[nodiscard]] DeviceOutcome decideOnce(const SampledChain& chain);

} // namespace draftscope::test

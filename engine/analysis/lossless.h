// SPDX-License-Identifier: MIT
// Does speculative decoding write what the target alone would? Measured on the real models, not assumed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/session/session.h"

namespace draftscope {

struct LosslessOptions {
    /// One after another, each with a test of the first token and one of the first two.
    std::vector<SamplerSettings> samplers = {
        {.temperature = 1.0}, {.temperature = 0.7}, {.temperature = 1.0, .topP = 0.9}};
    std::string verifier = "speculative-sampling";
    int rounds = 200'000; ///< texts sampled for every sampler
    int draftLength = 2;  ///< K
    std::uint64_t seed = 42;
    /// A correct program fails the whole check with this chance at most (Bonferroni over the cases).
    double level = 1e-4;
    /// Breaks the rule on purpose: drafts are judged by q at this temperature instead of the one they were drawn at.
    std::optional<double> brokenQTemperature;
};

/// One test of sampled tokens against the target's own law.
struct LosslessCase {
    std::string name; ///< "temperature 0.7, first two tokens"
    SamplerSettings sampler;
    int tokens = 1; ///< length of the texts compared
    int samples = 0;
    double chiSquare = 0;
    int degreesOfFreedom = 0;
    double pValue = 1;
    double totalVariation = 0;
    bool passed = false; ///< pValue > level / number of cases
};

struct LosslessReport {
    std::vector<LosslessCase> cases;
    double acceptanceRate = 0; ///< accepted / judged over everything sampled
    std::string backend;       ///< that gave the distributions: ForwardPass::backendName()
    [[nodiscard]] bool passed() const;
};

/// Draws `rounds` short texts after the prompt by real rounds of draft, verdicts and residual or bonus (the verifier
/// that sessions use), and compares their law with the target's: chi-square over bins that expect at least 5 samples,
/// and total variation. Deterministic. An Error for models that do not fit, or when cancelled.
/// Throws DecodeFailure.
///
/// Only the first two tokens are looked at, so both models are asked only for contexts of at most one token after the
/// prompt, each once; deeper ones are given the prompt's own distributions. A lossless rule is lossless for any p and
/// q, hence for these.
[[nodiscard]] Result<LosslessReport> losslessCheck(const Pair& pair, const std::string& prompt,
                                                   const LosslessOptions& options, Backend& backend,
                                                   const Progress& progress = {});

} // namespace draftscope

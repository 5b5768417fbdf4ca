// SPDX-License-Identifier: MIT
// Verification where only a part of p is known: a target behind a server that tells some probabilities.
#pragma once

#include <functional>
#include <memory>

#include "engine/sampling/partial_distribution.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// What a target that tells a part of p is asked by a rule. Contexts are numbered as everywhere.
struct PartialTarget {
    std::function<const PartialDistribution&(int context)> p; ///< stays where it is as long as the round is judged
    /// A token that the target draws from p after a context, and its p. A target that takes numbers draws by u, another
    /// by its own. May throw TargetUnavailable. Null where KnownOfP::draftTokens is not told.
    std::function<TokenProbability(int context, double u)> draw;
};

/// The residual rules on a chain: a draft is accepted with min(1, p/q), and after a rejection the token is drawn from
/// norm(max(0, p - q)) without knowing p whole: y is drawn from p and kept with probability max(0, 1 - q(y)/p(y)),
/// until one is kept. That is rejection sampling with the proposal p, since max(0, p - q)/p is at most 1; it takes
/// 1/TV(p, q) draws on average. isCertain: drafts were chosen without chance, and q is one-hot at each. Precondition:
/// no context has two children.
[[nodiscard]] std::unique_ptr<Judging> judgePartly(const DraftTree& tree, bool isCertain, PartialTarget target,
                                                   UniformSource uniforms, ForceSource forces);

/// Whether a rule can judge what the settings draft with so much of p. The Error says why it needs more.
[[nodiscard]] Result<void> checkKnown(const Verifier& verifier, KnownOfP told, bool isChain, std::string_view target);

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Rules that are broken on purpose, to be seen and to be found. None of them is lossless or among allVerifiers(); each
// has the name of the rule that it stands in for. engine/session/faults.cpp says what goes wrong.
#pragma once

#include "engine/speculation/expected_output.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// Speculative sampling whose residual is max(0, R - q) as it is: what is missing to 1 falls to its last token, as it
/// does where cumulative masses are compared with u and never reach it.
[[nodiscard]] const Verifier& unnormalisedResidualVerifier();
/// Speculative sampling that goes on with p after a rejection.
[[nodiscard]] const Verifier& pInsteadOfResidualVerifier();
/// Takes children that were chosen without chance as if they had been drawn from q. Needs a q.
[[nodiscard]] const Verifier& ratioOnDeterministicVerifier();
/// Block verification that ends at the first draft whose u is not under h.
[[nodiscard]] const Verifier& contiguousBlockVerifier();

// What these leave of R behind a rejected child (TakeAway).
void takeUnnormalised(const Distribution& remaining, const Distribution& q, Distribution& out);
void takeNothing(const Distribution& remaining, const Distribution& q, Distribution& out);

/// What q says of each token is said of the next one, as if the draft numbered its tokens from one special token more.
void shiftTokens(Distribution& q);

/// Prunes every child whose token a sibling before it has, and all behind it. A fault where children were drawn
/// independently: each repeat is a try of its own.
void dropRepeats(DraftTree& tree);

} // namespace draftscope

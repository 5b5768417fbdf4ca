// SPDX-License-Identifier: MIT
// The rules that exist, one a file; verifiers.cpp lists them by name.
#pragma once

#include "engine/speculation/verifier.h"

namespace draftscope {

/// Accepts while the draft agrees with the target's likeliest token.
[[nodiscard]] const Verifier& greedyVerifier();
/// Speculative sampling on chains (Leviathan et al., arXiv 2211.17192) and on trees whose children were drawn
/// independently (multi-step speculative sampling, SpecInfer, arXiv 2305.09781).
[[nodiscard]] const Verifier& speculativeSamplingVerifier();

/// For children that were chosen without chance. It looks at no q.
[[nodiscard]] const Verifier& deterministicChildrenVerifier();

} // namespace draftscope

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

/// For children that were drawn from q one after another, each without those before it (Sequoia, arXiv 2402.12374).
[[nodiscard]] const Verifier& withoutReplacementVerifier();
/// For chains: all drafts together (Sun et al., arXiv 2403.10444). Never keeps fewer of them than speculative sampling.
[[nodiscard]] const Verifier& blockVerifier();
/// For children that were drawn independently (SpecTr, arXiv 2310.15141).
[[nodiscard]] const Verifier& kSeqVerifier();
/// Keeps what the target finds plausible (Medusa, arXiv 2401.10774). Not lossless.
[[nodiscard]] const Verifier& typicalVerifier();

/// For children that were chosen without chance. It looks at no q.
[[nodiscard]] const Verifier& deterministicChildrenVerifier();

} // namespace draftscope

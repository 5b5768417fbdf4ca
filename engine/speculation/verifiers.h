// SPDX-License-Identifier: MIT
// The table of verifiers. A new one is a file in this folder and a line here.
#pragma once

#include "engine/speculation/verifier.h"

namespace draftscope {

// In the order in which they are offered:
// - greedy: accepts while the draft agrees with the target's likeliest token.
// - speculative sampling (rejection sampling) on chains (Leviathan et al., arXiv 2211.17192) and on trees whose
//   children
//   were drawn independently (multi-step speculative sampling, SpecInfer, arXiv 2305.09781).
// - block: for chains, all drafts together (Sun et al., arXiv 2403.10444). Never keeps fewer than speculative sampling.
// - K-SEQ: for children that were drawn independently (SpecTr, arXiv 2310.15141).
// - without replacement: for children drawn from q one after another, each without those before it (Sequoia,
//   2402.12374).
// - deterministic children: for children that were chosen without chance. It looks at no q.
// - typical: keeps what the target finds plausible (Medusa, arXiv 2401.10774). Not lossless.
#define DRAFTSCOPE_VERIFIERS(VERIFIER)                                                                                 \
    VERIFIER(greedyVerifier)                                                                                           \
    VERIFIER(speculativeSamplingVerifier)                                                                              \
    VERIFIER(blockVerifier)                                                                                            \
    VERIFIER(kSeqVerifier)                                                                                             \
    VERIFIER(withoutReplacementVerifier)                                                                               \
    VERIFIER(deterministicChildrenVerifier)                                                                            \
    VERIFIER(typicalVerifier)

#define DRAFTSCOPE_DECLARE(rule) [[nodiscard]] const Verifier& rule();
DRAFTSCOPE_VERIFIERS(DRAFTSCOPE_DECLARE)
#undef DRAFTSCOPE_DECLARE

} // namespace draftscope

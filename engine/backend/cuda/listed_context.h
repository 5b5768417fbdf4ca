// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/round_memory.h"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

/// What the rejection of a node leaves of p.
struct ListedRemainder {
    int node;
    double mass;
    const double* values; ///< by token, as they were listed
};

/// Takes over what a kernel has listed of a context: each token once, by rising id.
void takeListed(const ListedContext& listed, std::span<const ListedToken> tokens,
                std::span<const ListedRemainder> remainders, ContextValues& values);

/// Takes over all contexts of a round whose nodes are there, and p of their children. `contexts`: what they are, in the
/// order in which they were listed; the first `rows` have a p.
void takeContexts(const MirroredMemory& answer, const AnswerLayout& layout, std::span<const int> contexts, int rows,
                  RoundOutcome& outcome);

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/stream.h"

namespace draftscope::cuda {

/// Draws node `node` of a chain from the draft's logits [vocabulary] after the sampler's steps: its distribution goes
/// to context `node` of q, token, q and drawU to the answer, and the token to `places` (rows of passes to come; null
/// where there is none). CPU twins: distributionOf(), drawFrom().
void launchDraw(Stream& stream, const DeviceDistributions& q, int node, const float* logits,
                const RoundQuestion* question, RoundAnswer* answer, PassRow* nextDraft, PassRow* verify);

/// Judges a chain of `nodes` nodes (0 in plain decoding) by the target's logits [nodes + 1, vocabulary] and draws the
/// token that ends the round. Fills p's contexts 0 to `nodes`, and all of the answer that launchDraw left. CPU twins:
/// SpeculativeSamplingJudging, GreedyJudging. q.vocabulary may be smaller than p's; what it lacks is 0.
void launchJudge(Stream& stream, const DeviceDistributions& p, const DeviceDistributions& q, int nodes,
                 const float* targetLogits, const RoundQuestion* question, RoundAnswer* answer);

/// Contexts 0 to `nodes` for a trace: a ListedContext and its tokens each. Context c has a q where c < nodes.
/// draftLogits [nodes, q.vocabulary], targetLogits [nodes + 1, p.vocabulary]. CPU twin: DistributionRecorder.
struct ListedContexts {
    ListedContext* contexts; ///< [nodes + 1]
    ListedToken* tokens;     ///< [nodes + 1, listedCapacity(topTokens)]
    int topTokens;
};
void launchListing(Stream& stream, const ListedContexts& out, const DeviceDistributions& p,
                   const DeviceDistributions& q, int nodes, const float* targetLogits, const float* draftLogits,
                   const RoundQuestion* question, const RoundAnswer* answer);

} // namespace draftscope::cuda

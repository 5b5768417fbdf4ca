// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/distribution.cuh"
#include "engine/backend/cuda/kernels/inverse_cdf.cuh"
#include "engine/core/random.h"

namespace draftscope::cuda {

/// Where a drawn token goes beside the answer: rows of passes to come; null where there is none.
struct DrawnRows {
    PassRow* nextDraft;
    PassRow* verify;
};

/// One block. Grid 1.
static __global__ void __launch_bounds__(1024)
    drawKernel(DeviceDistributions q, int node, const float* logits, const RoundQuestion* question, RoundAnswer* answer,
               DrawnRows rows)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const auto [scale, choice, areUsable] = distributionOf(logits, q, node, *question);
    const Probabilities entries = Probabilities::of(q, node);
    const double u = uniform(question->seed, question->sequence, question->round, std::uint32_t(node), Purpose::draft);
    const int token = question->greedySampler ? choice : drawFrom(entries, q.vocabulary, u);
    if (block::thread() != 0)
        return;
    RoundNode& out = answer->nodes[node];
    out.token = token;
    out.q = entries(token);
    out.drawU = u;
    answer->unusableDraft[node] = areUsable ? 0 : 1;
    if (rows.nextDraft)
        rows.nextDraft->token = token;
    if (rows.verify)
        rows.verify->token = token;
}

} // namespace draftscope::cuda

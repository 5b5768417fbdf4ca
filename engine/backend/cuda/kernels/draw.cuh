// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/inverse_cdf.cuh"
#include "engine/backend/cuda/kernels/likeliest.cuh"
#include "engine/backend/cuda/kernels/siblings.cuh"
#include "engine/core/random.h"

namespace draftscope::cuda {

/// Where drawn tokens go beside the answer: the rows of passes to come.
struct DrawnRows {
    PassRow* nextDraft; ///< by PlannedContext::draftRow; null where no draft pass follows
    PassRow* verify;    ///< by context
};

/// Chooses the children of the contexts from firstPlace on, a block each. CPU twin: drawChildren().
static __global__ void __launch_bounds__(1024)
    drawKernel(DeviceDistributions q, int firstPlace, ContextLogits logits, const RoundRequest* question,
               RoundResult* answer, DrawnRows rows)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int place = firstPlace + int(blockIdx.x);
    const PlannedContext planned = question->contexts[question->expanded[place]];
    const auto [scale, choice, areUsable] =
        distributionOf(logits.of(int(blockIdx.x)), q, place, question->draftSampler);
    const Probabilities entries = Probabilities::of(q, place);
    auto& siblings = blockShared<SiblingMemory>();
    Best likeliest = {0xffffffffu, -1};
    bool hasMore = true, lacksNodes = false;
    for (int child = 0; child < planned.childCount; ++child) {
        const int node = planned.firstChild + child;
        double u = 0;
        int token = 0, taken = 0; // taken: siblings that q is without
        if (question->draws == DrawRule::deterministic) {
            likeliest = nextLikeliest(entries, likeliest);
            hasMore = hasMore && likeliest.id != anyId;
            token = hasMore ? likeliest.id : 0;
        } else {
            taken = question->draws == DrawRule::withoutReplacement ? child : 0;
            u = uniform(question->seed, question->sequence, question->round, std::uint32_t(node), Purpose::draft);
            if (question->draftSampler.isGreedy && taken == 0)
                token = choice;
            else if (hasMore)
                token = ofFirstThread(taken > 0 ? drawFrom(Left{entries, &siblings, taken}, q.vocabulary, u)
                                                : drawFrom(entries, q.vocabulary, u));
        }
        lacksNodes = lacksNodes || !hasMore;
        const PlannedContext& behind = question->contexts[node + 1];
        if (!question->isChain && behind.childCount > 0)
            lacksNodes = lacksNodes || endsText(*question, token);
        if (block::thread() == 0) {
            answer->nodes[node] = {token, 0, hasMore ? Left{entries, &siblings, taken}(token) : 0, u, 0, 0, 0};
            rows.verify[node + 1].token = token;
            if (rows.nextDraft && behind.draftRow >= 0)
                rows.nextDraft[behind.draftRow].token = token;
        }
        if (question->draws == DrawRule::withoutReplacement && child + 1 < planned.childCount && hasMore)
            hasMore = takeOut(entries, siblings, child, token);
    }
    if (block::thread() == 0) {
        answer->unusableDraft[place] = areUsable ? 0 : 1;
        answer->lacksNodes[place] = lacksNodes ? 1 : 0;
    }
}

} // namespace draftscope::cuda

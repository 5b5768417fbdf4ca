// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/sampling_kernels.h"

#include "engine/backend/cuda/context_launch.cuh"
#include "engine/backend/cuda/kernels/draw.cuh"
#include "engine/backend/cuda/kernels/judge.cuh"
#include "engine/backend/cuda/kernels/listing.cuh"
#include "engine/backend/cuda/kernels/spread_logits.cuh"

namespace draftscope::cuda {

void launchSpread(Stream& stream, const float* logits, int rows, int logitCount, const int* logitOfToken,
                  int vocabulary, float* all)
{
    const dim3 blocks((unsigned(vocabulary) + spreadThreads - 1) / spreadThreads, unsigned(rows));
    launchEarly<spreadKernel>(stream, blocks, spreadThreads, 0, logits, logitCount, logitOfToken, vocabulary, all);
}

void launchDraw(Stream& stream, const DeviceDistributions& q, int firstPlace, int places, const ContextLogits& logits,
                const RoundRequest* question, RoundResult* answer, PassRow* nextDraft, PassRow* verify)
{
    launchParts(stream, q, firstPlace, places, logits, &question->draftSampler);
    launchEarly<drawKernel>(stream, unsigned(places), threadsFor(q.vocabulary), 0, q, firstPlace, logits, question,
                            answer, DrawnRows{nextDraft, verify});
}

void launchJudge(Stream& stream, const DeviceDistributions& p, const DeviceDistributions& q, int nodes, bool isChain,
                 const float* targetLogits, const RoundRequest* question, RoundResult* answer)
{
    const unsigned threads = threadsFor(p.vocabulary);
    launchParts(stream, p, 0, nodes + 1, {targetLogits, p.vocabulary}, &question->sampler);
    launchEarly<targetDistributionsKernel>(stream, unsigned(nodes + 1), threads, 0, p, targetLogits, question, answer);
    if (isChain)
        launchEarly<judgeChainKernel>(stream, 1, threads, 0, p, q, nodes, question, answer);
    else
        launchEarly<judgeTreeKernel>(stream, 1, threads, 0, p, q, nodes, question, answer);
}

void launchListing(Stream& stream, const ListedContexts& out, const DeviceDistributions& p,
                   const DeviceDistributions& q, int nodes, const float* targetLogits, const DraftLogits& draftLogits,
                   const ListedParents& parents, const RoundRequest* question, const RoundResult* answer)
{
    launchEarly<listingKernel>(stream, unsigned(nodes + 1 + parents.count), threadsFor(p.vocabulary), 0, out, nodes + 1,
                               parents, p, q, targetLogits, draftLogits, question, answer);
}

} // namespace draftscope::cuda

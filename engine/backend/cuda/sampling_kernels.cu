// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/sampling_kernels.h"

#include "engine/backend/cuda/kernels/draw.cuh"
#include "engine/backend/cuda/kernels/judge.cuh"
#include "engine/backend/cuda/kernels/listing.cuh"
#include "engine/backend/cuda/kernels/spread_logits.cuh"
#include "engine/backend/cuda/launch.h"

namespace draftscope::cuda {

namespace {

constexpr unsigned partThreads = 512; ///< a part has two pieces of four tokens for each, or more

/// A power of two, and so many that a thread has a few dozen tokens at most until there can be no more of them.
unsigned threadsFor(int vocabulary)
{
    return vocabulary <= 512 ? 64 : vocabulary <= 2048 ? 256 : vocabulary <= 8192 ? 512 : 1024;
}

/// Logits become the contexts from firstContext on as far as several blocks can share one.
void launchParts(Stream& stream, const DeviceDistributions& out, int firstContext, int contexts, const float* logits,
                 const RoundSampler* sampler)
{
    if (!out.parts)
        return;
    const dim3 grid(unsigned(partsOf(out.vocabulary)), unsigned(contexts));
    launchEarly<findLargestKernel>(stream, grid, partThreads, 0, out, firstContext, logits);
    launchEarly<weighKernel>(stream, grid, partThreads, 0, out, firstContext, logits, sampler);
}

} // namespace

void launchSpread(Stream& stream, const float* logits, const int* logitOfToken, int vocabulary, float* all)
{
    const unsigned blocks = (unsigned(vocabulary) + spreadThreads - 1) / spreadThreads;
    launchEarly<spreadKernel>(stream, blocks, spreadThreads, 0, logits, logitOfToken, vocabulary, all);
}

void launchDraw(Stream& stream, const DeviceDistributions& q, int firstPlace, int places, const float* logits,
                const RoundQuestion* question, RoundAnswer* answer, PassRow* nextDraft, PassRow* verify)
{
    launchParts(stream, q, firstPlace, places, logits, &question->draftSampler);
    launchEarly<drawKernel>(stream, unsigned(places), threadsFor(q.vocabulary), 0, q, firstPlace, logits, question,
                            answer, DrawnRows{nextDraft, verify});
}

void launchJudge(Stream& stream, const DeviceDistributions& p, const DeviceDistributions& q, int nodes, bool isChain,
                 const float* targetLogits, const RoundQuestion* question, RoundAnswer* answer)
{
    const unsigned threads = threadsFor(p.vocabulary);
    launchParts(stream, p, 0, nodes + 1, targetLogits, &question->sampler);
    launchEarly<targetDistributionsKernel>(stream, unsigned(nodes + 1), threads, 0, p, targetLogits, question, answer);
    if (isChain)
        launchEarly<judgeChainKernel>(stream, 1, threads, 0, p, q, nodes, question, answer);
    else
        launchEarly<judgeTreeKernel>(stream, 1, threads, 0, p, q, nodes, question, answer);
}

void launchListing(Stream& stream, const ListedContexts& out, const DeviceDistributions& p,
                   const DeviceDistributions& q, int nodes, const float* targetLogits, const float* draftLogits,
                   const RoundQuestion* question, const RoundAnswer* answer)
{
    launchEarly<listingKernel>(stream, unsigned(nodes + 1), threadsFor(p.vocabulary), 0, out.contexts, out.tokens,
                               out.topTokens, p, q, targetLogits, draftLogits, question, answer);
}

} // namespace draftscope::cuda

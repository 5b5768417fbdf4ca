// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/distribution.cuh"
#include "engine/backend/cuda/kernels/inverse_cdf.cuh"
#include "engine/core/random.h"

namespace draftscope::cuda {

/// p of every context and its likeliest token. Grid: nodes + 1.
static __global__ void __launch_bounds__(1024)
    targetDistributionsKernel(DeviceDistributions p, const float* logits, const RoundQuestion* question,
                              RoundAnswer* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int context = int(blockIdx.x);
    const auto result =
        distributionOf(logits + std::size_t(context) * std::size_t(p.vocabulary), p, context, *question);
    if (block::thread() == 0) {
        answer->choices[context] = result.choice;
        answer->unusableTarget[context] = result.areUsable ? 0 : 1;
    }
}

/// min(1, p / q) with the limits where q is 0, which only a forced token reaches.
[[nodiscard]] inline __device__ double acceptanceOf(double p, double q)
{
    if (p <= 0)
        return 0;
    return p >= q ? 1 : p / q;
}

[[nodiscard]] inline __device__ bool endsText(const RoundQuestion& question, int token)
{
    bool ends = false;
    for (int i = 0; i < question.endOfTextCount; ++i)
        ends = ends || question.endOfText[i] == token;
    return ends;
}

struct JudgeMemory {
    int firstEnd, firstRejected;
};

struct JudgedChain {
    int nodes, accepted;
    bool endsText; ///< an end-of-text token is the last of the nodes, and all are accepted
};

/// Every node's p and verdict, each thread one. Nodes behind an end-of-text token are left out. Of the whole block.
[[nodiscard]] inline __device__ JudgedChain judgeNodes(const DeviceDistributions& p, const DeviceDistributions& q,
                                                       int drafted, const RoundQuestion& question, RoundAnswer& answer)
{
    auto& memory = blockShared<JudgeMemory>();
    if (block::thread() == 0)
        memory = {drafted, drafted};
    __syncthreads();
    const int node = block::thread();
    if (node < drafted && endsText(question, answer.nodes[node].token))
        atomicMin(&memory.firstEnd, node);
    __syncthreads();
    const int nodes = min(memory.firstEnd + 1, drafted);
    double acceptance = 0, u = 0;
    bool accepted = false;
    if (node < nodes) {
        RoundNode& out = answer.nodes[node];
        out.p = Probabilities::of(p, node)(out.token);
        if (question.greedyVerifier) {
            accepted = out.token == answer.choices[node];
            acceptance = accepted ? 1 : 0;
        } else {
            acceptance = acceptanceOf(out.p, Probabilities::of(q, node)(out.token));
            u = uniform(question.seed, question.sequence, question.round, std::uint32_t(node), Purpose::verdict);
            accepted = u < acceptance;
        }
        if (!accepted)
            atomicMin(&memory.firstRejected, node);
    }
    __syncthreads();
    if (node < nodes) {
        const bool isJudged = node <= memory.firstRejected;
        RoundNode& out = answer.nodes[node];
        out.accepted = isJudged && accepted;
        out.acceptance = isJudged ? acceptance : 0;
        out.u = isJudged ? u : 0;
    }
    const int acceptedCount = min(memory.firstRejected, nodes);
    return {nodes, acceptedCount, memory.firstEnd < drafted && acceptedCount == nodes};
}

/// Verdicts along the chain, and the token that ends the round. One block of 64 threads at least. CPU twins:
/// SpeculativeSamplingJudging, GreedyJudging.
static __global__ void __launch_bounds__(1024) judgeKernel(DeviceDistributions p, DeviceDistributions q, int drafted,
                                                           const RoundQuestion* question, RoundAnswer* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const JudgedChain chain = judgeNodes(p, q, drafted, *question, *answer);
    const int nodes = chain.nodes, context = chain.accepted;
    const bool wasRejected = context < nodes;
    int token = chain.endsText ? -1 : answer->choices[context];
    double u = 0;
    if (!question->greedyVerifier && !chain.endsText) {
        const Purpose purpose = nodes == 0 ? Purpose::plain : wasRejected ? Purpose::residual : Purpose::bonus;
        u = uniform(question->seed, question->sequence, question->round, std::uint32_t(context), purpose);
        const Probabilities target = Probabilities::of(p, context);
        double mass = 0;
        if (wasRejected) {
            Mass left{};
            const Residual difference = {target, Probabilities::of(q, context), 1.0};
            forEachEntry(difference, p.vocabulary, [&](double entry, int) { left.add(entry); });
            mass = scanOverBlock(left).total.value();
        }
        token = mass > 0 ? drawFrom(Residual{target, Probabilities::of(q, context), 1.0 / mass}, p.vocabulary, u)
                         : drawFrom(target, p.vocabulary, u);
    }
    if (block::thread() == 0) {
        answer->nodeCount = nodes;
        answer->judgedCount = wasRejected ? context + 1 : nodes;
        answer->drawnToken = token;
        answer->drawnContext = context;
        answer->drawnU = u;
    }
}

} // namespace draftscope::cuda

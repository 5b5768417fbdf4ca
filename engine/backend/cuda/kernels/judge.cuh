// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/draw.cuh"

namespace draftscope::cuda {

/// p of every context and its likeliest token. Grid: nodes + 1.
static __global__ void __launch_bounds__(1024)
    targetDistributionsKernel(DeviceDistributions p, const float* logits, const RoundRequest* question,
                              RoundResult* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int context = int(blockIdx.x);
    const auto result =
        distributionOf(logits + std::size_t(context) * std::size_t(p.vocabulary), p, context, question->sampler);
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

struct JudgeMemory {
    int firstEnd, firstRejected;
};

struct JudgedChain {
    int nodes, accepted;
    bool endsText; ///< an end-of-text token is the last of the nodes, and all are accepted
};

/// Every node's p and verdict, each thread one. Nodes behind an end-of-text token are left out. Of the whole block.
[[nodiscard]] inline __device__ JudgedChain judgeNodes(const DeviceDistributions& p, const DeviceDistributions& q,
                                                       int drafted, const RoundRequest& question, RoundResult& answer)
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
        answer.judged[node] = node;
    }
    const int acceptedCount = min(memory.firstRejected, nodes);
    return {nodes, acceptedCount, memory.firstEnd < drafted && acceptedCount == nodes};
}

/// Verdicts along the chain, all at once, where judgeTreeKernel takes a step for each node; and the token that ends the
/// round. One block of 64 threads at least. CPU twins: SpeculativeSamplingJudging, GreedyJudging.
static __global__ void __launch_bounds__(1024)
    judgeChainKernel(DeviceDistributions p, DeviceDistributions q, int drafted, const RoundRequest* question,
                     RoundResult* answer)
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

/// Verdicts down the tree, and the token that ends the round. The siblings at each context are judged in order, each by
/// what the rejected ones before it have left of p; the first that is accepted is descended into. One block. CPU twins:
/// SpeculativeSamplingJudging, WithoutReplacementJudging, DeterministicChildrenJudging, GreedyJudging.
static __global__ void __launch_bounds__(1024)
    judgeTreeKernel(DeviceDistributions p, DeviceDistributions q, int drafted, const RoundRequest* question,
                    RoundResult* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    auto& siblings = blockShared<SiblingMemory>();
    const bool areDrawn = question->draws != DrawRule::deterministic;
    const bool areTakenOut = question->draws == DrawRule::withoutReplacement;
    for (int node = block::thread(); node < drafted; node += block::threads()) {
        RoundNode& out = answer->nodes[node];
        out.p = out.acceptance = out.u = 0;
        out.accepted = 0;
    }
    __syncthreads();
    int context = 0, judged = 0, rejected = 0;
    Remaining remaining{};
    bool descends = true;
    while (descends) {
        descends = false;
        rejected = 0;
        const PlannedContext planned = question->contexts[context];
        const Probabilities target = Probabilities::of(p, context);
        const Probabilities draft =
            areDrawn && planned.childCount > 0 ? Probabilities::of(q, planned.place) : Probabilities{};
        remaining = {target, {draft, &siblings, 0}, 0, question->draws};
        for (int child = 0; child < planned.childCount && !descends; ++child) {
            const int node = planned.firstChild + child, token = answer->nodes[node].token;
            double acceptance = 0, u = 0;
            if (question->greedyVerifier) {
                acceptance = token == answer->choices[context] ? 1 : 0;
                descends = acceptance > 0;
            } else {
                const Left drawn = {draft, &siblings, areTakenOut ? rejected : 0};
                acceptance = areDrawn ? acceptanceOf(remaining(token), drawn(token)) : remaining(token);
                const int number =
                    question->contexts[node + 1].number - 1; // nodes are counted from 0, contexts from the root
                u = uniform(question->seed, question->sequence, question->round, std::uint32_t(number),
                            Purpose::verdict);
                descends = u < acceptance;
            }
            if (block::thread() == 0) {
                RoundNode& out = answer->nodes[node];
                out.p = target(token);
                out.acceptance = acceptance;
                out.u = u;
                out.accepted = descends ? 1 : 0;
                answer->judged[judged] = node;
            }
            ++judged;
            if (descends) {
                context = node + 1;
                continue;
            }
            if (!question->greedyVerifier) {
                static_cast<void>(takeAway(remaining, siblings, rejected, token, [](double) {}));
                if (areTakenOut && child + 1 < planned.childCount)
                    static_cast<void>(takeOut(draft, siblings, rejected, token));
            }
            ++rejected;
        }
    }
    const bool isOver = context > 0 && endsText(*question, answer->nodes[context - 1].token);
    int token = isOver ? -1 : answer->choices[context];
    double u = 0;
    if (!question->greedyVerifier && !isOver) {
        const Purpose purpose = drafted == 0 ? Purpose::plain : rejected > 0 ? Purpose::residual : Purpose::bonus;
        const int number = question->contexts[context].number;
        u = uniform(question->seed, question->sequence, question->round, std::uint32_t(number), purpose);
        token = drawFrom(remaining, p.vocabulary, u);
    }
    if (block::thread() == 0) {
        answer->nodeCount = drafted;
        answer->judgedCount = judged;
        answer->drawnToken = token;
        answer->drawnContext = context;
        answer->drawnU = u;
    }
}

} // namespace draftscope::cuda

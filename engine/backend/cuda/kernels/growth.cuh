// SPDX-License-Identifier: MIT
#pragma once

// A tree that grows by value: which nodes get children, and which are verified, is decided here. CPU twin:
// DynamicShape.

#include "engine/backend/cuda/growth_kernels.h"
#include "engine/backend/cuda/kernels/likeliest.cuh"

namespace draftscope::cuda {

/// Gives the parents of a level their children: the likeliest tokens. Grid (parents).
static __global__ void __launch_bounds__(1024)
    drawCandidatesKernel(DeviceDistributions q, GrowingLevel level, ContextLogits logits, const RoundRequest* question,
                         GrownTree* tree)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int row = int(blockIdx.x), parent = level.firstParent + row;
    const int node = level.number == 0 ? -1 : tree->fed[parent];
    const double value = node < 0 ? 1.0 : tree->nodes[node].value;
    const int place = level.firstPlace + row;
    const auto [scale, choice, areUsable] = distributionOf(logits.of(row), q, place, question->draftSampler);
    const Probabilities entries = Probabilities::of(q, place);
    Best likeliest = {0xffffffffu, -1};
    bool hasMore = true;
    for (int child = 0; child < level.width; ++child) {
        likeliest = nextLikeliest(entries, likeliest);
        hasMore = hasMore && likeliest.id != anyId;
        const int token = hasMore ? likeliest.id : 0;
        if (block::thread() == 0)
            tree->nodes[level.firstNode + row * level.width + child] = {token, node, entries(token),
                                                                        value * entries(token), -1};
    }
    if (block::thread() == 0) {
        tree->unusable[parent] = areUsable ? 0 : 1;
        tree->lacksNodes[parent] = hasMore ? 0 : 1;
        if (level.number == 0)
            tree->fed[parent] = -1;
    }
}

struct ValueMemory {
    std::uint64_t keys[mostCandidates]; ///< of values, in their order
};

/// Whether this thread's node, the first'th and its thread's number more, is among the `wanted` of the largest value of
/// `count` nodes, the earlier ones first on ties. Of the whole block.
[[nodiscard]] inline __device__ bool isAmongBest(const GrownTree& tree, int first, int count, int wanted)
{
    auto& memory = blockShared<ValueMemory>();
    const int own = block::thread();
    if (own < count)
        memory.keys[own] = keyOfProbability(tree.nodes[first + own].value);
    __syncthreads();
    if (own >= count)
        return false;
    int before = 0;
    for (int other = 0; other < count; ++other) {
        const std::uint64_t theirs = memory.keys[other];
        before += theirs > memory.keys[own] || (theirs == memory.keys[own] && other < own) ? 1 : 0;
    }
    return before < wanted;
}

/// Fills a row of the pass behind that of a level. above: the row of its parent in the latter.
inline __device__ void feed(const GrowingLevel& level, int above, int token, int row, const PassInput& pass,
                            PassInput& next, int* list, RoundRequest& question)
{
    next.rows[row].token = token;
    question.stateRow[row] = level.number == 0 ? pass.rowCount - 1 : above;
    if (level.number == 0)
        return; // its parent is the root, which is in front of all paths
    const PassRow& parent = pass.rows[above];
    int* const own = list + next.rows[row].ancestorFirst;
    for (int i = 0; i < parent.ancestorCount; ++i)
        own[i] = list[parent.ancestorFirst + i];
    own[parent.ancestorCount] = parent.slot;
}

/// Chooses the nodes of a level that get children, and fills the rows of the pass that they are fed in; `next` is null
/// where that has none. One block with a thread for each node.
static __global__ void __launch_bounds__(1024)
    chooseParentsKernel(GrowingLevel level, const PassInput* pass, PassInput* next, int* list, RoundRequest* question,
                        GrownTree* tree)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int offset = block::thread(), node = level.firstNode + offset;
    const bool isChosen = isAmongBest(*tree, level.firstNode, level.parents * level.width, level.width);
    const int row = int(scanOverBlock(isChosen ? 1u : 0u).before);
    bool ends = false;
    if (isChosen) {
        const Candidate& chosen = tree->nodes[node];
        tree->fed[level.firstParent + level.parents + row] = node;
        if (next)
            feed(level, offset / level.width, chosen.token, row, *pass, *next, list, *question);
        ends = endsText(*question, chosen.token);
    }
    const unsigned ending = scanOverBlock(ends ? 1u : 0u).total;
    if (block::thread() == 0)
        tree->endsText[level.number] = int(ending);
}

/// Chooses the nodes that are verified, and fills the rows of the target's pass and what they are judged by. One block
/// with a thread for each node.
static __global__ void __launch_bounds__(1024)
    chooseVerifiedKernel(int candidates, int parents, int verified, int width, PassInput* pass, int* list,
                         RoundRequest* question, GrownTree* tree, RoundResult* answer)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int node = block::thread();
    const bool isChosen = isAmongBest(*tree, 0, candidates, verified);
    const int row = int(scanOverBlock(isChosen ? 1u : 0u).before) + 1;
    if (node < candidates)
        tree->nodes[node].verifyRow = isChosen ? row : -1;
    if (node <= verified)
        question->contexts[node] = {verified, 0, -1, -1, -1, 0};
    __syncthreads();
    if (const int parent = node; parent < parents) {
        const int fed = tree->fed[parent], context = fed < 0 ? 0 : tree->nodes[fed].verifyRow;
        if (context >= 0)
            question->contexts[context].place = parent;
    }
    if (!isChosen)
        return;
    const Candidate& chosen = tree->nodes[node];
    const int above = chosen.parent < 0 ? 0 : tree->nodes[chosen.parent].verifyRow;
    question->contexts[row].above = above;
    question->contexts[row].number = node + 1;
    atomicAdd(&question->contexts[above].childCount, 1);
    atomicMin(&question->contexts[above].firstChild, row - 1);
    answer->nodes[row - 1].token = chosen.token;
    answer->nodes[row - 1].q = chosen.q;

    const int depth = node < width ? 1 : 2 + (node - width) / (width * width);
    const PassRow& root = pass->rows[0];
    PassRow& own = pass->rows[row];
    own.token = chosen.token;
    own.position = root.position + depth;
    own.ancestorCount = depth;
    int* const path = list + own.ancestorFirst;
    int ancestor = chosen.parent;
    for (int i = depth - 1; i > 0; --i) {
        path[i] = pass->rows[tree->nodes[ancestor].verifyRow].slot;
        ancestor = tree->nodes[ancestor].parent;
    }
    path[0] = root.slot;
    pass->order[row] = {own, row, 0};
}

} // namespace draftscope::cuda

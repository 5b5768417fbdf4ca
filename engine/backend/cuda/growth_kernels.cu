// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/growth_kernels.h"

#include <algorithm>
#include <bit>

#include "engine/backend/cuda/context_launch.cuh"
#include "engine/backend/cuda/kernels/growth.cuh"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

namespace {

/// Threads of a block that has one for each of so many nodes.
unsigned threadsForNodes(int count)
{
    return std::max(32u, std::bit_ceil(unsigned(count)));
}

} // namespace

void launchDrawCandidates(Stream& stream, const DeviceDistributions& q, const GrowingLevel& level,
                          const ContextLogits& logits, const RoundRequest* question, GrownTree* tree)
{
    launchParts(stream, q, level.firstPlace, level.parents, logits, &question->draftSampler);
    launchEarly<drawCandidatesKernel>(stream, unsigned(level.parents), threadsFor(q.vocabulary), 0, q, level, logits,
                                      question, tree);
}

void launchChooseParents(Stream& stream, const GrowingLevel& level, const PassInput* pass, PassInput* next, int* list,
                         RoundRequest* question, GrownTree* tree)
{
    launchEarly<chooseParentsKernel>(stream, 1, threadsForNodes(level.parents * level.width), 0, level, pass, next,
                                     list, question, tree);
}

void launchChooseVerified(Stream& stream, int levels, int verified, int width, PassInput* pass, int* list,
                          RoundRequest* question, GrownTree* tree, RoundResult* answer)
{
    const int candidates = RoundPlan::Growth::candidates(levels, width),
              parents = RoundPlan::Growth::parents(levels, width); // no more than candidates
    launchEarly<chooseVerifiedKernel>(stream, 1, threadsForNodes(std::max(candidates, verified + 1)), 0, candidates,
                                      parents, verified, width, pass, list, question, tree, answer);
}

} // namespace draftscope::cuda

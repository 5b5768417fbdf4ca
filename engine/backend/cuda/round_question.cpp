// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/round_question.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace draftscope::cuda {

namespace {

/// What the question says of the tree. lastRow: of the first pass, the one whose logits are wanted. Returns the number
/// of parents of each level.
std::vector<int> describeTree(std::span<const int> parents, int lastRow, RoundRequest& question)
{
    for (std::size_t context = 0; context <= parents.size(); ++context)
        question.contexts[context] = {0, 0, -1, -1, context == 0 ? -1 : parents[context - 1] + 1, int(context)};
    int places = 0;
    std::vector<int> depths(parents.size() + 1, 0); // by context
    std::vector<int> parentCounts;
    for (std::size_t n = 0; n < parents.size(); ++n) {
        const auto context = std::size_t(parents[n] + 1);
        depths[n + 1] = depths[context] + 1;
        if (depths[n + 1] > int(parentCounts.size()))
            parentCounts.push_back(0);
        PlannedContext& planned = question.contexts[context];
        if (planned.childCount++ > 0)
            continue;
        planned.firstChild = int(n);
        planned.place = places;
        planned.draftRow = context == 0 ? -1 : parentCounts.back();
        const int above = planned.above;
        question.stateRow[places] = above <= 0 ? lastRow : question.contexts[above].draftRow;
        question.expanded[places++] = int(context);
        ++parentCounts.back();
    }
    return parentCounts;
}

} // namespace

RoundSampler deviceSampler(const SamplerSettings& sampler)
{
    return {sampler.isGreedy() ? 1.0f : sampler.inverseTemperature(), sampler.topK, sampler.topP, sampler.minP,
            sampler.isGreedy()};
}

RoundRequest questionOf(const RoundPlan& plan, std::vector<int>& parentCounts)
{
    RoundRequest question{};
    question.seed = plan.seed;
    question.sequence = plan.sequence;
    question.round = plan.round;
    question.sampler = deviceSampler(plan.sampler);
    question.draftSampler = deviceSampler(plan.draftSampler);
    question.draws = plan.draws;
    question.isChain = plan.isChain;
    question.greedyVerifier = plan.greedyVerifier;
    question.endOfTextCount = int(plan.endOfText.size());
    assert(plan.endOfText.size() <= std::size(question.endOfText));
    std::ranges::copy(plan.endOfText, question.endOfText);
    const int lastRow = plan.drafts.empty() ? 0 : int(plan.drafts.front().rows.size()) - 1;
    parentCounts = describeTree(plan.parents, lastRow, question);
    return question;
}

} // namespace draftscope::cuda

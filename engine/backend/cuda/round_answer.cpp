// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/round_answer.h"

#include <algorithm>
#include <optional>

namespace draftscope::cuda {
namespace {

/// In the order of a round's moments: drafts, from as many places as were drawn from, then the target's contexts.
std::optional<UnusableContext> firstUnusable(int places, const RoundRequest& question, const RoundResult& answer)
{
    const auto unusable = [&](bool isDraft, int context) {
        int depth = 0;
        for (; context > 0; context = question.contexts[context].above)
            ++depth;
        return UnusableContext{isDraft, depth};
    };
    for (int place = 0; place < places; ++place)
        if (answer.unusableDraft[place] != 0)
            return unusable(true, question.expanded[place]);
    for (int c = 0; c <= answer.nodeCount; ++c)
        if (answer.unusableTarget[c] != 0)
            return unusable(false, c);
    return std::nullopt;
}

} // namespace

bool readPlannedTree(const RoundSize& size, std::span<const int> parents, const RoundRequest& question,
                     const RoundResult& answer, RoundOutcome& outcome)
{
    int places = 0;
    for (const LevelSize& level : size.levels)
        places += level.parents;
    if (size.isChain)
        places = answer.nodeCount;
    const auto lacking = std::span(answer.lacksNodes).first(std::size_t(places));
    outcome.lacksNodes = !size.isChain && std::ranges::count(lacking, 0) < places;
    if (outcome.lacksNodes)
        return false;
    outcome.unusable = firstUnusable(places, question, answer);
    if (outcome.unusable)
        return false;
    outcome.nodes.clear();
    for (int n = 0; n < answer.nodeCount; ++n) {
        const RoundNode& node = answer.nodes[n];
        outcome.nodes.push_back({node.token, parents[std::size_t(n)], false, node.q, node.drawU, node.p,
                                 node.acceptance, node.u, node.accepted != 0});
    }
    outcome.judged.assign(answer.judged, answer.judged + answer.judgedCount);
    outcome.drawnContext = answer.drawnContext;
    return true;
}

} // namespace draftscope::cuda

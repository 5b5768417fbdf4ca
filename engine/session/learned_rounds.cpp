// SPDX-License-Identifier: MIT
// Drafters that learn from the rounds before. What they learn is in the record, so going back is learning it again.
#include <algorithm>

#include "engine/session/session_state.h"

namespace draftscope {

std::vector<TokenId> Session::State::likeliestTokens() const
{
    std::vector<TokenId> likeliest;
    for (int context = 0; context <= int(tree.nodes.size()); ++context) {
        const auto logits = target.logits(context).first(std::size_t(target.tokenizerSize()));
        likeliest.push_back(TokenId(std::ranges::max_element(logits) - logits.begin()));
    }
    return likeliest;
}

void Session::State::learn(std::span<const TokenId> before, const RoundRecord& finished)
{
    LearningDrafter* const learning = drafter ? drafter->asLearningDrafter() : nullptr;
    if (!learning || finished.likeliest.size() != finished.nodes.size() + 1) // a trace may lack them
        return;
    std::vector<TokenId> drafts;
    for (const NodeRecord& node : finished.nodes)
        drafts.push_back(node.token);
    learning->learn(before, drafts, finished.likeliest);
}

void Session::State::learnAgain(const Recording& recording, Position at)
{
    LearningDrafter* const learning = drafter ? drafter->asLearningDrafter() : nullptr;
    if (!learning)
        return;
    learning->forget();
    std::vector<TokenId> before = promptTokens;
    const auto learnFrom = [&](const RoundRecord& finished) {
        learn(before, finished);
        for (const CommittedToken& token : finished.committed)
            before.push_back(token.token);
    };
    for (int r = 0; r < at.round; ++r)
        learnFrom(recording.round(at.branch, r));
    if (at.moment > 0 && round.isFinished())
        learnFrom(round);
}

} // namespace draftscope

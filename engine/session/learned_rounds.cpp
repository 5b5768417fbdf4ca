// SPDX-License-Identifier: MIT
// Drafters that learn from the rounds before. What they learn is in the record, so going back is learning it again.
#include <algorithm>

#include "engine/session/session_state.h"

namespace draftscope {

std::vector<SideRow> Session::State::wantedSideRows() const
{
    LearningDrafter* const learning = drafter ? drafter->asLearningDrafter() : nullptr;
    if (!learning || wantedDraftLength() == 0)
        return {};
    std::vector<SideRow> rows = learning->sideRows();
    const int room = std::min(pair.target->config.contextLength - round.prefixLength, // positions behind the root
                              target.roomOfRope(round.prefixLength));
    std::vector<int> depths;
    for (const SideRow& row : rows) {
        depths.push_back(row.parent < 0 ? 1 : depths[std::size_t(row.parent)] + 1);
        if (depths.back() > room)
            return {};
    }
    return rows;
}

void Session::State::recordLikeliest()
{
    const auto likeliest = [this](std::span<const float> all) {
        const auto logits = all.first(std::size_t(target.tokenizerSize()));
        return TokenId(std::ranges::max_element(logits) - logits.begin());
    };
    round.likeliest.clear();
    for (int context = 0; context <= int(tree.nodes.size()); ++context)
        round.likeliest.push_back(likeliest(target.logits(context)));
    for (int row = 0; row < int(round.sideRows.size()); ++row) {
        SideRow& sideRow = round.sideRows[std::size_t(row)];
        sideRow.likeliest = likeliest(local->sideLogits(row));
        sideRow.targetSlot = local->cache().shownSlot(local->sideSlot(row));
    }
}

void Session::State::learn(std::span<const TokenId> before, const RoundRecord& finished)
{
    LearningDrafter* const learning = drafter ? drafter->asLearningDrafter() : nullptr;
    if (learning && finished.likeliest.size() == finished.nodes.size() + 1) // a trace may lack them
        learning->learn(before, finished);
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

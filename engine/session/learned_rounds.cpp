// SPDX-License-Identifier: MIT
#include "engine/session/learned_rounds.h"

#include "engine/sampling/distribution.h"

namespace draftscope {

void recordLikeliest(const DecodeSetup& setup, int contextCount, RoundRecord& round)
{
    LocalTarget& target = *setup.local(); // which drafters that learn ask for
    const auto likeliest = [&](std::span<const float> all) {
        return argmax(all.first(std::size_t(target.tokenizerSize())));
    };
    round.likeliest.clear();
    for (int context = 0; context < contextCount; ++context)
        round.likeliest.push_back(likeliest(target.logits(context)));
    for (int row = 0; row < int(round.sideRows.size()); ++row) {
        SideRow& sideRow = round.sideRows[std::size_t(row)];
        sideRow.likeliest = likeliest(target.sideLogits(row));
        sideRow.targetSlot = target.cache().shownSlot(target.sideSlot(row));
    }
}

void learnFrom(const DecodeSetup& setup, std::span<const TokenId> before, const RoundRecord& finished)
{
    LearningDrafter* const learning = setup.learning();
    if (learning && finished.likeliest.size() == finished.nodes.size() + 1) // a trace may lack them
        learning->learn(before, finished);
}

void learnAgain(const DecodeSetup& setup, const Recording& recording, Position at, const RoundRecord& shown)
{
    LearningDrafter* const learning = setup.learning();
    if (!learning)
        return;
    learning->forget();
    std::vector<TokenId> before = setup.promptTokens();
    const auto learnRound = [&](const RoundRecord& finished) {
        learnFrom(setup, before, finished);
        for (const CommittedToken& token : finished.committed)
            before.push_back(token.token);
    };
    for (int r = 0; r < at.round; ++r)
        learnRound(recording.round(at.branch, r));
    if (at.moment > 0 && shown.isFinished())
        learnRound(shown);
}

} // namespace draftscope

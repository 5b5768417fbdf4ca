// SPDX-License-Identifier: MIT
#include "engine/session/round_terms.h"

#include <algorithm>

namespace draftscope {

int RoundTerms::wantedDraftLength() const
{
    if (!m_setup.drafter())
        return 0;
    // The round's own token always comes last, so of `room` tokens one is not drafted. That leaves the distribution of
    // the text as it is: every shorter round is lossless too.
    const int length = m_round.prefixLength;
    const int generated = length - int(m_setup.promptTokens().size());
    const int room =
        std::min(m_setup.settings().maxTokens - generated, m_setup.pair().target->config.contextLength - length);
    // Nor is anything drafted beyond the length at which keys of the whole text are made again (LongRoPE): the round
    // behind it begins so.
    const int drafted = std::min(room - 1, m_setup.target().roomOfRope(length));
    return std::max(0, std::min(m_copyLength.value_or(m_round.draftLength), drafted));
}

int RoundTerms::plannedDraftLength() const
{
    if (!m_setup.drafter() || m_copyLength)
        return wantedDraftLength();
    return std::min(wantedDraftLength(), m_setup.drafter()->roomAfter(m_round.prefixLength));
}

std::vector<SideRow> RoundTerms::wantedSideRows() const
{
    LearningDrafter* const learning = m_setup.learning();
    if (!learning || wantedDraftLength() == 0)
        return {};
    std::vector<SideRow> rows = learning->sideRows();
    const int room =
        std::min(m_setup.pair().target->config.contextLength - m_round.prefixLength, // positions behind the root
                 m_setup.target().roomOfRope(m_round.prefixLength));
    std::vector<int> depths;
    for (const SideRow& row : rows) {
        depths.push_back(row.parent < 0 ? 1 : depths[std::size_t(row.parent)] + 1);
        if (depths.back() > room)
            return {};
    }
    return rows;
}

ShapeLimits RoundTerms::treeLimits() const
{
    const SessionSettings& settings = m_setup.settings();
    const int levels = optionFor(settings, "tree-levels") ? optionOf(settings, "tree-levels") : 0;
    const int depth = plannedDraftLength();
    return {levels > 0 ? std::min(levels, depth) : depth, maxDraftNodes - int(wantedSideRows().size())};
}

} // namespace draftscope

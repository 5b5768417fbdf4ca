// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/round_selection.h"

#include <algorithm>

#include "engine/record/end_of_text.h"
#include "gui/playback/playhead.h"
#include "gui/playback/recorded_steps.h"
#include "widgets/words/round_tree.h"

namespace draftscope {

int contextOfMoment(const RoundRecord& round, const TraceHeader& header)
{
    if (round.moments.empty())
        return 0;
    const Moment& now = round.moments.back();
    const auto parentContext = [&](int node) { return node < 0 ? 0 : round.nodes[std::size_t(node)].parent + 1; };
    if (now.kind == MomentKind::draft || now.kind == MomentKind::judge)
        return parentContext(now.node);
    if (now.kind == MomentKind::verify)
        return 0;
    // Without a draw an end-of-text token was accepted.
    return round.draw ? round.draw->context : parentContext(endingNode(round, header));
}

const std::optional<RoundRecord>& RoundSelection::round() const
{
    return m_playhead.round();
}

int RoundSelection::context() const
{
    if (!round() || round()->moments.empty())
        return 0;
    return m_context ? std::min(*m_context, int(round()->nodes.size()))
                     : contextOfMoment(*round(), m_playhead.recording().header());
}

int RoundSelection::nodeInQuestion() const
{
    if (!round())
        return -1;
    const std::vector<int> drafted = childrenOf(*round(), context());
    const auto isThere = [&](int node) { return std::ranges::count(drafted, node) > 0; };
    if (m_context && isThere(m_node))
        return m_node;
    if (const Moment& now = round()->moments.back(); now.kind == MomentKind::judge && isThere(now.node))
        return now.node;
    const auto wasJudged = [&](int node) { return round()->nodes[std::size_t(node)].verdict != Verdict::notJudged; };
    const auto last = std::find_if(drafted.rbegin(), drafted.rend(), wasJudged);
    return last != drafted.rend() ? *last : drafted.empty() ? -1 : drafted.front();
}

std::optional<TokenId> RoundSelection::tokenInHand() const
{
    if (!m_choseContext)
        return m_selectedToken ? tokenAt(m_playhead.recording(), m_playhead.position().branch, *m_selectedToken)
                               : std::nullopt;
    if (const int node = nodeInQuestion(); node >= 0)
        return round()->nodes[std::size_t(node)].token;
    return round() && round()->draw && round()->draw->context == context() ? std::optional(round()->draw->token)
                                                                           : std::nullopt;
}

void RoundSelection::selectContext(int context, int node)
{
    m_context = context;
    m_node = node;
    m_choseContext = true;
    emit changed();
}

void RoundSelection::selectToken(int index)
{
    m_selectedToken = index;
    m_choseContext = false;
    emit changed();
}

void RoundSelection::clear()
{
    m_context.reset();
    m_selectedToken.reset();
    m_choseContext = false;
}

} // namespace draftscope

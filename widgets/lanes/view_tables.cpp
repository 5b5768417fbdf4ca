// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lanes/view_tables.h"

#include <algorithm>

#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

QString cell(int number)
{
    return QString::number(number);
}

QString yesOrNo(bool on)
{
    return on ? QStringLiteral("1") : QStringLiteral("0");
}

QString wordOf(TokenSource source)
{
    return source == TokenSource::accepted ? QStringLiteral("accepted") : wordFor(source);
}

QString wordOf(SlotState state)
{
    switch (state) {
    case SlotState::free:
        return QStringLiteral("free");
    case SlotState::speculative:
        return QStringLiteral("speculative");
    case SlotState::committed:
        return QStringLiteral("committed");
    case SlotState::gap:
        return QStringLiteral("gap");
    }
    return {};
}

QString verdictOf(const NodeRecord& node)
{
    return node.pruned ? QStringLiteral("pruned") : wordFor(node.verdict);
}

} // namespace

DataTable tableOf(const std::vector<CommittedToken>& text, const Recording& recording)
{
    DataTable table{{"position", "token", "text", "source"}, {}};
    for (std::size_t i = 0; i < text.size(); ++i)
        table.rows << QStringList{cell(int(i)), cell(text[i].token), tokenText(recording, text[i].token),
                                  wordOf(text[i].source)};
    return table;
}

DataTable tableOf(const RoundRecord& round, const Recording& recording)
{
    DataTable table{{"draft", "after", "depth", "token", "text", "q", "p", "acceptance", "u", "verdict"}, {}};
    const bool isVerified = round.isVerified();
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        table.rows << QStringList{cell(int(n) + 1),
                                  cell(node.parent + 1), // 0: the last committed token
                                  cell(node.depth),
                                  cell(node.token),
                                  tokenText(recording, node.token),
                                  exactCell(node.q),
                                  isVerified && !node.pruned ? exactCell(node.p) : QString(),
                                  exactCell(node.acceptance),
                                  exactCell(node.u),
                                  verdictOf(node)};
    }
    if (round.draw)
        table.rows << QStringList{wordOf(round.draw->source),
                                  cell(round.draw->context),
                                  {},
                                  cell(round.draw->token),
                                  tokenText(recording, round.draw->token),
                                  {},
                                  {},
                                  {},
                                  round.traits.isWatched ? QString() : exactCell(round.draw->u),
                                  {}};
    return table;
}

DataTable distributionTable(const RoundRecord& round, int context, const Recording& recording)
{
    DataTable table{{"token", "text", "p", "q", "residual", "p_before_sampler", "q_before_sampler"}, {}};
    if (context < 0 || std::size_t(context) >= round.contexts.size())
        return table;
    const DistributionRecord& here = round.contexts[std::size_t(context)];
    const auto ofTarget = [&](auto value) { return here.hasP ? exactCell(value) : QString(); };
    const auto ofDraft = [&](auto value) { return here.hasQ ? exactCell(value) : QString(); };
    for (const DistributionEntry& entry : here.top)
        table.rows << QStringList{cell(entry.token),     tokenText(recording, entry.token), ofTarget(entry.p),
                                  ofDraft(entry.q),      ofTarget(entry.residual),          ofTarget(entry.pBefore),
                                  ofDraft(entry.qBefore)};
    table.rows << QStringList{{},
                              QStringLiteral("%1 other tokens").arg(here.tailTokens),
                              ofTarget(here.tailP),
                              ofDraft(here.tailQ),
                              ofTarget(here.tailResidual),
                              {},
                              {}};
    return table;
}

DataTable tableOf(const std::vector<StepBar>& rounds)
{
    DataTable table{{"round", "accepted", "residual", "bonus", "plain", "mean_tokens_per_step"}, {}};
    for (const StepBar& bar : rounds)
        table.rows << QStringList{cell(bar.round + 1), cell(bar.accepted), cell(bar.residual),
                                  cell(bar.bonus),     cell(bar.plain),    exactCell(bar.mean)};
    return table;
}

DataTable tableOf(const std::vector<AcceptanceBar>& positions)
{
    DataTable table{
        {"position", "drafted", "judged", "accepted", "survival", "conditional_acceptance", "expected_survival"}, {}};
    for (const AcceptanceBar& bar : positions)
        table.rows << QStringList{QString::number(bar.depth),
                                  QString::number(bar.counts.drafted),
                                  QString::number(bar.counts.judged),
                                  QString::number(bar.counts.accepted),
                                  exactCell(bar.survival),
                                  exactCell(bar.conditional),
                                  exactCell(bar.expected)};
    return table;
}

DataTable tableOf(const std::vector<PhaseBar>& rounds)
{
    DataTable table{{"round", "draft_steps", "draft_ms", "verify_ms", "sampling_ms", "total_ms"}, {}};
    for (const PhaseBar& bar : rounds)
        table.rows << QStringList{cell(bar.round + 1),   cell(bar.draftSteps),  exactCell(bar.draft),
                                  exactCell(bar.verify), exactCell(bar.sample), exactCell(bar.total())};
    return table;
}

DataTable tableOf(const std::vector<MaskRow>& rows, const Recording& recording)
{
    const bool hasSideRows = std::ranges::count(rows, true, &MaskRow::isSideRow) > 0;
    DataTable table{{"row", "token", "text"}, {}};
    if (hasSideRows)
        table.columns << "beside_drafts";
    table.columns << "context";
    for (std::size_t i = 0; i < rows.size(); ++i)
        table.columns << QString::number(i);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        QStringList cells{QString::number(row), cell(rows[row].token), tokenText(recording, rows[row].token)};
        if (hasSideRows)
            cells << yesOrNo(rows[row].isSideRow);
        cells << yesOrNo(true);
        for (std::size_t column = 0; column < rows.size(); ++column)
            cells << yesOrNo(attends(rows, int(row), int(column)));
        table.rows << cells;
    }
    return table;
}

DataTable tableOf(const std::vector<CacheStrip>& caches, const Recording& recording)
{
    DataTable table{{"cache", "slot", "state", "position", "token", "text"}, {}};
    for (const CacheStrip& strip : caches)
        for (std::size_t slot = 0; slot < strip.cells.size(); ++slot) {
            const CacheSlot& at = strip.cells[slot].slot;
            const bool holds = at.state == SlotState::speculative || at.state == SlotState::committed;
            table.rows << QStringList{titleOf(strip.owner).toLower(),
                                      QString::number(slot),
                                      wordOf(at.state),
                                      holds ? cell(at.position) : QString(),
                                      holds ? cell(at.token) : QString(),
                                      holds ? tokenText(recording, at.token) : QString()};
        }
    return table;
}

DataTable tableOf(const std::vector<RaceLane>& lanes)
{
    DataTable table{{"lane", "round", "draft_ms", "verify_ms", "sampling_ms", "end_ms", "tokens"}, {}};
    for (const RaceLane& lane : lanes) {
        double end = 0;
        int tokens = 0;
        for (const RaceLane::Round& round : lane.rounds) {
            end += round.bar.total();
            tokens += round.committed;
            table.rows << QStringList{lane.name,
                                      cell(round.bar.round + 1),
                                      exactCell(round.bar.draft),
                                      exactCell(round.bar.verify),
                                      exactCell(round.bar.sample),
                                      exactCell(end),
                                      cell(tokens)};
        }
    }
    return table;
}

} // namespace draftscope

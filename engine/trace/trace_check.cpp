// SPDX-License-Identifier: MIT
#include "engine/trace/trace_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/record/cache_table.h"
#include "engine/record/names.h"
#include "engine/trace/trace_json.h"

namespace draftscope {
namespace {

template <class... Arguments>
void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    if (!holds)
        throw BrokenRecord(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// As people count, from 1. Any number may stand in a file, the largest too.
std::int64_t counted(int number)
{
    return std::int64_t(number) + 1;
}

/// Sums of many rounded numbers may exceed 1 by a little.
bool isProbability(double value)
{
    return value >= -1e-6 && value <= 1 + 1e-3;
}

bool isUniform(double value)
{
    return value >= 0 && value < 1;
}

bool isDuration(double value)
{
    return std::isfinite(value) && value >= 0;
}

constexpr int mostNodes = 4096; ///< of a round: views make room for each

bool isDraftLength(int k)
{
    return k >= 0 && k <= mostNodes;
}

void checkSampler(const SamplerSettings& sampler)
{
    require(std::isfinite(sampler.temperature) && sampler.temperature >= 0, "the temperature cannot be {}",
            sampler.temperature);
    require(sampler.topK >= 0, "top-k cannot be {}", sampler.topK);
    require(sampler.topP > 0 && sampler.topP <= 1, "top-p cannot be {}", sampler.topP);
    require(sampler.minP >= 0 && sampler.minP <= 1, "min-p cannot be {}", sampler.minP);
}

void checkNodes(const RoundRecord& round)
{
    require(round.nodes.size() <= std::size_t(mostNodes), "the round has more than {} nodes", mostNodes);
    for (int n = 0; n < int(round.nodes.size()); ++n) {
        const NodeRecord& node = round.nodes[std::size_t(n)];
        require(node.token >= 0, "node {} has the token id {}", n, node.token);
        require(node.parent >= -1 && node.parent < n, "node {} has the parent {}", n, node.parent);
        const int depth = node.parent < 0 ? 1 : round.nodes[std::size_t(node.parent)].depth + 1;
        require(node.depth == depth, "node {} has the depth {} and its place says {}", n, node.depth, depth);
        require(isProbability(node.q) && isProbability(node.p) && isProbability(node.acceptance.value_or(0)),
                "node {} has a probability outside of 0 to 1", n);
        require(isUniform(node.drawU) && isUniform(node.u.value_or(0)), "node {} has a u outside of 0 to 1", n);
        require(node.draft >= 0 && node.draft < mostNodes, "node {} is of draft {}", n, node.draft);
        require(node.targetSlot >= -1 && node.draftSlot >= -1, "node {} has a negative slot", n);
        require(!node.pruned || node.verdict == Verdict::notJudged, "node {} was pruned and has a verdict", n);
        require(node.pruned || node.parent < 0 || !round.nodes[std::size_t(node.parent)].pruned,
                "node {} is behind a pruned one and was not pruned", n);
    }
}

void checkSideRows(const RoundRecord& round)
{
    require(round.sideRows.size() <= std::size_t(mostNodes), "the round has more than {} side rows", mostNodes);
    for (int row = 0; row < int(round.sideRows.size()); ++row) {
        const SideRow& side = round.sideRows[std::size_t(row)];
        require(side.token >= 0 && side.likeliest >= 0, "side row {} has a token that cannot be", row);
        require(side.parent >= -1 && side.parent < row, "side row {} has the parent {}", row, side.parent);
        require(side.targetSlot >= -1, "side row {} has a negative slot", row);
    }
}

void checkContexts(const RoundRecord& round)
{
    require(round.likeliest.size() <= round.nodes.size() + 1
                && std::ranges::all_of(round.likeliest, [](TokenId token) { return token >= 0; }),
            "\"likeliest\" has a token that cannot be");
    require(round.contexts.size() <= round.nodes.size() + 1, "there are {} distributions for {} nodes",
            round.contexts.size(), round.nodes.size());
    for (std::size_t c = 0; c < round.contexts.size(); ++c) {
        const DistributionRecord& context = round.contexts[c];
        require(context.tailTokens >= 0, "distribution {} has a tail of {} tokens", c, context.tailTokens);
        bool fine = isProbability(context.tailP) && isProbability(context.tailQ) && isProbability(context.tailResidual)
            && isProbability(context.residualMass);
        for (const DistributionEntry& entry : context.top) {
            require(entry.token >= 0, "distribution {} has the token id {}", c, entry.token);
            fine = fine && isProbability(entry.p) && isProbability(entry.q) && isProbability(entry.residual)
                && isProbability(entry.pBefore) && isProbability(entry.qBefore);
        }
        for (const RemainderRecord& one : context.remainders) {
            require(one.node >= -1 && one.node < int(round.nodes.size()), "distribution {} has a remainder of node {}",
                    c, one.node);
            fine = fine && isProbability(one.mass) && isProbability(one.tail)
                && std::ranges::all_of(one.values, [](float value) { return isProbability(value); });
        }
        fine = fine && isProbability(context.numbers.kept.value_or(0))
            && isProbability(context.numbers.threshold.value_or(0)) && isProbability(context.distance.value_or(0));
        require(context.numbers.entropy.value_or(0) >= 0 && context.numbers.divisor.value_or(1) >= 1,
                "distribution {} has an entropy or a divisor that cannot be", c);
        require(fine, "distribution {} has a probability outside of 0 to 1", c);
    }
}

void checkOutcome(const RoundRecord& round)
{
    const int nodes = int(round.nodes.size());
    if (round.draw) {
        require(round.draw->token >= 0, "the last token drawn has the id {}", round.draw->token);
        require(round.draw->context >= 0 && round.draw->context <= nodes, "a token was drawn in context {} of {}",
                round.draw->context, nodes + 1);
        require(isUniform(round.draw->u), "the last token was drawn with a u outside of 0 to 1");
    }
    for (const CommittedToken& committed : round.committed) {
        require(committed.token >= 0, "a committed token has the id {}", committed.token);
        require(committed.node >= -1 && committed.node < nodes, "a committed token names node {} of {}", committed.node,
                nodes);
    }
    require(round.committed.empty() || round.isFinished(), "tokens are committed before the commit moment");
}

/// Moments of these ranks follow each other; residual, bonus and plain share one.
int rankOf(MomentKind kind)
{
    switch (kind) {
    case MomentKind::draft:
        return 0;
    case MomentKind::verify:
        return 1;
    case MomentKind::judge:
        return 2;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
        return 3;
    case MomentKind::commit:
        break;
    }
    return 4;
}

void checkMoments(const RoundRecord& round)
{
    std::vector<bool> judged(round.nodes.size());
    for (std::size_t m = 0; m < round.moments.size(); ++m) {
        const Moment& moment = round.moments[m];
        const bool aboutNode = moment.kind == MomentKind::draft || moment.kind == MomentKind::judge;
        require(aboutNode ? moment.node >= 0 && moment.node < int(round.nodes.size()) : moment.node == -1,
                "moment {} names node {} of {}", m + 1, moment.node, round.nodes.size());
        if (moment.kind == MomentKind::judge) {
            require(!judged[std::size_t(moment.node)], "moment {} judges node {} again", m + 1, moment.node);
            judged[std::size_t(moment.node)] = true;
        }
        require(rankOf(moment.kind) != rankOf(MomentKind::plain) || round.draw,
                "moment {} draws a token and there is none", m + 1);
        if (m == 0)
            continue;
        const Moment& before = round.moments[m - 1];
        const int step = rankOf(moment.kind) - rankOf(before.kind);
        require(step > 0 || (step == 0 && aboutNode), "moment {} comes too late", m + 1);
        require(moment.kind != MomentKind::draft || moment.node > before.node, "moment {} drafts node {} again", m + 1,
                moment.node);
    }
    require(std::ranges::all_of(round.times.draftSteps, isDuration) && isDuration(round.times.verify)
                && isDuration(round.times.sample),
            "a time is negative");
    for (const OverrideRecord& change : round.overrides) {
        require(change.node >= -1 && change.node < int(round.nodes.size()), "a change names node {} of {}", change.node,
                round.nodes.size());
        // A token's id, a u, a verdict or a K: readers make whole numbers of most.
        require(change.value >= 0 && change.value <= std::numeric_limits<TokenId>::max(), "a change has the value {}",
                change.value);
    }
}

/// Slots as ranges [begin, end), so that a short line that names many of them is checked in little time.
class SlotSet {
public:
    /// Precondition: !hasAny(begin, end).
    void add(int begin, int end)
    {
        m_ranges.emplace(begin, end);
        m_count += end - begin;
    }
    void remove(int begin, int end)
    {
        auto range = firstBehind(begin);
        while (range != m_ranges.end() && range->first < end) {
            const auto [first, last] = *range;
            range = m_ranges.erase(range);
            m_count -= std::min(last, end) - std::max(first, begin);
            if (first < begin)
                m_ranges.emplace(first, begin);
            if (last > end)
                m_ranges.emplace(end, last);
        }
    }
    [[nodiscard]] std::int64_t count() const { return m_count; }
    [[nodiscard]] bool hasAny(int begin, int end) const
    {
        const auto range = firstBehind(begin);
        return range != m_ranges.end() && range->first < end;
    }
    [[nodiscard]] bool hasAll(int begin, int end) const
    {
        for (auto range = firstBehind(begin); begin < end; ++range) {
            if (range == m_ranges.end() || range->first > begin)
                return false;
            begin = range->second;
        }
        return true;
    }

private:
    using Ranges = std::map<int, int>;
    /// The first range that ends behind a slot.
    [[nodiscard]] Ranges::const_iterator firstBehind(int slot) const
    {
        auto range = m_ranges.upper_bound(slot);
        if (range != m_ranges.begin() && std::prev(range)->second > slot)
            --range;
        return range;
    }
    Ranges m_ranges;
    std::int64_t m_count = 0;
};

/// Tokens of the text once the round is over.
std::int64_t lengthAfter(const RoundRecord& round)
{
    return std::int64_t(round.prefixLength) + std::int64_t(round.committed.size());
}

void checkCacheChange(const RoundRecord& round, const CacheChange& change)
{
    constexpr int most = std::numeric_limits<int>::max();
    require(change.moment >= 0 && change.moment < int(round.moments.size()), "a K/V cache changes at moment {} of {}",
            counted(change.moment), round.moments.size());
    require(change.count > 0 && change.slot >= 0 && change.slot <= most - change.count,
            "a K/V cache changes {} slots from slot {} on", change.count, change.slot);
    if (change.kind != CacheChange::Kind::written)
        return;
    require(change.position >= 0 && change.position <= most - change.count, "slot {} is written for position {}",
            change.slot, change.position);
    if (change.textIndex < 0) {
        require(change.token >= 0 && change.count == 1, "the token id {} is written to slot {}", change.token,
                change.slot);
        return;
    }
    const auto end = std::int64_t(change.textIndex) + change.count;
    require(end <= lengthAfter(round), "slot {} is written with token {} of a text that has {}", change.slot, end,
            lengthAfter(round));
}

/// A row that is committed was written in the same round.
void checkCache(const RoundRecord& round)
{
    SlotSet taken[2], speculative[2]; // in this round, by cache
    for (const CacheChange& change : round.cacheChanges) {
        checkCacheChange(round, change);
        SlotSet& written = taken[int(change.cache)];
        SlotSet& uncommitted = speculative[int(change.cache)];
        const int begin = change.slot, end = change.slot + change.count;
        const std::string_view cache = nameOf(change.cache);
        switch (change.kind) {
        case CacheChange::Kind::written:
            require(!written.hasAny(begin, end), "slot {} of the {}'s cache is written twice", begin, cache);
            written.add(begin, end);
            uncommitted.add(begin, end);
            // So that a short trace draws no large table: all that a cache may hold is read again in a round at most.
            require(written.count() <= lengthAfter(round) + mostNodes, "{} slots of the {}'s cache are written",
                    written.count(), cache);
            break;
        case CacheChange::Kind::committed:
            require(uncommitted.hasAll(begin, end), "slot {} of the {}'s cache is committed before it is written",
                    begin, cache);
            uncommitted.remove(begin, end);
            break;
        case CacheChange::Kind::rolledBack:
            written.remove(begin, end);
            uncommitted.remove(begin, end);
            break;
        case CacheChange::Kind::gap:
            require(!written.hasAny(begin, end), "slot {} of the {}'s cache is a gap and not empty", begin, cache);
            require(end <= mostColumns, "the {}'s cache has a gap up to slot {}", cache, end);
            break;
        }
    }
}

void checkModel(const ModelRecord& model)
{
    for (const std::int64_t size :
         {model.parameters, std::int64_t(model.layers), std::int64_t(model.hidden), std::int64_t(model.vocabulary),
          std::int64_t(model.draftVocabulary), std::int64_t(model.context)})
        require(size >= 0, "a size of the model {} is {}", beginningOf(model.name, 40), size);
}

/// Tokens in the text before the next new round of a branch.
int lengthBefore(const Recording& recording, int branch, int round)
{
    if (round == 0)
        return int(recording.header().promptTokens.size());
    const RoundRecord& before = recording.round(branch, round - 1);
    return before.prefixLength + int(before.committed.size());
}

} // namespace

void checkHeader(const TraceHeader& header)
{
    checkSampler(header.sampler);
    checkModel(header.target);
    if (header.draft)
        checkModel(*header.draft);
    require(isDraftLength(header.draftLength), "K cannot be {}", header.draftLength);
    for (const TokenId token : header.promptTokens)
        require(token >= 0, "the prompt has the token id {}", token);
    for (const TokenId token : header.endTokens)
        require(token >= 0, "a text ends with the token id {}", token);
}

void checkBranch(const Recording& recording, const BranchRecord& branch)
{
    const int count = int(recording.branches().size());
    require(branch.branch == count, "branch {} comes where branch {} should", branch.branch, count);
    require(branch.parent >= 0 && branch.parent < count, "branch {} leaves branch {}, which is not there",
            branch.branch, branch.parent);
    const int rounds = recording.roundCount(branch.parent);
    require(branch.forkRound >= 0 && branch.forkRound <= rounds, "branch {} leaves its parent at round {} of {}",
            branch.branch, counted(branch.forkRound), rounds);
    // A round in which a person stopped and forked is not finished, so it need not have been stored.
    const bool stored = branch.forkRound < rounds;
    require(
        branch.forkMoment >= 0
            && (!stored || branch.forkMoment <= int(recording.round(branch.parent, branch.forkRound).moments.size())),
        "branch {} leaves its parent at a moment that is not there", branch.branch);
}

void checkBranchNote(const Recording& recording, const BranchRecord& note)
{
    require(note.branch >= 0 && note.branch < int(recording.branches().size()),
            "a note is about branch {}, which is not there", note.branch);
    require(note.branch > 0 || !note.isRemoved, "branch 0, where all others come from, cannot be removed");
}

void checkBookmark(const Recording& recording, const BookmarkRecord& bookmark)
{
    const auto [branch, round, moment] = bookmark.at;
    require(branch >= 0 && branch < int(recording.branches().size()), "a bookmark is in branch {}, which is not there",
            branch);
    const int rounds = recording.roundCount(branch);
    const bool isAtBeginning = round == 0 && moment == 0;
    require(isAtBeginning || (round >= 0 && round < rounds), "a bookmark is in round {} of {}", counted(round), rounds);
    require(isAtBeginning || (moment >= 0 && moment <= int(recording.round(branch, round).moments.size())),
            "a bookmark is at a moment of round {} that is not there", counted(round));
}

void checkRound(const Recording& recording, int branch, const RoundRecord& round)
{
    require(branch >= 0 && branch < int(recording.branches().size()), "branch {} is not known yet", branch);
    const int count = recording.roundCount(branch);
    const int first = recording.branches()[std::size_t(branch)].forkRound;
    const bool goesOn = count > first && !recording.round(branch, count - 1).isFinished();
    const int expected = goesOn ? count - 1 : count;
    require(round.round == expected, "round {} comes where round {} should", counted(round.round), expected + 1);
    require(expected == 0 || !recording.round(branch, expected - 1).endOfText,
            "round {} comes after the end of the text", counted(round.round));
    const int length = lengthBefore(recording, branch, round.round);
    require(round.prefixLength == length, "round {} says that {} tokens came before it and there were {}",
            round.round + 1, round.prefixLength, length);
    require(round.steps >= 0 && round.steps <= mostNodes, "the round stands for {} passes", round.steps);
    require(round.root >= -1, "the root has the token id {}", round.root);
    require(isDraftLength(round.draftLength), "K cannot be {}", round.draftLength);
    checkSampler(round.sampler);
    checkNodes(round);
    checkSideRows(round);
    checkContexts(round);
    checkOutcome(round);
    checkMoments(round);
    checkCache(round);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/explain/rule_terms.h"

#include <algorithm>

#include "engine/record/likeliest_listed.h"

namespace draftscope {
namespace {

const DistributionEntry* entryOf(const DistributionRecord* context, TokenId token)
{
    if (!context)
        return nullptr;
    const auto found = std::ranges::find(context->top, token, &DistributionEntry::token);
    return found == context->top.end() ? nullptr : &*found;
}

} // namespace

const DistributionRecord* RuleTerms::context(int context) const
{
    const bool isThere = context >= 0 && std::size_t(context) < m_round.contexts.size();
    return isThere && !m_round.contexts[std::size_t(context)].top.empty() ? &m_round.contexts[std::size_t(context)]
                                                                          : nullptr;
}

std::vector<int> RuleTerms::children(int context) const
{
    std::vector<int> found;
    for (std::size_t n = 0; n < m_round.nodes.size(); ++n)
        if (m_round.nodes[n].parent + 1 == context && !m_round.nodes[n].pruned)
            found.push_back(int(n));
    return found;
}

int RuleTerms::siblingsBefore(int n) const
{
    const std::vector<int> all = children(node(n).parent + 1);
    return int(std::ranges::find(all, n) - all.begin());
}

std::optional<double> RuleTerms::p(int context, TokenId token) const
{
    for (const int child : children(context)) // a node has p as a double, the list has floats
        if (node(child).token == token)
            return node(child).p;
    const DistributionRecord* const record = this->context(context);
    const DistributionEntry* const entry = entryOf(record, token);
    return entry && record->hasP ? std::optional<double>(entry->p) : std::nullopt;
}

std::optional<double> RuleTerms::q(int context, TokenId token) const
{
    const DistributionRecord* const record = this->context(context);
    const DistributionEntry* const entry = entryOf(record, token);
    return entry && record->hasQ ? std::optional<double>(entry->q) : std::nullopt;
}

std::optional<TokenId> RuleTerms::likeliest(int context) const
{
    const DistributionRecord* const record = this->context(context);
    const TokenId best = record ? likeliestListed(*record) : noToken;
    return best == noToken ? std::nullopt : std::optional(best);
}

const RemainderRecord* RuleTerms::remainder(int context, int node) const
{
    const DistributionRecord* const record = this->context(context);
    if (!record)
        return nullptr;
    const auto found = std::ranges::find(record->remainders, node, &RemainderRecord::node);
    return found == record->remainders.end() ? nullptr : &*found;
}

const RemainderRecord* RuleTerms::remainderOfChild(int context, int rejected) const
{
    const std::vector<int> all = children(context);
    const bool isChild = rejected >= 1 && std::size_t(rejected) <= all.size();
    return isChild ? remainder(context, all[std::size_t(rejected - 1)]) : nullptr;
}

std::optional<double> RuleTerms::left(int context, int rejected, TokenId token) const
{
    if (rejected == 0)
        return p(context, token);
    const DistributionRecord* const record = this->context(context);
    const DistributionEntry* const entry = entryOf(record, token);
    if (!entry)
        return std::nullopt;
    if (const RemainderRecord* const left = remainderOfChild(context, rejected))
        return left->values[std::size_t(entry - record->top.data())];
    const bool hasResidual = rejected == 1 && record->residualMass > 0;
    return hasResidual ? std::optional<double>(entry->residual) : std::nullopt;
}

std::optional<double> RuleTerms::massLeft(int context, int rejected) const
{
    if (rejected == 0)
        return 1.0;
    if (const RemainderRecord* const left = remainderOfChild(context, rejected))
        return left->mass;
    const DistributionRecord* const record = this->context(context);
    return record && rejected == 1 && record->residualMass > 0 ? std::optional(record->residualMass) : std::nullopt;
}

std::optional<double> RuleTerms::lastShare(int context, int rejected) const
{
    const auto after = massLeft(context, rejected), before = massLeft(context, rejected - 1);
    return after && before && *before > 0 ? std::optional(*after / *before) : std::nullopt;
}

int RuleTerms::slotsGivenBack() const
{
    const int newest = int(m_round.moments.size()) - 1;
    int slots = 0;
    for (const CacheChange& change : m_round.cacheChanges)
        if (change.moment == newest && change.cache == CacheOwner::target
            && change.kind == CacheChange::Kind::rolledBack)
            slots += change.count;
    return slots;
}

bool draftsTree(const RoundRecord& whole)
{
    for (std::size_t n = 0; n < whole.nodes.size(); ++n)
        if (whole.nodes[n].parent != int(n) - 1)
            return true;
    return false;
}

const RoundRecord* recordedRound(const Recording& recording, Position at)
{
    const bool isThere = at.moment >= 1 && at.branch >= 0 && std::size_t(at.branch) < recording.branches().size()
        && at.round >= 0 && at.round < recording.roundCount(at.branch);
    return isThere ? &recording.round(at.branch, at.round) : nullptr;
}

} // namespace draftscope

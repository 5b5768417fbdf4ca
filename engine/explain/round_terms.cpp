// SPDX-License-Identifier: MIT
#include <algorithm>

#include "engine/explain/rule_formulas.h"

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

const DistributionRecord* RoundTerms::context(int context) const
{
    const bool isThere = context >= 0 && std::size_t(context) < m_round.contexts.size();
    return isThere && !m_round.contexts[std::size_t(context)].top.empty() ? &m_round.contexts[std::size_t(context)]
                                                                          : nullptr;
}

std::vector<int> RoundTerms::children(int context) const
{
    std::vector<int> found;
    for (std::size_t n = 0; n < m_round.nodes.size(); ++n)
        if (m_round.nodes[n].parent + 1 == context && !m_round.nodes[n].pruned)
            found.push_back(int(n));
    return found;
}

int RoundTerms::siblingsBefore(int n) const
{
    const std::vector<int> all = children(node(n).parent + 1);
    return int(std::ranges::find(all, n) - all.begin());
}

std::optional<double> RoundTerms::p(int context, TokenId token) const
{
    for (const int child : children(context)) // which has all digits
        if (node(child).token == token)
            return node(child).p;
    const DistributionRecord* const record = this->context(context);
    const DistributionEntry* const entry = entryOf(record, token);
    return entry && record->hasP ? std::optional<double>(entry->p) : std::nullopt;
}

std::optional<double> RoundTerms::q(int context, TokenId token) const
{
    const DistributionRecord* const record = this->context(context);
    const DistributionEntry* const entry = entryOf(record, token);
    return entry && record->hasQ ? std::optional<double>(entry->q) : std::nullopt;
}

const RemainderRecord* RoundTerms::remainder(int context, int rejected) const
{
    const std::vector<int> all = children(context);
    const DistributionRecord* const record = this->context(context);
    if (!record || rejected < 1 || std::size_t(rejected) > all.size())
        return nullptr;
    const auto found = std::ranges::find(record->remainders, all[std::size_t(rejected - 1)], &RemainderRecord::node);
    return found == record->remainders.end() ? nullptr : &*found;
}

std::optional<double> RoundTerms::left(int context, int rejected, TokenId token) const
{
    if (rejected == 0)
        return p(context, token);
    const DistributionRecord* const record = this->context(context);
    const DistributionEntry* const entry = entryOf(record, token);
    if (!entry)
        return std::nullopt;
    if (const RemainderRecord* const left = remainder(context, rejected))
        return left->values[std::size_t(entry - record->top.data())];
    const bool hasResidual = rejected == 1 && record->residualMass > 0;
    return hasResidual ? std::optional<double>(entry->residual) : std::nullopt;
}

std::optional<double> RoundTerms::massLeft(int context, int rejected) const
{
    if (rejected == 0)
        return 1.0;
    if (const RemainderRecord* const left = remainder(context, rejected))
        return left->mass;
    const DistributionRecord* const record = this->context(context);
    return record && rejected == 1 && record->residualMass > 0 ? std::optional(record->residualMass) : std::nullopt;
}

std::optional<double> RoundTerms::lastShare(int context, int rejected) const
{
    const auto after = massLeft(context, rejected), before = massLeft(context, rejected - 1);
    return after && before && *before > 0 ? std::optional(*after / *before) : std::nullopt;
}

} // namespace draftscope

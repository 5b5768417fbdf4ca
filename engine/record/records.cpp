// SPDX-License-Identifier: MIT
#include "engine/record/records.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace draftscope {

double PhaseTimes::draft() const
{
    return std::accumulate(draftSteps.begin(), draftSteps.end(), 0.0);
}

double PhaseTimes::total() const
{
    return draft() + verify + sample;
}

bool RoundRecord::isVerified() const
{
    return std::ranges::count(moments, MomentKind::verify, &Moment::kind) > 0;
}

int RoundRecord::acceptedCount() const
{
    return int(std::ranges::count(nodes, Verdict::accepted, &NodeRecord::verdict));
}

int RoundRecord::judgedCount() const
{
    return int(nodes.size() - std::size_t(std::ranges::count(nodes, Verdict::notJudged, &NodeRecord::verdict)));
}

int RoundRecord::acceptedEnd() const
{
    int end = -1; // nodes come after their parents, so the last one is the deepest
    for (std::size_t n = 0; n < nodes.size(); ++n)
        if (nodes[n].verdict == Verdict::accepted)
            end = int(n);
    return end;
}

std::optional<bool> RoundRecord::wantedVerdict(int node) const
{
    if (!nodes[std::size_t(node)].forcedVerdict)
        return std::nullopt;
    for (auto change = overrides.rbegin(); change != overrides.rend(); ++change)
        if (change->kind == OverrideRecord::Kind::verdict && change->node == node)
            return change->value != 0;
    return nodes[std::size_t(node)].verdict == Verdict::accepted;
}

std::string draftContextNote(const TraceHeader& header)
{
    return fmt::format("The draft's context{} is full: from here on the target decodes alone.",
                       header.draft && header.draft->context > 0 ? fmt::format(" of {} tokens", header.draft->context)
                                                                 : std::string());
}

bool RoundRecord::isGreedy() const
{
    return verifier.empty() ? sampler.isGreedy() : traits.isGreedy(); // old traces name none
}

bool RoundRecord::takesLikeliest() const
{
    return isGreedy() || traits.takesLikeliest;
}

const RemainderRecord* RoundRecord::remainderAt(int context) const
{
    const RemainderRecord* last = nullptr;
    if (context >= 0 && std::size_t(context) < contexts.size())
        for (const RemainderRecord& one : contexts[std::size_t(context)].remainders)
            if (one.node < 0 || nodes[std::size_t(one.node)].verdict == Verdict::rejected)
                last = &one;
    return last;
}

const RemainderRecord* RoundRecord::remainderBefore(int node) const
{
    const RemainderRecord* last = nullptr;
    if (const auto context = std::size_t(nodes[std::size_t(node)].parent + 1); context < contexts.size())
        for (const RemainderRecord& one : contexts[context].remainders)
            if (one.node >= 0 && one.node < node)
                last = &one;
    return last;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/analysis/draft_diagnosis.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "engine/analysis/metrics.h"
#include "engine/analysis/overlap.h"
#include "engine/record/likeliest_listed.h"

namespace draftscope {
namespace {

constexpr double entropyBounds[] = {0.1, 0.5, 1, 2, 3};
constexpr double surenessBounds[] = {0.1, 0.3, 0.5, 0.7, 0.9};
constexpr int distanceBounds[] = {1, 2, 4, 8};

/// "< 0.1", "0.1–0.5", ..., "≥ 3"; of whole numbers "0", "1", "2–3", ..., "≥ 8".
template <class Bounds>
std::vector<DraftGroup> groupsBetween(const Bounds& bounds)
{
    constexpr bool areWhole = std::is_integral_v<std::remove_cvref_t<decltype(bounds[0])>>;
    std::vector<DraftGroup> groups;
    for (std::size_t i = 0; i <= std::size(bounds); ++i) {
        DraftGroup& group = groups.emplace_back();
        if (i == std::size(bounds))
            group.label = fmt::format("≥ {}", bounds[i - 1]);
        else if (areWhole)
            group.label = i > 0 && bounds[i] - bounds[i - 1] > 1 ? fmt::format("{}–{}", bounds[i - 1], bounds[i] - 1)
                : i > 0                                          ? fmt::format("{}", bounds[i - 1])
                                                                 : fmt::format("{}", bounds[0] - 1);
        else
            group.label = i == 0 ? fmt::format("< {}", bounds[0]) : fmt::format("{}–{}", bounds[i - 1], bounds[i]);
    }
    return groups;
}

template <class Bounds, class Value>
std::size_t groupAt(const Bounds& bounds, Value value)
{
    return std::size_t(std::ranges::upper_bound(bounds, value) - std::begin(bounds));
}

/// Of the listed tokens, the rest counted as one token: no more than it is.
std::optional<double> entropyOf(const DistributionRecord& context)
{
    if (!context.hasP || context.top.empty())
        return std::nullopt;
    double entropy = 0;
    const auto add = [&](double p) { entropy -= p > 0 ? p * std::log(p) : 0; };
    for (const DistributionEntry& entry : context.top)
        add(double(entry.p));
    add(context.tailP);
    return entropy;
}

void count(DraftGroup& group, const DraftPlace& place)
{
    ++group.judged;
    group.accepted += place.isAccepted;
    group.sumQ += place.q;
    group.sumP += place.p;
    if (place.lost) {
        ++group.overlaps;
        group.lost += *place.lost;
    }
}

std::optional<double> over(double sum, int count)
{
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace

std::optional<double> DraftGroup::acceptance() const
{
    return over(accepted, judged);
}

std::optional<double> DraftGroup::meanLost() const
{
    return over(lost, overlaps);
}

std::optional<double> DraftGroup::meanQ() const
{
    return over(sumQ, judged);
}

std::optional<double> DraftGroup::meanP() const
{
    return over(sumP, judged);
}

void DraftDiagnosis::add(const Recording& recording, int branch, const std::string& kind)
{
    if (m_byEntropy.empty()) {
        m_byEntropy = groupsBetween(entropyBounds);
        m_bySureness = groupsBetween(surenessBounds);
        m_byDistance = groupsBetween(distanceBounds);
    }
    DraftGroup& ofText = m_byText[kind];
    ofText.label = kind;
    int distance = recording.roundCount(branch) > 0 ? recording.round(branch, 0).prefixLength : 0;
    bool hadAll = false, hasBefore = false;
    for (int r = 0; r < recording.roundCount(branch); ++r) {
        const RoundRecord& round = recording.round(branch, r);
        if (!round.isFinished())
            break;
        ++m_rounds;
        const int drafted = int(std::ranges::count(round.nodes, false, &NodeRecord::pruned));
        m_drafted += drafted;
        if (round.draftLength > 0 && !round.copied && !round.draftContextFull) {
            m_asked += round.draftLength;
            m_draftedOfAsked += drafted;
            ++m_askedRounds;
        }
        if (hasBefore && !round.nodes.empty() && round.nodes.front().verdict != Verdict::notJudged) {
            Counted& counted = hadAll ? m_afterAllAccepted : m_afterOthers;
            ++counted.judged;
            counted.accepted += std::ranges::any_of(round.nodes, [](const NodeRecord& node) {
                return node.depth == 1 && node.verdict == Verdict::accepted;
            });
        }
        add(recording, {branch, r, 0}, round, distance, ofText);
        hadAll = round.draw && round.draw->source == TokenSource::bonus;
        hasBefore = !round.nodes.empty();
        for (const CommittedToken& token : round.committed)
            distance = token.source == TokenSource::residual ? 0 : distance + 1;
    }
    ++m_recordings;
}

void DraftDiagnosis::add(const Recording& recording, Position at, const RoundRecord& round, int distance,
                         DraftGroup& ofText)
{
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        if (!countsAsJudged(round, node))
            continue;
        DraftPlace place{.recording = m_recordings,
                         .at = at,
                         .node = int(n),
                         .depth = node.depth,
                         .token = node.token,
                         .p = node.p,
                         .q = node.q,
                         .isAccepted = node.verdict == Verdict::accepted};
        const auto judged = std::ranges::find(round.moments, Moment{MomentKind::judge, int(n)});
        place.at.moment =
            judged == round.moments.end() ? int(round.moments.size()) : int(judged - round.moments.begin()) + 1;
        const auto context = std::size_t(node.parent + 1);
        std::optional<double> entropy;
        if (context < round.contexts.size()) {
            const DistributionRecord& record = round.contexts[context];
            if (const auto overlap = overlapOf(record); overlap && overlap->isExact())
                place.lost = 1 - overlap->most;
            entropy = entropyOf(record);
            place.likeliest = likeliestListed(record);
        }
        while (m_byDepth.size() < std::size_t(node.depth))
            m_byDepth.push_back({fmt::format("{}", m_byDepth.size() + 1)});
        for (DraftGroup* group : {&m_all, &m_byDepth[std::size_t(node.depth - 1)], &ofText,
                                  &m_byDistance[groupAt(distanceBounds, distance + node.depth - 1)]})
            count(*group, place);
        if (round.traits.needsQ && !round.copied && !round.sampler.isGreedy())
            count(m_judgedByQ, place);
        // A server that was watched tells neither the tokens that it rejected nor how sure the draft was.
        if (!round.traits.isWatched) {
            const TokenKind kind = tokenKindOf(recording.tokenBytes(node.token));
            DraftGroup& ofKind = m_byKind[std::size_t(kind)];
            ofKind.label = nameOf(kind);
            count(ofKind, place);
            count(m_bySureness[groupAt(surenessBounds, place.q)], place);
        }
        if (entropy)
            count(m_byEntropy[groupAt(entropyBounds, *entropy)], place);
        if (place.isAccepted)
            continue;
        if (place.likeliest != noToken && place.likeliest != place.token) {
            Confusion& confusion = m_confusions[{place.token, place.likeliest}];
            confusion.recording = confusion.count == 0 ? m_recordings : confusion.recording;
            confusion.drafted = place.token;
            confusion.likeliest = place.likeliest;
            ++confusion.count;
        }
        m_rejected.push_back(place);
    }
}

std::vector<DraftGroup> DraftDiagnosis::byTokenKind() const
{
    std::vector<DraftGroup> groups;
    std::ranges::copy_if(m_byKind, std::back_inserter(groups),
                         [](const DraftGroup& group) { return group.judged > 0; });
    return groups;
}

std::vector<DraftGroup> DraftDiagnosis::byTextKind() const
{
    std::vector<DraftGroup> groups;
    for (const auto& [kind, group] : m_byText)
        groups.push_back(group);
    return groups;
}

std::vector<DraftPlace> DraftDiagnosis::worst() const
{
    std::vector<DraftPlace> places = m_rejected;
    std::ranges::stable_sort(places, [](const DraftPlace& a, const DraftPlace& b) {
        const double ofA = a.lost.value_or(0), ofB = b.lost.value_or(0);
        return ofA != ofB ? ofA > ofB : a.p < b.p;
    });
    places.resize(std::min(places.size(), mostWorst));
    return places;
}

std::vector<Confusion> DraftDiagnosis::confusions() const
{
    std::vector<Confusion> all;
    for (const auto& [tokens, confusion] : m_confusions)
        all.push_back(confusion);
    std::ranges::stable_sort(all, std::ranges::greater(), &Confusion::count);
    all.resize(std::min(all.size(), mostConfusions));
    return all;
}

} // namespace draftscope

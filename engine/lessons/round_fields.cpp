// SPDX-License-Identifier: MIT
// Fields of a round and of the distribution that the moment is about.
#include <algorithm>

#include "engine/analysis/overlap.h"
#include "engine/core/utf8.h"
#include "engine/lessons/lesson_fields.h"

namespace draftscope {
namespace {

Result<const DistributionRecord*> distributionOf(const LessonScene& scene, const LessonFieldUse& use, bool needsP)
{
    const DistributionRecord* distribution = scene.distribution(scene.context());
    if (!distribution)
        return notKnown(use.field->name, "no distribution is recorded there");
    if (needsP && !distribution->hasP)
        return notKnown(use.field->name, "the target has not seen the drafts yet");
    return distribution;
}

FieldValue massOf(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto distribution = distributionOf(scene, use, true);
    if (!distribution)
        return tl::unexpected(distribution.error());
    if (!(*distribution)->hasQ)
        return notKnown(use.field->name, "nothing was drafted there");
    if (const RemainderRecord* left = scene.shown().remainderAt(scene.context()))
        return LessonValue::of(left->mass, asProbability);
    return LessonValue::of((*distribution)->residualMass, asProbability);
}

FieldValue overlapField(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto distribution = distributionOf(scene, use, true);
    if (!distribution)
        return tl::unexpected(distribution.error());
    const auto overlap = overlapOf(**distribution);
    if (!overlap || !overlap->isExact())
        return notKnown("overlap", "nothing was drafted there, or the list does not say it exactly");
    return LessonValue::of(overlap->least, asProbability);
}

/// What the tokens that are not listed have together.
FieldFunction tailField(double DistributionRecord::*tail, bool needsP)
{
    return [tail, needsP](const LessonScene& scene, const LessonFieldUse& use) -> FieldValue {
        const auto distribution = distributionOf(scene, use, needsP);
        return distribution ? FieldValue(LessonValue::of((*distribution)->*tail, asProbability))
                            : tl::unexpected(distribution.error());
    };
}

FieldValue listedField(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto distribution = distributionOf(scene, use, false);
    return distribution ? FieldValue(LessonValue::of(double((*distribution)->top.size())))
                        : tl::unexpected(distribution.error());
}

int draftedIn(const RoundRecord& round)
{
    return int(round.nodes.size());
}

/// The root, the drafts that were not pruned, and the drafter's own.
int rowsOf(const RoundRecord& round)
{
    return 1 + int(std::ranges::count(round.nodes, false, &NodeRecord::pruned)) + int(round.sideRows.size());
}

FieldValue rolledBackOf(const LessonScene& scene, const LessonFieldUse& use)
{
    if (!scene.shown().isFinished())
        return notKnown(use.field->name, "slots are given back at the commit");
    int slots = 0;
    for (const CacheChange& change : scene.shown().cacheChanges)
        if (change.cache == CacheOwner::target && change.kind == CacheChange::Kind::rolledBack)
            slots += change.count;
    return LessonValue::of(slots);
}

std::string joinedText(const LessonScene& scene, const std::vector<TokenId>& tokens)
{
    std::string text;
    for (const TokenId token : tokens)
        text += scene.bytes(token);
    for (char& letter : text)
        letter = letter == '\n' ? ' ' : letter;
    return asUtf8(trimmed(text));
}

FieldValue draftsField(const LessonScene& scene, const LessonFieldUse&)
{
    std::vector<TokenId> tokens;
    for (const NodeRecord& node : scene.shown().nodes)
        tokens.push_back(node.token);
    return LessonValue::of(joinedText(scene, tokens));
}

FieldValue commitsField(const LessonScene& scene, const LessonFieldUse&)
{
    if (!scene.shown().isFinished())
        return notKnown("commits", "the round has not committed anything yet");
    std::vector<TokenId> tokens;
    for (const CommittedToken& token : scene.shown().committed)
        tokens.push_back(token.token);
    return LessonValue::of(joinedText(scene, tokens));
}

/// The last words before the token of the step.
FieldValue contextField(const LessonScene& scene, const LessonFieldUse&)
{
    const LessonPlace& place = scene.place();
    std::vector<TokenId> tokens;
    for (const CommittedToken& token : scene.recording().tokensBefore(place.at.branch, place.at.round))
        tokens.push_back(token.token);
    std::vector<TokenId> path;
    const auto about = scene.token();
    for (int node = about ? about->context - 1 : -1; node >= 0; node = scene.shown().nodes[std::size_t(node)].parent)
        path.push_back(scene.shown().nodes[std::size_t(node)].token);
    tokens.insert(tokens.end(), path.rbegin(), path.rend());
    std::string text = joinedText(scene, tokens);
    constexpr std::size_t most = 40;
    if (text.size() > most) {
        std::size_t begin = text.size() - most;
        if (const std::size_t space = text.find(' ', begin); space != std::string::npos)
            begin = space + 1;
        while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80)
            ++begin; // a text without spaces is cut between two characters
        text = "… " + text.substr(begin);
    }
    return LessonValue::of(std::move(text));
}

FieldFunction counted(int (*count)(const LessonScene& scene))
{
    return [count](const LessonScene& scene, const LessonFieldUse&) { return LessonValue::of(count(scene)); };
}

FieldFunction hasDraw(TokenSource source)
{
    return [source](const LessonScene& scene, const LessonFieldUse&) {
        return LessonValue::of(scene.shown().draw && scene.shown().draw->source == source);
    };
}

} // namespace

std::vector<LessonField> roundFields()
{
    constexpr auto alone = LessonField::Takes::nothing;
    return {
        {"Z", alone, massOf},
        {"residual mass", alone, massOf},
        {"overlap", alone, overlapField},
        {"tail p", alone, tailField(&DistributionRecord::tailP, true)},
        {"tail q", alone, tailField(&DistributionRecord::tailQ, false)},
        {"listed", alone, listedField},
        {"round", alone, counted([](const LessonScene& scene) { return scene.place().at.round + 1; })},
        {"drafted", alone, counted([](const LessonScene& scene) { return draftedIn(scene.shown()); })},
        {"judged", alone, counted([](const LessonScene& scene) { return scene.shown().judgedCount(); })},
        {"accepted", alone, counted([](const LessonScene& scene) { return scene.shown().acceptedCount(); })},
        {"given back", alone,
         counted([](const LessonScene& scene) { return draftedIn(scene.shown()) - scene.shown().acceptedCount(); })},
        {"committed", alone, counted([](const LessonScene& scene) { return int(scene.shown().committed.size()); })},
        {"rows", alone, counted([](const LessonScene& scene) { return rowsOf(scene.shown()); })},
        {"draws", alone, counted([](const LessonScene& scene) { return rowsOf(scene.shown()); })},
        {"prefix", alone, counted([](const LessonScene& scene) { return scene.shown().prefixLength; })},
        {"has residual", alone, hasDraw(TokenSource::residual)},
        {"has bonus", alone, hasDraw(TokenSource::bonus)},
        {"is copied", alone, counted([](const LessonScene& scene) { return int(scene.shown().copied); })},
        {"rolled back", alone, rolledBackOf},
        {"drafts", alone, draftsField},
        {"commits", alone, commitsField},
        {"context", alone, contextField},
    };
}

} // namespace draftscope

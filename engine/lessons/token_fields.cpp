// SPDX-License-Identifier: MIT
// Fields of a token at its place in a round.
#include <algorithm>

#include "engine/lessons/lesson_fields.h"

namespace draftscope {
namespace {

const NodeRecord* nodeAt(const LessonToken& place, const LessonScene& scene)
{
    return place.node >= 0 ? &scene.shown().nodes[std::size_t(place.node)] : nullptr;
}

const DistributionEntry* entryAt(const LessonToken& place, const LessonScene& scene)
{
    const DistributionRecord* distribution = scene.distribution(place.context);
    if (!distribution)
        return nullptr;
    const auto found = std::ranges::find(distribution->top, place.token, &DistributionEntry::token);
    return found == distribution->top.end() ? nullptr : &*found;
}

FieldValue tokenItself(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto place = placeOf(use.of, scene);
    if (!place)
        return tl::unexpected(place.error());
    LessonValue value{LessonValue::Kind::token};
    value.text = scene.bytes(place->token);
    value.token = place->token;
    if (const NodeRecord* node = nodeAt(*place, scene))
        value.verdict = node->verdict;
    return value;
}

FieldValue pHere(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto place = placeOf(use.of, scene);
    if (!place)
        return tl::unexpected(place.error());
    if (!scene.shown().isVerified())
        return notKnown("p", "the target has not seen the drafts yet");
    if (const NodeRecord* node = nodeAt(*place, scene))
        return LessonValue::of(node->p, asProbability);
    const DistributionEntry* entry = entryAt(*place, scene);
    return entry ? FieldValue(LessonValue::of(double(entry->p), asProbability))
                 : notKnown("p", "the token is not in the list of the distribution");
}

FieldValue qHere(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto place = placeOf(use.of, scene);
    if (!place)
        return tl::unexpected(place.error());
    if (const NodeRecord* node = nodeAt(*place, scene))
        return LessonValue::of(node->q, asProbability);
    const DistributionRecord* distribution = scene.distribution(place->context);
    const DistributionEntry* entry = entryAt(*place, scene);
    return entry && distribution->hasQ ? FieldValue(LessonValue::of(double(entry->q), asProbability))
                                       : notKnown("q", "nothing was drafted there, or the token is not listed");
}

FieldValue residualHere(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto place = placeOf(use.of, scene);
    if (!place)
        return tl::unexpected(place.error());
    const DistributionRecord* distribution = scene.distribution(place->context);
    const DistributionEntry* entry = entryAt(*place, scene);
    if (!entry || !distribution->hasP || !distribution->hasQ)
        return notKnown("residual", "the token is not listed, or p and q are not there yet");
    if (place->context == scene.context())
        if (const RemainderRecord* left = scene.shown().remainderAt(place->context)) {
            const auto index = std::size_t(entry - distribution->top.data());
            if (index < left->values.size())
                return LessonValue::of(double(left->values[index]), asProbability);
        }
    return LessonValue::of(double(entry->residual), asProbability);
}

Result<std::pair<LessonToken, const NodeRecord*>> draftedAt(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto place = placeOf(use.of, scene);
    if (!place)
        return tl::unexpected(place.error());
    const NodeRecord* node = nodeAt(*place, scene);
    if (!node)
        return fail("The field \"{}\" is of drafts, and this token was not drafted.", use.field->name);
    return std::pair(*place, node);
}

FieldValue uHere(const LessonScene& scene, const LessonFieldUse& use)
{
    if (use.of.kind == TokenSelector::Kind::drawn)
        return scene.shown().draw ? FieldValue(LessonValue::of(scene.shown().draw->u, asProbability))
                                  : notKnown("u", "no token has been drawn yet");
    const auto drafted = draftedAt(scene, use);
    if (!drafted)
        return tl::unexpected(drafted.error());
    return drafted->second->u ? FieldValue(LessonValue::of(*drafted->second->u, asProbability))
                              : notKnown("u", "the draft has not been judged yet");
}

FieldValue ratioHere(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto p = pHere(scene, use), q = qHere(scene, use);
    if (!p || !q)
        return p ? q : p;
    if (q->number == 0)
        return notKnown("ratio", "q is 0");
    return LessonValue::of(p->number / q->number);
}

/// What a record says once the draft is judged follows from p and q alone, so it may be said before.
FieldValue keptHere(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto drafted = draftedAt(scene, use);
    if (!drafted)
        return tl::unexpected(drafted.error());
    if (!scene.shown().isVerified())
        return notKnown("kept", "the target has not seen the drafts yet");
    if (const auto& recorded = scene.whole().nodes[std::size_t(drafted->first.node)].acceptance)
        return LessonValue::of(*recorded, asProbability);
    if (scene.shown().traits.acceptance != VerifierTraits::Acceptance::ratio || drafted->second->q == 0)
        return notKnown("kept", "the draft is never judged");
    return LessonValue::of(std::min(1.0, drafted->second->p / drafted->second->q), asProbability);
}

using DraftFunction = LessonValue (*)(const NodeRecord& node, int number, LessonLanguage language);

/// Of a draft, and of nothing else.
FieldFunction ofDraft(DraftFunction value)
{
    return [value](const LessonScene& scene, const LessonFieldUse& use) -> FieldValue {
        const auto drafted = draftedAt(scene, use);
        if (!drafted)
            return tl::unexpected(drafted.error());
        return value(*drafted->second, drafted->first.node + 1, scene.run().language);
    };
}

LessonValue verdictValue(const NodeRecord& node, int, LessonLanguage language)
{
    LessonValue value = LessonValue::of(std::string(verdictWord(node.verdict, language)));
    value.verdict = node.verdict;
    return value;
}

} // namespace

std::vector<LessonField> tokenFields()
{
    constexpr auto token = LessonField::Takes::token;
    return {
        {"token", token, tokenItself},
        {"p", token, pHere},
        {"q", token, qHere},
        {"u", token, uHere},
        {"residual", token, residualHere},
        {"ratio", token, ratioHere},
        {"kept", token, keptHere},
        {"depth", token,
         ofDraft([](const NodeRecord& node, int, LessonLanguage) { return LessonValue::of(node.depth); })},
        {"draft number", token,
         ofDraft([](const NodeRecord&, int number, LessonLanguage) { return LessonValue::of(number); })},
        {"draw u", token, ofDraft([](const NodeRecord& node, int, LessonLanguage) {
             return LessonValue::of(node.drawU, asProbability);
         })},
        {"verdict", token, ofDraft(verdictValue)},
    };
}

} // namespace draftscope

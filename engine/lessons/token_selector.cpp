// SPDX-License-Identifier: MIT
#include "engine/lessons/token_selector.h"

#include <algorithm>
#include <array>

#include "engine/record/likeliest_listed.h"

namespace draftscope {
namespace {

using SelectorKind = TokenSelector::Kind;

constexpr std::array<std::pair<std::string_view, SelectorKind>, 9> selectorWords{{
    {"residual top", SelectorKind::residualTop},
    {"not judged", SelectorKind::notJudged},
    {"rejected", SelectorKind::rejected},
    {"accepted", SelectorKind::accepted},
    {"drawn", SelectorKind::drawn},
    {"bonus", SelectorKind::bonus},
    {"likeliest", SelectorKind::likeliest},
    {"favourite", SelectorKind::favourite},
    {"token", SelectorKind::ofStep},
}};

std::optional<TokenSelector> takeNumbered(WordReader& reader, std::string_view word, SelectorKind kind)
{
    WordReader ahead = reader;
    if (!ahead.takes(word))
        return std::nullopt;
    const auto number = ahead.takeCount();
    if (!number || *number < 1)
        return std::nullopt;
    TokenSelector selector{kind, *number, *number};
    if (WordReader further = ahead; further.takes("to"))
        if (const auto last = further.takeCount(); last && *last >= *number) {
            selector.last = *last;
            ahead = further;
        }
    reader = ahead;
    return selector;
}

LessonToken nodePlace(const RoundRecord& round, int node)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    return {node, record.parent + 1, record.token};
}

std::vector<LessonToken> nodesWith(const LessonScene& scene, Verdict verdict)
{
    std::vector<LessonToken> places;
    const RoundRecord& round = scene.shown();
    for (int node = 0; node < int(round.nodes.size()); ++node)
        if (round.nodes[std::size_t(node)].verdict == verdict)
            places.push_back(nodePlace(round, node));
    return places;
}

std::string_view withoutSpace(std::string_view bytes)
{
    return bytes.starts_with(' ') ? bytes.substr(1) : bytes;
}

std::vector<LessonToken> drafts(const TokenSelector& selector, const LessonScene& scene)
{
    std::vector<LessonToken> places;
    for (int node = selector.number - 1; node < std::min(selector.last, int(scene.shown().nodes.size())); ++node)
        places.push_back(nodePlace(scene.shown(), node));
    return places;
}

/// Of the list of the distribution that the moment is about.
std::vector<LessonToken> listedPlaces(const TokenSelector& selector, const LessonScene& scene)
{
    const int context = scene.context();
    const DistributionRecord* distribution = scene.distribution(context);
    if (!distribution || distribution->top.empty())
        return {};
    const auto& top = distribution->top;
    const auto at = [&](auto entry) { return std::vector<LessonToken>{{-1, context, entry->token}}; };
    switch (selector.kind) {
    case SelectorKind::likeliest:
        return distribution->hasP ? std::vector<LessonToken>{{-1, context, likeliestListed(*distribution)}}
                                  : std::vector<LessonToken>();
    case SelectorKind::favourite:
        return distribution->hasQ ? at(std::ranges::max_element(top, {}, &DistributionEntry::q))
                                  : std::vector<LessonToken>();
    case SelectorKind::residualTop: {
        const auto most = std::ranges::max_element(top, {}, &DistributionEntry::residual);
        return most->residual > 0 ? at(most) : std::vector<LessonToken>();
    }
    case SelectorKind::top:
        return std::size_t(selector.number) <= top.size() ? at(top.begin() + selector.number - 1)
                                                          : std::vector<LessonToken>();
    default:
        break;
    }
    const auto found = std::ranges::find_if(
        top, [&](const DistributionEntry& entry) { return withoutSpace(scene.bytes(entry.token)) == selector.text; });
    return found == top.end() ? std::vector<LessonToken>() : at(found);
}

std::vector<LessonToken> drawnPlaces(const LessonScene& scene)
{
    const auto& draw = scene.shown().draw;
    return draw ? std::vector<LessonToken>{{-1, draw->context, draw->token}} : std::vector<LessonToken>();
}

std::string selectorInWords(const TokenSelector& selector)
{
    if (selector.kind == SelectorKind::draft)
        return fmt::format("draft {}", selector.number);
    if (selector.kind == SelectorKind::top)
        return fmt::format("top {}", selector.number);
    if (selector.kind == SelectorKind::named)
        return fmt::format("\"{}\"", selector.text);
    return std::string(
        std::ranges::find(selectorWords, selector.kind, &std::pair<std::string_view, SelectorKind>::second)->first);
}

} // namespace

std::optional<TokenSelector> takeSelector(WordReader& reader)
{
    if (auto draft = takeNumbered(reader, "draft", SelectorKind::draft))
        return draft;
    if (auto top = takeNumbered(reader, "top", SelectorKind::top))
        return top;
    if (auto text = reader.takeQuoted())
        return TokenSelector{SelectorKind::named, 0, 0, std::move(*text)};
    for (const auto& [word, kind] : selectorWords)
        if (reader.takes(word))
            return TokenSelector{kind};
    return std::nullopt;
}

std::vector<LessonToken> placesOf(const TokenSelector& selector, const LessonScene& scene)
{
    switch (selector.kind) {
    case SelectorKind::ofStep:
        if (const auto token = scene.token())
            return {*token};
        return {};
    case SelectorKind::draft:
        return drafts(selector, scene);
    case SelectorKind::rejected:
        return nodesWith(scene, Verdict::rejected);
    case SelectorKind::accepted:
        return nodesWith(scene, Verdict::accepted);
    case SelectorKind::notJudged:
        return nodesWith(scene, Verdict::notJudged);
    case SelectorKind::drawn:
        return drawnPlaces(scene);
    case SelectorKind::bonus:
        return scene.shown().draw && scene.shown().draw->source == TokenSource::bonus ? drawnPlaces(scene)
                                                                                      : std::vector<LessonToken>();
    default:
        return listedPlaces(selector, scene);
    }
}

Result<LessonToken> placeOf(const TokenSelector& selector, const LessonScene& scene)
{
    const std::vector<LessonToken> places = placesOf(selector, scene);
    if (places.empty())
        return fail("There is no token \"{}\" at this moment: choose another moment or another token.",
                    selectorInWords(selector));
    return selector.kind == SelectorKind::accepted ? places.back() : places.front();
}

} // namespace draftscope

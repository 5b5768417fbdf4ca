// SPDX-License-Identifier: MIT
#include "engine/analysis/text_divergence.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/analysis/divergence_trials.h"

namespace draftscope {
namespace {

/// A text as the target reads it.
struct WholeText {
    std::vector<TokenId> tokens; ///< prompt and what is behind it
    std::size_t promptSize = 0;
    std::size_t from = 1;          ///< the first token that is judged
    ForcedReading exact = {};      ///< of the tokens from `from` on
    std::vector<bool> turned = {}; ///< some rounding makes the text's own token the likeliest
};

WholeText wholeOf(const ComparedText& text, std::size_t common)
{
    WholeText whole{.tokens = text.prompt, .promptSize = text.prompt.size()};
    whole.tokens.insert(whole.tokens.end(), text.tokens.begin(), text.tokens.end());
    whole.from = std::max<std::size_t>(1, text.knowsPrompt ? whole.promptSize : whole.promptSize + common);
    if (!text.knowsPrompt && common == 0)
        whole.from = whole.tokens.size(); // all of it may be the prompt
    return whole;
}

Result<void> checkText(const ComparedText& text, const Model& target)
{
    const int vocabulary = target.tokenizer->size();
    for (const auto* part : {&text.prompt, &text.tokens})
        for (const TokenId token : *part)
            if (token < 0 || token >= vocabulary)
                return fail("{} has the token {}, and the ids of {} go from 0 to {}: choose the target that wrote it.",
                            text.name, token, target.name, vocabulary - 1);
    if (text.tokens.empty())
        return fail("{} has no token behind the prompt: choose a text that has begun.", text.name);
    if (const std::size_t count = text.prompt.size() + text.tokens.size();
        count > std::size_t(target.config.contextLength))
        return fail("{} has {} tokens with its prompt, and the context of {} holds {}: cut it.", text.name, count,
                    target.name, target.config.contextLength);
    return {};
}

std::size_t commonLength(const std::vector<TokenId>& a, const std::vector<TokenId>& b)
{
    return std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
}

TextRelation relationOf(const ComparedText& first, const ComparedText& second, std::size_t common,
                        const Tokenizer& tokenizer)
{
    if (first.prompt != second.prompt)
        return TextRelation::otherPrompts;
    if (first.tokens == second.tokens)
        return TextRelation::equal;
    if (common == first.tokens.size())
        return TextRelation::firstIsShorter;
    if (common == second.tokens.size())
        return TextRelation::secondIsShorter;
    return tokenizer.decode(first.tokens) == tokenizer.decode(second.tokens) ? TextRelation::sameCharacters
                                                                             : TextRelation::part;
}

/// What a way changes, over the places of both texts.
class WayChanges {
public:
    explicit WayChanges(const ReadingWay& way) : m_difference{.key = way.key, .name = way.name, .isShape = way.isShape}
    {
    }
    /// The places of a text in this way, the first of which is that of token `from`.
    void add(WholeText& text, std::size_t from, const ForcedReading& reading)
    {
        for (std::size_t i = 0; i < reading.places.size(); ++i) {
            const std::size_t at = from - text.from + i;
            const ForcedPlace &exact = text.exact.places[at], &place = reading.places[i];
            const float change = std::abs(place.pairGap - exact.lead);
            m_squares += double(change) * double(change);
            ++m_places;
            m_difference.largest = std::max(m_difference.largest, change);
            m_difference.flipped += place.likeliest != exact.likeliest;
            if (place.agrees() && !m_difference.isShape)
                text.turned[at] = true;
        }
    }
    [[nodiscard]] WayDifference& difference()
    {
        m_difference.typical = m_places > 0 ? float(std::sqrt(m_squares / m_places)) : 0;
        return m_difference;
    }

private:
    WayDifference m_difference;
    double m_squares = 0;
    int m_places = 0;
};

/// The comparison while it is made.
class Comparing {
public:
    Comparing(const ComparedText& first, const ComparedText& second, std::shared_ptr<const Model> target,
              const std::vector<ReadingWay>& ways, const Progress& progress)
        : m_texts{&first, &second}, m_target(std::move(target)), m_ways(ways), m_progress(progress),
          m_common(first.prompt == second.prompt ? commonLength(first.tokens, second.tokens) : 0),
          m_wholes{wholeOf(first, m_common), wholeOf(second, m_common)}
    {
    }
    Result<TextDivergence> run();

private:
    [[nodiscard]] bool hasParting() const
    {
        return m_found.relation == TextRelation::part || m_found.relation == TextRelation::sameCharacters;
    }
    /// The token of the whole texts where they part.
    [[nodiscard]] std::size_t partingToken() const { return m_wholes[0].promptSize + m_common; }
    /// For a part of all that is to be read.
    [[nodiscard]] Progress step(const char* what);
    [[nodiscard]] Result<ForcedReader> readerOf(const ReadingWay& way) const;
    Result<void> readExactly();
    Result<void> readInWay(const ReadingWay& way);
    void findAllowance();
    [[nodiscard]] bool isNearTie(const WholeText& whole, std::size_t place) const
    {
        return whole.exact.places[place].margin <= m_found.allowance || whole.turned[place];
    }
    [[nodiscard]] TextDiagnosis diagnose(std::size_t which);
    void count(TextDiagnosis& diagnosis, const WholeText& whole) const;
    void findDrawn(TextDiagnosis& diagnosis, const WholeText& whole) const;

    const ComparedText* m_texts[2];
    std::shared_ptr<const Model> m_target;
    const std::vector<ReadingWay>& m_ways;
    const Progress& m_progress;
    std::size_t m_common; ///< tokens behind the prompt that both have
    WholeText m_wholes[2];
    TextDivergence m_found;
    std::optional<ForcedReader> m_exact;
    std::size_t m_steps = 0;
};

Progress Comparing::step(const char* what)
{
    const double all = double(m_ways.size()) + 2;
    m_progress.tell(std::min(1.0, double(m_steps++) / all), what);
    Progress quiet;
    quiet.cancelled = m_progress.cancelled;
    return quiet;
}

Result<ForcedReader> Comparing::readerOf(const ReadingWay& way) const
{
    const std::size_t slots = std::max(m_wholes[0].tokens.size(), m_wholes[1].tokens.size()) + 1; // one for a begin
    return ForcedReader::create(m_target, way, int(slots), m_progress);
}

Result<void> Comparing::readExactly()
{
    auto reader = readerOf(m_ways.front());
    if (!reader)
        return tl::unexpected(reader.error());
    m_exact.emplace(std::move(*reader));
    const Progress progress = step("Reading both texts");
    for (WholeText& whole : m_wholes) {
        whole.exact = m_exact->read({.tokens = whole.tokens,
                                     .from = whole.from,
                                     .wantsTypicality = true,
                                     .topAt = hasParting() ? std::optional(partingToken()) : std::nullopt},
                                    progress);
        whole.turned.assign(whole.exact.places.size(), false);
    }
    WayDifference exact{.key = m_ways.front().key, .name = m_ways.front().name};
    if (hasParting()) {
        Parting parting{.index = int(m_common),
                        .first = m_texts[0]->tokens[m_common],
                        .second = m_texts[1]->tokens[m_common],
                        .isJudged = partingToken() >= m_wholes[0].from};
        if (parting.isJudged) {
            const std::size_t place = partingToken() - m_wholes[0].from;
            parting.ofFirst = m_wholes[0].exact.places[place];
            parting.ofSecond = m_wholes[1].exact.places[place];
            exact.gap = parting.ofFirst.logit - parting.ofSecond.logit;
        }
        exact.top = m_wholes[0].exact.top;
        m_found.parting = parting;
    }
    m_found.ways.push_back(exact);
    return {};
}

Result<void> Comparing::readInWay(const ReadingWay& way)
{
    auto reader = readerOf(way);
    if (!reader)
        return tl::unexpected(reader.error());
    const Progress progress = step("Reading them with other roundings");
    WayChanges changes(way);
    for (std::size_t which = 0; which < 2; ++which) {
        WholeText& whole = m_wholes[which];
        // Of the second one only what the first one did not have.
        const bool isSame = which == 1 && m_found.relation != TextRelation::otherPrompts;
        const std::size_t kept = isSame ? std::min(whole.promptSize + m_common, whole.tokens.size() - 1) : 0;
        const std::size_t from = std::max(whole.from, kept);
        std::vector<std::pair<TokenId, TokenId>> pairs;
        for (std::size_t at = from; at < whole.tokens.size(); ++at) {
            const ForcedPlace& place = whole.exact.places[at - whole.from];
            pairs.emplace_back(place.likeliest, place.second);
        }
        const bool hasTop = which == 0 && hasParting();
        const ForcedReading reading = reader->read({.tokens = whole.tokens,
                                                    .from = from,
                                                    .kept = kept > 0 ? kept - 1 : 0,
                                                    .topAt = hasTop ? std::optional(partingToken()) : std::nullopt,
                                                    .pairs = pairs},
                                                   progress);
        changes.add(whole, from, reading);
        if (m_found.parting && m_found.parting->isJudged) {
            const ForcedPlace& place = reading.places[partingToken() - from];
            changes.difference().gap += which == 0 ? place.logit : -place.logit;
        }
        if (hasTop)
            changes.difference().top = reading.top;
    }
    WayDifference& difference = changes.difference();
    if (m_found.parting)
        difference.flips = (difference.gap > 0) != (m_found.ways.front().gap > 0);
    m_found.ways.push_back(difference);
    return {};
}

/// What a rounding changes is spread about like a normal distribution: four times its root mean square is hardly ever
/// exceeded.
void Comparing::findAllowance()
{
    constexpr float hardlyEver = 4;
    for (const WayDifference& way : m_found.ways)
        m_found.allowance = std::max(m_found.allowance, way.isShape ? 0 : hardlyEver * way.typical);
    const WholeText& first = m_wholes[0];
    for (std::size_t i = 0; i < first.exact.places.size(); ++i)
        if (first.exact.places[i].lead <= m_found.allowance) {
            ++m_found.leadsWithin;
            if (!m_found.firstWithin)
                m_found.firstWithin = int(first.from + i) - int(first.promptSize);
        }
    if (m_found.parting && m_found.parting->isJudged)
        m_found.parting->isNearTie = std::abs(m_found.ways.front().gap) <= m_found.allowance
            || std::ranges::any_of(m_found.ways, [](const WayDifference& way) { return way.flips && !way.isShape; });
}

void Comparing::count(TextDiagnosis& diagnosis, const WholeText& whole) const
{
    diagnosis.from = int(whole.from) - int(whole.promptSize);
    diagnosis.places = whole.exact.places;
    diagnosis.judged = int(whole.exact.places.size());
    for (std::size_t i = 0; i < whole.exact.places.size(); ++i) {
        const int index = diagnosis.from + int(i);
        const bool agrees = whole.exact.places[i].agrees();
        if (diagnosis.firstFault) {
            ++diagnosis.behindFault;
            diagnosis.behindFaultAgree += agrees;
        }
        if (!agrees) {
            ++diagnosis.differing;
            if (!diagnosis.firstDifferent)
                diagnosis.firstDifferent = index;
            if (isNearTie(whole, i))
                ++diagnosis.nearTies;
            else if (!diagnosis.firstFault) {
                constexpr float far = 10; // times what rounding decides
                diagnosis.firstFault = index;
                diagnosis.isSmallFault = whole.exact.places[i].margin < far * m_found.allowance;
            }
        }
        if (hasParting() && index > int(m_common)) {
            ++diagnosis.behind;
            diagnosis.behindAgree += agrees;
        }
    }
}

void Comparing::findDrawn(TextDiagnosis& diagnosis, const WholeText& whole) const
{
    constexpr int enoughFaults = 4, enoughPlaces = 16;
    constexpr double asExpected = 2; // standard deviations
    if (diagnosis.faults() < enoughFaults || diagnosis.judged < enoughPlaces)
        return;
    double best = asExpected;
    for (std::size_t t = 0; t < temperaturesTried.size(); ++t)
        if (const double away = std::abs(whole.exact.typicality[t].deviations()); away < best) {
            best = away;
            diagnosis.pattern = TextPattern::drawn;
            diagnosis.temperature = temperaturesTried[t];
        }
}

TextDiagnosis Comparing::diagnose(std::size_t which)
{
    const ComparedText& text = *m_texts[which];
    const WholeText& whole = m_wholes[which];
    TextDiagnosis diagnosis;
    count(diagnosis, whole);
    constexpr int enoughBehind = 3;
    if (diagnosis.judged == 0)
        return diagnosis;
    diagnosis.pattern = diagnosis.differing == 0 ? TextPattern::targets : TextPattern::nearTies;
    if (text.temperature.value_or(0) > 0) {
        diagnosis.pattern = TextPattern::drawn;
        diagnosis.temperature = *text.temperature;
        return diagnosis;
    }
    if (diagnosis.faults() == 0)
        return diagnosis;
    if (diagnosis.faults() == 1) {
        diagnosis.pattern = diagnosis.behindFault >= enoughBehind ? TextPattern::oneToken : TextPattern::tooFewBehind;
    } else {
        constexpr double half = 0.5;
        diagnosis.pattern =
            diagnosis.differing > half * diagnosis.judged ? TextPattern::elsewhere : TextPattern::computation;
        if (!text.temperature)
            findDrawn(diagnosis, whole);
    }
    if (diagnosis.differing < 2)
        return diagnosis;
    std::vector<bool> nearTies;
    for (std::size_t i = 0; i < whole.exact.places.size(); ++i)
        nearTies.push_back(isNearTie(whole, i));
    tryExplanations(diagnosis,
                    {.tokens = whole.tokens,
                     .promptSize = whole.promptSize,
                     .from = whole.from,
                     .places = whole.exact.places,
                     .nearTies = std::move(nearTies),
                     .allowance = m_found.allowance},
                    *m_exact, *m_target, step("Trying other positions and beginnings"));
    return diagnosis;
}

Result<TextDivergence> Comparing::run()
{
    m_found.relation = relationOf(*m_texts[0], *m_texts[1], m_common, *m_target->tokenizer);
    if (const auto read = readExactly(); !read)
        return tl::unexpected(read.error());
    for (std::size_t i = 1; i < m_ways.size(); ++i)
        if (const auto read = readInWay(m_ways[i]); !read)
            return tl::unexpected(read.error());
    findAllowance();
    m_found.first = diagnose(0);
    m_found.second = m_texts[0]->prompt == m_texts[1]->prompt && m_texts[0]->tokens == m_texts[1]->tokens
            && m_texts[0]->temperature == m_texts[1]->temperature
        ? m_found.first
        : diagnose(1);
    m_found.first.sentence = sentenceOf(m_found.first, *m_texts[0]);
    m_found.second.sentence = sentenceOf(m_found.second, *m_texts[1]);
    m_found.sentences = sentencesOf(m_found, *m_texts[0], *m_texts[1], *m_target);
    return std::move(m_found);
}

} // namespace

std::string_view nameOf(TextPattern pattern)
{
    constexpr std::string_view names[] = {"nothing-to-judge", "targets",     "near-ties", "one-token", "too-few-behind",
                                          "shifted",          "other-begin", "drawn",     "elsewhere", "computation"};
    return names[std::size_t(pattern)];
}

Result<TextDivergence> compareTexts(const ComparedText& first, const ComparedText& second,
                                    const std::shared_ptr<const Model>& target, const std::vector<ReadingWay>& ways,
                                    const Progress& progress)
{
    assert(!ways.empty());
    for (const ComparedText* text : {&first, &second})
        if (const auto fine = checkText(*text, *target); !fine)
            return tl::unexpected(fine.error());
    return Comparing(first, second, target, ways, progress).run();
}

} // namespace draftscope

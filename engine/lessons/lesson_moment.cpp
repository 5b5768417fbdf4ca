// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_moment.h"

#include <algorithm>
#include <array>
#include <functional>

namespace draftscope {
namespace {

using Event = LessonMoment::Event;

struct EventWord {
    std::string_view word;
    Event event;
    enum class Behind : std::uint8_t { nothing, number, condition } behind = Behind::nothing;
};

constexpr std::array<EventWord, 19> eventWords{{
    {"accepted token with", Event::acceptedToken, EventWord::Behind::condition},
    {"rejected token with", Event::rejectedToken, EventWord::Behind::condition},
    {"token with", Event::token, EventWord::Behind::condition},
    {"widest residual", Event::widestResidual},
    {"narrowest residual", Event::narrowestResidual},
    {"luckiest acceptance", Event::luckiestAcceptance},
    {"unluckiest rejection", Event::unluckiestRejection},
    {"start", Event::start},
    {"end", Event::end},
    {"draft", Event::draft, EventWord::Behind::number},
    {"verify", Event::verify},
    {"judge", Event::judge, EventWord::Behind::number},
    {"commit", Event::commit},
    {"acceptance", Event::acceptance},
    {"rejection", Event::rejection},
    {"residual", Event::residual},
    {"bonus", Event::bonus},
    {"plain", Event::plain},
    {"round", Event::round},
}};

struct Ordinal {
    std::string_view word;
    int number; ///< 0: the last
};
constexpr std::array<Ordinal, 9> ordinals{{{"first", 1},
                                           {"second", 2},
                                           {"third", 3},
                                           {"fourth", 4},
                                           {"fifth", 5},
                                           {"sixth", 6},
                                           {"seventh", 7},
                                           {"eighth", 8},
                                           {"last", 0}}};

void takeOrdinal(WordReader& reader, int& number, bool& isLast)
{
    for (const Ordinal& ordinal : ordinals)
        if (reader.takes(ordinal.word)) {
            number = std::max(1, ordinal.number);
            isLast = ordinal.number == 0;
            return;
        }
}

/// What conditions of rounds may be called.
struct RoundWords {
    std::string_view words, condition;
};
constexpr std::array<RoundWords, 6> roundWords{{
    {"all accepted", "accepted == drafted and drafted > 0"},
    {"none accepted", "accepted == 0 and drafted > 0"},
    {"a rejection", "accepted < judged"},
    {"a residual", "has residual"},
    {"a bonus", "has bonus"},
    {"a copy", "is copied"},
}};

/// "of round 3", "of the last round": whether this comes next.
bool seesOfRound(WordReader reader)
{
    int ordinal = 1;
    bool isLast = false;
    if (!reader.takes("of"))
        return false;
    reader.takes("the");
    takeOrdinal(reader, ordinal, isLast);
    return reader.sees("round");
}

/// A condition goes on to the end, or to the words that say of which round.
std::string_view takeCondition(WordReader& reader)
{
    const std::string_view rest = reader.rest();
    std::size_t end = rest.find(" of ");
    while (end != std::string_view::npos && !seesOfRound(WordReader(rest.substr(end))))
        end = rest.find(" of ", end + 1);
    end = std::min(end, rest.size());
    const std::string_view condition = rest.substr(0, end);
    reader = WordReader(rest.substr(end));
    return condition;
}

/// Behind the word "round".
Result<LessonRound> takeRound(WordReader& reader, LessonRound round)
{
    if (const auto number = reader.takeCount()) {
        if (*number < 1)
            return fail("Rounds are counted from 1.");
        round.number = *number;
        return round;
    }
    if (!reader.takes("with"))
        return round;
    for (const RoundWords& known : roundWords)
        if (reader.takes(known.words)) {
            round.condition = *parseExpression(known.condition);
            return round;
        }
    auto condition = parseExpression(takeCondition(reader));
    if (!condition)
        return tl::unexpected(condition.error());
    round.condition = std::move(*condition);
    return round;
}

Result<void> takeEvent(WordReader& reader, LessonMoment& moment, std::string_view text)
{
    const auto known = std::ranges::find_if(eventWords, [&](const EventWord& each) { return reader.takes(each.word); });
    if (known == eventWords.end())
        return fail("\"{}\" is no moment: write for example first rejection, or verify of round 3.", text);
    moment.event = known->event;
    if (known->event == Event::round) {
        LessonRound place;
        place.ordinal = moment.ordinal;
        place.isLast = moment.isLast;
        auto round = takeRound(reader, std::move(place));
        if (!round)
            return tl::unexpected(round.error());
        moment.of = std::move(*round);
        return {};
    }
    if (known->behind == EventWord::Behind::number) {
        const auto number = reader.takeCount();
        if (!number || *number < 1)
            return fail("\"{}\" needs a number from 1 behind \"{}\".", text, known->word);
        moment.number = *number;
    } else if (known->behind == EventWord::Behind::condition) {
        auto condition = parseExpression(takeCondition(reader));
        if (!condition)
            return tl::unexpected(condition.error());
        moment.condition = std::move(*condition);
    } else if (const auto number = reader.takeCount()) {
        moment.ordinal = std::max(1, *number); // "rejection 3"
    }
    return {};
}

/// Rounds of branch 0 that a moment may be in, finished ones only.
Result<std::vector<int>> roundsOf(const std::optional<LessonRound>& wanted, const LessonRun& run, int text)
{
    const Recording& recording = *run.texts[std::size_t(text)];
    std::vector<int> rounds;
    Result<bool> lastAnswer = false;
    for (int round = 0; round < recording.roundCount(0); ++round) {
        const RoundRecord& record = recording.round(0, round);
        if (!record.isFinished() || (wanted && wanted->number != 0 && wanted->number != round + 1))
            continue;
        if (wanted && wanted->condition) {
            lastAnswer = holds(*wanted->condition, {run, {text, {0, round, int(record.moments.size())}}});
            if (!lastAnswer.value_or(false))
                continue;
        }
        rounds.push_back(round);
    }
    if (!wanted || wanted->number != 0)
        return rounds;
    const std::size_t index = wanted->isLast ? rounds.size() - 1 : std::size_t(wanted->ordinal - 1);
    if (index >= rounds.size())
        return lastAnswer ? Result<std::vector<int>>(std::vector<int>()) : tl::unexpected(lastAnswer.error());
    return std::vector<int>{rounds[index]};
}

MomentKind kindOf(Event event)
{
    switch (event) {
    case Event::draft:
        return MomentKind::draft;
    case Event::verify:
        return MomentKind::verify;
    case Event::residual:
    case Event::widestResidual:
    case Event::narrowestResidual:
        return MomentKind::residual;
    case Event::bonus:
        return MomentKind::bonus;
    case Event::plain:
        return MomentKind::plain;
    case Event::commit:
    case Event::round:
        return MomentKind::commit;
    default:
        return MomentKind::judge;
    }
}

/// Whether the verdict, if the event is one, is what it says.
bool hasVerdict(Event event, const RoundRecord& round, const Moment& moment)
{
    const bool wantsAccepted =
        event == Event::acceptance || event == Event::acceptedToken || event == Event::luckiestAcceptance;
    const bool wantsRejected =
        event == Event::rejection || event == Event::rejectedToken || event == Event::unluckiestRejection;
    if (!wantsAccepted && !wantsRejected)
        return true;
    const Verdict verdict = round.nodes[std::size_t(moment.node)].verdict;
    return verdict == (wantsAccepted ? Verdict::accepted : Verdict::rejected);
}

/// All moments that the event may mean, in order.
Result<std::vector<LessonPlace>> candidates(const LessonMoment& wanted, const LessonRun& run, int text,
                                            const std::vector<int>& rounds)
{
    std::vector<LessonPlace> places;
    for (const int round : rounds) {
        const RoundRecord& record = run.texts[std::size_t(text)]->round(0, round);
        int ofKind = 0;
        for (int i = 0; i < int(record.moments.size()); ++i) {
            const Moment& moment = record.moments[std::size_t(i)];
            if (moment.kind != kindOf(wanted.event) || !hasVerdict(wanted.event, record, moment))
                continue;
            ++ofKind;
            if ((wanted.event == Event::draft || wanted.event == Event::judge) && ofKind != wanted.number)
                continue;
            const LessonPlace place{text, {0, round, i + 1}};
            if (wanted.condition) {
                const auto holdsHere = holds(*wanted.condition, {run, place});
                if (!holdsHere)
                    return tl::unexpected(holdsHere.error());
                if (!*holdsHere)
                    continue;
            }
            places.push_back(place);
        }
    }
    return places;
}

/// By what superlatives choose: the least of it.
double rankOf(Event event, const LessonRun& run, const LessonPlace& place)
{
    const RoundRecord& round = run.texts[std::size_t(place.text)]->round(0, place.at.round);
    if (event == Event::widestResidual || event == Event::narrowestResidual) {
        const auto context = std::size_t(round.draw ? round.draw->context : 0);
        const RemainderRecord* left = round.remainderAt(int(context));
        const double mass = left              ? left->mass
            : context < round.contexts.size() ? round.contexts[context].residualMass
                                              : 0;
        return event == Event::widestResidual ? -mass : mass;
    }
    const NodeRecord& node = round.nodes[std::size_t(round.moments[std::size_t(place.at.moment - 1)].node)];
    const double kept = node.acceptance.value_or(1);
    return event == Event::luckiestAcceptance ? kept : -kept;
}

bool isSuperlative(Event event)
{
    return event == Event::widestResidual || event == Event::narrowestResidual || event == Event::luckiestAcceptance
        || event == Event::unluckiestRejection;
}

LessonPlace shifted(LessonPlace place, int shift, const Recording& recording)
{
    if (shift < 0) {
        place.isBefore = true;
        if (place.at.moment > 1 || place.at.round == 0)
            --place.at.moment;
        else {
            --place.at.round;
            place.at.moment = int(recording.round(0, place.at.round).moments.size());
            place.isBefore = false; // what comes next is in another round
        }
    } else if (shift > 0) {
        if (place.at.moment < int(recording.round(0, place.at.round).moments.size()))
            ++place.at.moment;
        else if (place.at.round + 1 < recording.roundCount(0))
            place.at = {0, place.at.round + 1, 1};
    }
    return place;
}

} // namespace

Result<LessonMoment> parseMoment(std::string_view text)
{
    LessonMoment moment;
    WordReader reader(text);
    if (reader.takes("before"))
        moment.shift = -1;
    else if (reader.takes("after"))
        moment.shift = 1;
    reader.takes("the");
    takeOrdinal(reader, moment.ordinal, moment.isLast);
    if (const auto taken = takeEvent(reader, moment, text); !taken)
        return tl::unexpected(taken.error());
    if (reader.takes("of") && !moment.of) {
        LessonRound round;
        reader.takes("the");
        takeOrdinal(reader, round.ordinal, round.isLast);
        if (!reader.takes("round"))
            return fail("\"{}\" needs a round behind \"of\", such as round 3 or last round.", text);
        auto found = takeRound(reader, std::move(round));
        if (!found)
            return tl::unexpected(found.error());
        moment.of = std::move(*found);
    }
    if (!reader.isAtEnd())
        return fail("\"{}\" cannot be read from \"{}\" on: docs/lesson-format.md lists all moments.", text,
                    reader.rest());
    return moment;
}

Result<LessonPlace> findMoment(const LessonMoment& moment, const LessonRun& run, int text)
{
    if (text < 0 || std::size_t(text) >= run.texts.size())
        return fail("There is no text {} in a batch of {}.", text + 1, run.texts.size());
    const Recording& recording = *run.texts[std::size_t(text)];
    if (moment.event == Event::start)
        return LessonPlace{text, {0, 0, 0}, true};
    if (moment.event == Event::end)
        return LessonPlace{text, recording.end(0)};
    const auto rounds = roundsOf(moment.of, run, text);
    if (!rounds)
        return tl::unexpected(rounds.error());
    auto places = candidates(moment, run, text, *rounds);
    if (!places)
        return tl::unexpected(places.error());
    if (isSuperlative(moment.event) && !places->empty())
        return shifted(*std::ranges::min_element(
                           *places, {}, [&](const LessonPlace& place) { return rankOf(moment.event, run, place); }),
                       moment.shift, recording);
    const bool isOfRound = moment.event == Event::round;
    const std::size_t index =
        moment.isLast && !isOfRound ? places->size() - 1 : std::size_t(isOfRound ? 0 : moment.ordinal - 1);
    if (index >= places->size())
        return fail("This run has no such moment: choose another moment, prompt or seed.");
    return shifted((*places)[index], moment.shift, recording);
}

} // namespace draftscope

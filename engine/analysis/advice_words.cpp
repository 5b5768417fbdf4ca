// SPDX-License-Identifier: MIT
// What a search for the fastest setting says.
#include <algorithm>
#include <cmath>

#include "engine/analysis/advice.h"
#include "engine/analysis/advice_settings.h"

namespace draftscope {
namespace {

constexpr double wishedSpeedUp = 2;
constexpr double sayableHalfWidth = 0.2; ///< of an interval, relative
constexpr int longestAdvised = 16;       ///< K, where it is asked what would have to change

std::optional<double> plainStepsOf(const TriedSetting& tried)
{
    const auto tokens = tried.figures.metrics.tokensPerStep(), speedUp = tried.speedUp();
    return tokens && speedUp && *speedUp > 0 ? std::optional(*tokens / *speedUp) : std::nullopt;
}

bool isAdvisedChain(const TriedSetting& tried)
{
    return tried.settings.shape == SessionSettings().shape;
}

Message verdictOf(const TriedSetting& best)
{
    const Message name = adviceName(best.settings);
    const auto& interval = best.figures.speed.speedUpInterval;
    if (!interval)
        return message("{}: about {:.2f} times plain; there was too little time for an interval.", name,
                       best.speedUp().value_or(0));
    if (interval->upper < 1)
        return message("Plain decoding: nothing that was tried is faster. The best of it is {}, {:.2f} to {:.2f} times "
                       "plain.",
                       name, interval->lower, interval->upper);
    if (interval->lower <= 1)
        return message("{}: {:.2f} to {:.2f} times plain, which may be no gain at all.", name, interval->lower,
                       interval->upper);
    return message("{}: {:.2f} to {:.2f} times plain.", name, interval->lower, interval->upper);
}

std::optional<Message> reasonOf(const TriedSetting& best)
{
    const Speed& speed = best.figures.speed;
    const Metrics& metrics = best.figures.metrics;
    const auto steps = plainStepsOf(best);
    if (!steps || !metrics.tokensPerStep())
        return std::nullopt;
    if (isAdvisedChain(best) && speed.costRatio && speed.verifyRatio && metrics.acceptanceRate())
        return message(
            "Why: a draft step costs c = {:.2f} plain steps and the target's pass over the drafts v = {:.2f}; "
            "α = {:.2f} of the judged drafts are accepted. So a round commits {:.2f} tokens for the time of "
            "{:.2f} plain steps.",
            *speed.costRatio, *speed.verifyRatio, *metrics.acceptanceRate(), *metrics.tokensPerStep(), *steps);
    return message("Why: a round commits {:.2f} tokens for the time of {:.2f} plain steps; the target's pass alone "
                   "costs v = {:.2f} of them.",
                   *metrics.tokensPerStep(), *steps, speed.verifyRatio.value_or(1));
}

/// The same method's longer chain, and what it pays for.
std::optional<Message> longerThan(const Advice& advice, const TriedSetting& best)
{
    const TriedSetting* longer = nullptr;
    for (const TriedSetting& tried : advice.tried)
        if (tried.settings.method == best.settings.method && isAdvisedChain(tried) && tried.speedUp()
            && tried.settings.draftLength > best.settings.draftLength && *tried.speedUp() < *best.speedUp()
            && tried.settings.options == best.settings.options
            && (!longer || tried.settings.draftLength > longer->settings.draftLength))
            longer = &tried;
    const auto costs = advice.costsOf(best.settings.method);
    if (!longer || !costs || !isAdvisedChain(best) || !longer->figures.metrics.tokensPerStep())
        return std::nullopt;
    const int rows = longer->settings.draftLength + 1;
    if (!costs->isMeasured(rows))
        return std::nullopt;
    return message("K = {} loses ({:.2f} times plain) because a pass over {} rows costs {:.2f} plain steps, and the "
                   "round commits {:.2f} tokens.",
                   longer->settings.draftLength, *longer->speedUp(), rows, costs->verifyRatio(rows),
                   *longer->figures.metrics.tokensPerStep());
}

std::optional<Message> nextMethod(const Advice& advice, const TriedSetting& best)
{
    for (const TriedSetting& tried : advice.tried) {
        if (tried.settings.method == best.settings.method || !tried.speedUp())
            continue;
        if (!tried.figures.speed.speedUpInterval
            || tried.figures.speed.speedUpInterval->relativeHalfWidth() > sayableHalfWidth)
            continue; // it was left out early
        const auto &own = tried.figures.speed.speedUpInterval, &other = best.figures.speed.speedUpInterval;
        if (own && other && own->overlaps(*other))
            return message("{} is not told apart from it: {:.2f} to {:.2f} times plain.", adviceName(tried.settings),
                           own->lower, own->upper);
        return message("Of the other methods {} comes next: {:.2f} times plain.", adviceName(tried.settings),
                       *tried.speedUp());
    }
    return std::nullopt;
}

/// Of a chain at its method's costs.
std::optional<Message> forTwiceTheSpeed(const Advice& advice, const TriedSetting& best)
{
    if (*best.speedUp() >= wishedSpeedUp)
        return message("That is {:.1f} times or more already.", wishedSpeedUp);
    const auto steps = plainStepsOf(best);
    const auto costs = advice.costsOf(best.settings.method);
    const auto tokens = best.figures.metrics.tokensPerStep(), acceptance = best.figures.metrics.acceptanceRate();
    if (!isAdvisedChain(best) || !costs || !acceptance) {
        if (!steps || !tokens)
            return std::nullopt;
        return message("For {:.1f} times a round of this cost would have to commit {:.2f} tokens instead of {:.2f}.",
                       wishedSpeedUp, wishedSpeedUp * *steps, *tokens);
    }
    const auto fastestAt = [&](double alpha) { return bestLength(expectedByLength(alpha, *costs, longestAdvised)); };
    const ExpectedLength perfect = fastestAt(1);
    if (perfect.speedUp < wishedSpeedUp) {
        const int rows = best.settings.draftLength + 1;
        const double all = best.settings.draftLength + 1,
                     wanted = all / wishedSpeedUp - best.settings.draftLength * costs->costRatio;
        if (wanted <= 0)
            return message("{:.1f} times is out of reach of drafts at this price: even if all were accepted it would "
                           "be {:.2f} (K = {}). Drafting would have to cost less than c = {:.2f}.",
                           wishedSpeedUp, perfect.speedUp, perfect.draftLength, costs->costRatio);
        return message("{:.1f} times is out of reach of better drafts: even if all were accepted it would be {:.2f} "
                       "(K = {}). The pass over {} rows would have to cost less than {:.2f} plain steps; it costs "
                       "{:.2f}.",
                       wishedSpeedUp, perfect.speedUp, perfect.draftLength, rows, wanted, costs->verifyRatio(rows));
    }
    double low = 0, high = 1;
    while (high - low > 0.002)
        (fastestAt((low + high) / 2).speedUp < wishedSpeedUp ? low : high) = (low + high) / 2;
    return message("For {:.1f} times α would have to be {:.2f} at these costs (with K = {}); it is {:.2f}.",
                   wishedSpeedUp, high, fastestAt(high).draftLength, *acceptance);
}

} // namespace

std::optional<PassCosts> Advice::costsOf(std::string_view method) const
{
    RoundTimes times, plain;
    for (const TriedSetting& each : tried) {
        if (each.settings.method != method || each.settings.shape != SessionSettings().shape)
            continue;
        for (int prompt = 0; prompt < each.decodes.prompts(); ++prompt)
            if (each.decodes.at(0, prompt) && each.decodes.at(1, prompt)) {
                plain.add(each.decodes.at(0, prompt)->times);
                times.add(each.decodes.at(1, prompt)->times);
            }
    }
    return passCostsOf(times, plain);
}

const TriedSetting* Advice::best() const
{
    return tried.empty() || !tried.front().speedUp() ? nullptr : &tried.front();
}

void Advice::noteWhatFailed()
{
    for (const TriedSetting& each : tried)
        if (!each.whyNot.empty() && std::ranges::count(leftOut, each.whyNot) == 0)
            leftOut.push_back(each.whyNot);
}

std::vector<Message> sentencesOf(const Advice& advice)
{
    std::vector<Message> sentences;
    const TriedSetting* const best = advice.best();
    if (!best)
        return sentences;
    sentences.push_back(verdictOf(*best));
    for (const std::optional<Message>& sentence :
         {reasonOf(*best), longerThan(advice, *best), nextMethod(advice, *best), forTwiceTheSpeed(advice, *best)})
        if (sentence)
            sentences.push_back(*sentence);
    if (advice.isCutShort)
        sentences.push_back(phrase("The search was cut short: settings that it had not come to may be faster."));
    if (advice.steadiness.isBusy())
        sentences.push_back(phrase("The machine was busy with something else, which makes all of this less certain."));
    return sentences;
}

} // namespace draftscope

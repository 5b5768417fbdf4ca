// SPDX-License-Identifier: MIT
#include "engine/analysis/advice.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "engine/analysis/advice_settings.h"
#include "engine/analysis/decodes_in_turn.h"
#include "engine/analysis/times_by_draft.h"
#include "engine/core/decode_failure.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "engine/session/tree_size.h"

namespace draftscope {
namespace {

constexpr std::size_t advisedAtATime = 3;   ///< beside plain decoding: more sessions take more memory
constexpr std::size_t checkedFinalists = 3; ///< of an exhaustive run, beside the winner of the search
constexpr double checkFinalSeconds = 60;
constexpr double hopelessMethodShare = 0.4; ///< of the fastest one's speed: a method below it is not looked at on
constexpr double firstLookShare = 0.2;      ///< of the time
constexpr double hopelessShare = 0.55;      ///< likewise: one setting, before the last rung
constexpr int lapsOfAVisit = 4;             ///< to a prompt, before the last rung, which decodes to the end
constexpr int wholeText = 1 << 20;

/// A part of the search: at most so many settings are measured on for a share of its time.
struct AdviceRung {
    double until; ///< share of the time that has gone at its end
    std::size_t kept;
};
constexpr AdviceRung firstRungs[] = {{0.3, 14}, {0.42, 5}}, neighbourRungs[] = {{0.62, 8}, {0.76, 3}};

class AdviceSearch {
public:
    AdviceSearch(const AdviceRequest& request, const std::shared_ptr<Backend>& backend, const Progress& progress,
                 const std::function<void(const Advice&)>& told)
        : m_request(request), m_backend(backend), m_progress(progress), m_told(told)
    {
        m_quiet.cancelled = progress.cancelled;
    }

    Result<Advice> run()
    {
        const std::vector<SessionSettings> all = allAdviceSettings(m_request.pair, m_request.base, &m_advice.leftOut);
        m_advice.settings = int(all.size());
        if (all.empty())
            return fail("There is nothing to advise on: no method that drafts can run with this target. Add a draft.");
        m_end = m_request.seconds;
        try {
            searchByHalves(all);
        } catch (const Cancelled&) {
            m_advice.isCutShort = true;
        }
        finishLook();
        m_advice.noteWhatFailed();
        if (m_request.isChecked && m_advice.best() && !m_progress.isCancelled())
            m_advice.check = checkAgainst(all);
        if (!m_advice.best()) {
            for (const TriedSetting& tried : m_advice.tried)
                if (!tried.whyNot.empty())
                    return tl::unexpected(Error{tried.whyNot});
            return fail("The search was ended before it had measured anything: give it more time.");
        }
        return std::move(m_advice);
    }

private:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    [[nodiscard]] bool isOver() const { return seconds() >= m_end; }

    std::vector<int> add(const std::vector<SessionSettings>& some)
    {
        std::vector<int> numbers;
        for (const SessionSettings& settings : some) {
            TriedSetting tried;
            tried.settings = settings;
            tried.settings.topTokens = 0;
            tried.decodes = DecodesByPrompt(2, int(m_request.prompts.size()));
            m_tried.push_back(std::move(tried));
            m_times.emplace_back();
            numbers.push_back(int(m_tried.size()) - 1);
        }
        return numbers;
    }

    void searchByHalves(const std::vector<SessionSettings>& all)
    {
        std::vector<int> alive = add(firstAdviceSettings(all));
        for (const AdviceRung& rung : firstRungs)
            measureRung(alive, rung.until, rung.kept, lapsOfAVisit);
        std::vector<SessionSettings> best;
        for (const int number : alive) {
            best.push_back(m_tried[std::size_t(number)].settings);
            best.back().topTokens = m_request.base.topTokens;
        }
        for (const int number : add(notTried(neighboursOf(best, all))))
            alive.push_back(number);
        for (const AdviceRung& rung : neighbourRungs)
            measureRung(alive, rung.until, rung.kept, lapsOfAVisit);
        measureRung(alive, 1, alive.size(), wholeText);
    }

    /// Every setting for as long as the winner was measured, and the fastest of them beside it.
    AdviceCheck checkAgainst(const std::vector<SessionSettings>& all)
    {
        const SessionSettings winner = m_advice.best()->settings;
        AdviceCheck check;
        check.secondsEach = m_request.checkSeconds.value_or(m_advice.best()->seconds);
        const bool isSettled = m_advice.isSettled;
        const double begin = seconds();
        m_told = {};
        m_tried.clear();
        m_times.clear();
        try {
            measureForAsLong(add(all), check.secondsEach);
            check.all = sorted();
            std::vector<SessionSettings> finalists{winner};
            for (const TriedSetting& tried : check.all)
                if (tried.speedUp() && tried.settings != winner && finalists.size() <= checkedFinalists)
                    finalists.push_back(tried.settings);
            m_tried.clear();
            m_times.clear();
            m_end = seconds() + checkFinalSeconds;
            std::vector<int> group = add(finalists);
            m_atATime = group.size();
            measureRung(group, 1, group.size(), wholeText);
            beside(check);
        } catch (const Cancelled&) {
            check.isCutShort = true;
            if (check.all.empty())
                check.all = sorted();
        }
        check.seconds = seconds() - begin;
        m_advice.isSettled = isSettled;
        return check;
    }

    /// A setting that is slower decodes fewer tokens of a prompt in that time, and has fewer prompts left then.
    void measureForAsLong(std::vector<int> group, double each)
    {
        const std::size_t all = group.size();
        const double begin = seconds();
        m_end = std::numeric_limits<double>::infinity();
        while (!group.empty()) {
            visit(group, m_nextPrompt++ % int(m_request.prompts.size()), lapsOfAVisit, false);
            std::erase_if(group, [&](int number) {
                const TriedSetting& tried = m_tried[std::size_t(number)];
                return !tried.whyNot.empty() || tried.seconds >= each;
            });
            m_progress.tell(1 - double(group.size()) / double(all),
                            fmt::format("Every setting for {:.1f} s: {} of {} to go, {:.0f} s so far", each,
                                        group.size(), all, seconds() - begin));
        }
    }

    /// The winner, which is the first of the finalists, beside the fastest of the others.
    void beside(AdviceCheck& check) const
    {
        const TriedSetting& winner = m_tried.front();
        check.winner = check.fastest = winner;
        if (m_tried.size() < 2)
            return;
        const TriedSetting& fastest =
            *std::max_element(m_tried.begin() + 1, m_tried.end(), [](const TriedSetting& a, const TriedSetting& b) {
                return a.speedUp().value_or(0) < b.speedUp().value_or(0);
            });
        check.fastest = fastest;
        if (!winner.speedUp() || !fastest.speedUp())
            return;
        DecodesByPrompt both(2, winner.decodes.prompts());
        for (int prompt = 0; prompt < both.prompts(); ++prompt)
            if (winner.decodes.at(1, prompt) && fastest.decodes.at(1, prompt)) {
                both.add(0, prompt, *fastest.decodes.at(1, prompt));
                both.add(1, prompt, *winner.decodes.at(1, prompt));
            }
        const Speed speed = both.over(1, 0).speed;
        check.ratio = speed.measuredSpeedUp;
        check.interval = speed.speedUpInterval;
    }

    [[nodiscard]] std::vector<SessionSettings> notTried(std::vector<SessionSettings> some) const
    {
        std::erase_if(some, [&](SessionSettings settings) {
            settings.topTokens = 0;
            return std::ranges::count(m_tried, settings, &TriedSetting::settings) > 0;
        });
        return some;
    }

    /// Each of these on one prompt after another until that share of the time has gone; the fastest are kept.
    void measureRung(std::vector<int>& alive, double until, std::size_t kept, int laps)
    {
        const double begin = seconds(), end = until * m_end;
        ++m_rung;
        m_isLastRung = laps == wholeText;
        for (const int number : alive)
            m_tried[std::size_t(number)].rung = m_rung;
        for (int visits = 0; !isOver() && !alive.empty(); ++visits) {
            const double each = visits > 0 ? (seconds() - begin) / visits : 0;
            if (visits > 0 && (seconds() + each / 2 > end || (laps == wholeText && isKnown(alive, visits))))
                break;
            visit(alive, m_nextPrompt++ % int(m_request.prompts.size()), laps, visits == 0);
            dropThoseThatCannot(alive);
            if (laps != wholeText)
                leaveHopeless(alive);
        }
        std::erase_if(alive, [&](int number) { return !m_tried[std::size_t(number)].speedUp(); });
        std::ranges::stable_sort(
            alive, [&](int a, int b) { return m_tried[std::size_t(a)].ranking > m_tried[std::size_t(b)].ranking; });
        keepFirst(alive, kept);
    }

    /// The best of another method is kept too, so that it can be said how far behind it is.
    void keepFirst(std::vector<int>& alive, std::size_t kept) const
    {
        if (alive.size() <= kept)
            return;
        const auto methodOf = [&](int number) { return m_tried[std::size_t(number)].settings.method; };
        const auto other =
            std::ranges::find_if(alive, [&](int number) { return methodOf(number) != methodOf(alive[0]); });
        if (kept > 1 && other != alive.end())
            alive[std::min(kept - 1, std::size_t(other - alive.begin()))] = *other;
        alive.resize(kept);
    }

    /// What one look shows to be far behind gets no second one.
    void leaveHopeless(std::vector<int>& alive) const
    {
        double best = 0;
        for (const int number : alive)
            best = std::max(best, m_tried[std::size_t(number)].ranking);
        std::erase_if(alive, [&](int number) { return m_tried[std::size_t(number)].ranking < hopelessShare * best; });
    }

    /// On every prompt, and as well as a measurement wants it.
    [[nodiscard]] bool isKnown(const std::vector<int>& alive, int visits)
    {
        const MeasuringRule rule;
        m_advice.isSettled = std::ranges::all_of(alive, [&](int number) {
            const auto& interval = m_tried[std::size_t(number)].figures.speed.speedUpInterval;
            return interval && interval->relativeHalfWidth() <= rule.halfWidth;
        });
        return m_advice.isSettled && visits >= int(m_request.prompts.size());
    }

    /// All of these on a prompt, some at a time beside plain decoding.
    void visit(const std::vector<int>& alive, int prompt, int laps, bool isFirst)
    {
        const double begin = seconds();
        for (std::size_t first = 0; first < alive.size(); first += m_atATime) {
            if (m_progress.isCancelled())
                throw Cancelled();
            if (isOver()) {
                m_advice.isCutShort |= isFirst && laps != wholeText;
                return;
            }
            std::vector<int> group(alive.begin() + std::ptrdiff_t(first),
                                   alive.begin() + std::ptrdiff_t(std::min(first + m_atATime, alive.size())));
            int lapsNow = laps;
            if (isFirst && m_rung == 1) { // the first look at all of them, which is to leave time for the second
                std::erase_if(group, [&](int number) { return isOfHopelessMethod(number); });
                const double each = first > 0 ? (seconds() - begin) / double(first) : 0;
                if (begin + each * double(alive.size()) > firstLookShare * m_end)
                    lapsNow = 1;
            }
            decodeThoseThatCan(group, prompt, lapsNow);
            look(group);
        }
    }

    bool dropThoseThatCannot(std::vector<int>& some) const
    {
        return std::erase_if(some, [&](int number) { return !m_tried[std::size_t(number)].whyNot.empty(); }) > 0;
    }

    /// One that cannot begin ends the lap of all, so the others are decoded again without it.
    void decodeThoseThatCan(std::vector<int>& group, int prompt, int laps)
    {
        for (bool isAgain = true; isAgain && !group.empty(); isAgain = dropThoseThatCannot(group))
            try {
                decodeGroup(group, prompt, laps);
            } catch (const DecodeFailure& failure) {
                for (const int number : group) // which of them it was is not known
                    m_tried[std::size_t(number)].whyNot = failure.what();
            }
    }

    /// What it has shown at a usual K is so far behind that its other settings are not looked at.
    [[nodiscard]] bool isOfHopelessMethod(int number) const
    {
        double best = 0, own = 0;
        for (const TriedSetting& tried : m_tried) {
            best = std::max(best, tried.ranking);
            if (tried.settings.method == m_tried[std::size_t(number)].settings.method)
                own = std::max(own, tried.ranking);
        }
        return own > 0 && own < hopelessMethodShare * best;
    }

    [[nodiscard]] DecodesInTurn::Begin beginOf(const SessionSettings& settings, const std::string& prompt,
                                               std::string* whyNot)
    {
        const bool needsDraft = (*methodNamed(settings.method))->needsDraftModel;
        const Pair models{m_request.pair.target, needsDraft ? m_request.pair.draft : nullptr};
        return [this, models, settings, &prompt,
                whyNot](const Progress& progress) -> Result<std::unique_ptr<MeasuredDecode>> {
            auto data = openMethodData(models, settings);
            auto session = data ? Session::create(models, settings, prompt, *data, m_backend, progress)
                                : Result<std::unique_ptr<Session>>(tl::unexpected(data.error()));
            if (!session) {
                if (whyNot)
                    *whyNot = session.error().sentence;
                return tl::unexpected(session.error());
            }
            m_advice.backend = (*session)->header().backend;
            return measured(std::move(*session));
        };
    }

    void decodeGroup(const std::vector<int>& group, int prompt, int laps)
    {
        const std::string& text = m_request.prompts[std::size_t(prompt)];
        SessionSettings plain = m_request.base;
        chooseMethod(plain, "plain");
        plain.topTokens = 0;
        std::string whyPlain;
        std::vector<DecodesInTurn::Begin> begins{beginOf(plain, text, &whyPlain)};
        for (const int number : group) {
            TriedSetting& tried = m_tried[std::size_t(number)];
            begins.push_back(beginOf(tried.settings, text, &tried.whyNot));
            tried.decodes.decodeOf(1, prompt).draftsTrees = tried.settings.shape != SessionSettings().shape;
        }
        DecodesInTurn turns(std::move(begins), m_lap);
        for (int lap = 0; lap < laps && !(laps == wholeText && turns.haveAllEnded()); ++lap) {
            if (lap > 0 && isOver())
                break;
            const auto made = turns.lap(m_quiet);
            if (!made) {
                if (!whyPlain.empty()) // the prompt is for none of them
                    for (const int number : group)
                        m_tried[std::size_t(number)].whyNot = whyPlain;
                return;
            }
            for (const MeasuredTurn& turn : *made)
                take(turn, group, prompt);
        }
        m_lap = turns.nextLap();
    }

    /// Plain decoding's turns go to each that was measured beside them.
    void take(const MeasuredTurn& turn, const std::vector<int>& group, int prompt)
    {
        m_threads = std::max(m_threads, turn.threads);
        const bool isPlain = turn.decode == 0;
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (!isPlain && turn.decode != int(i) + 1)
                continue;
            const auto number = std::size_t(group[i]);
            m_tried[number].seconds += isPlain ? 0 : turn.seconds;
            m_tried[number].decodes.decodeOf(isPlain ? 0 : 1, prompt).add(turn.firstTokens, turn.rounds);
            for (const TimedRound& round : turn.rounds)
                (isPlain ? m_times[number].plain : m_times[number].own).add(round);
        }
    }

    void look(const std::vector<int>& group)
    {
        for (const int number : group) {
            TriedSetting& tried = m_tried[std::size_t(number)];
            if (!tried.whyNot.empty())
                continue;
            tried.figures = tried.decodes.over(1, 0);
            const auto own = m_times[std::size_t(number)].own.msPerToken(),
                       plain = m_times[std::size_t(number)].plain.msPerToken();
            tried.ranking = own && plain && *own > 0 ? *plain / *own : 0;
        }
        const auto best = std::ranges::max_element(m_tried, {}, [](const TriedSetting& tried) {
            return tried.speedUp() ? tried.rung * 1000 + tried.ranking : 0;
        });
        if (std::isfinite(m_end))
            m_progress.tell(std::min(1.0, seconds() / m_end),
                            best->speedUp() ? fmt::format("{:.0f} s left · {}: {:.2f} times plain so far",
                                                          std::max(0.0, m_end - seconds()),
                                                          adviceName(best->settings).text, *best->speedUp())
                                            : std::string("Measuring settings"));
        if (m_told && seconds() - m_lastTold > 0.5) {
            finishLook();
            m_told(m_advice);
            m_lastTold = seconds();
        }
    }

    /// Those that were measured longer before the others, the fastest first.
    [[nodiscard]] std::vector<TriedSetting> sorted() const
    {
        std::vector<TriedSetting> tried = m_tried;
        const auto key = [&](const TriedSetting& each) {
            const bool isLong = m_isLastRung && each.rung == m_rung; // its own figures are of enough rounds
            return std::pair(each.speedUp() ? each.rung : 0, isLong ? each.speedUp().value_or(0) : each.ranking);
        };
        std::ranges::stable_sort(tried, std::greater(), key);
        return tried;
    }

    void finishLook()
    {
        m_advice.tried = sorted();
        m_advice.seconds = seconds();
        m_advice.prompts = std::min(m_nextPrompt, int(m_request.prompts.size()));
        std::vector<const RoundTimes*> times;
        for (const TriedSetting& tried : m_tried)
            for (int prompt = 0; prompt < tried.decodes.prompts(); ++prompt)
                if (const auto& decode = tried.decodes.at(1, prompt))
                    times.push_back(&decode->times);
        m_advice.steadiness = steadinessOf(times, m_threads);
    }

    const AdviceRequest& m_request;
    const std::shared_ptr<Backend>& m_backend;
    const Progress& m_progress;
    std::function<void(const Advice&)> m_told;
    Progress m_quiet; ///< of one decode
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    struct Times {
        TimesByDraft own, plain;
    };
    std::vector<TriedSetting> m_tried;
    std::vector<Times> m_times; ///< of each of these
    Advice m_advice;
    std::size_t m_atATime = advisedAtATime;
    int m_lap = 0, m_nextPrompt = 0, m_threads = 0, m_rung = 0;
    bool m_isLastRung = false;
    double m_lastTold = 0, m_end = 0; ///< seconds from the start
};

} // namespace

Result<Advice> advise(const AdviceRequest& request, const std::shared_ptr<Backend>& backend, const Progress& progress,
                      const std::function<void(const Advice& soFar)>& told)
{
    return AdviceSearch(request, backend, progress, told).run();
}

} // namespace draftscope

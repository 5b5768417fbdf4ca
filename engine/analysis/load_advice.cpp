// SPDX-License-Identifier: MIT
#include "engine/analysis/load_advice.h"

#include <algorithm>
#include <chrono>

#include "engine/analysis/advice_settings.h"
#include "engine/analysis/decodes_in_turn.h"
#include "engine/core/decode_failure.h"
#include "engine/session/combinations.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"

namespace draftscope {
namespace {

constexpr int loadBatchSizes[] = {1, 2, 4, 8, 16, 32};
constexpr int loadContexts[] = {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
constexpr int roomBehindContext = 16; ///< for drafts behind the last token
constexpr int fewestLoadLaps = 2;

/// The setting, and with it what pays longest under load: a chain of half its length and of one token, of a tree chains
/// of two and one.
std::vector<SessionSettings> withShorterOnes(const SessionSettings& settings)
{
    std::vector<SessionSettings> all{settings};
    SessionSettings chain = settings;
    int length = settings.draftLength / 2;
    if (!(*shapeNamed(settings.shape))->isChain()) {
        const auto made = settingsFor({*methodNamed(settings.method), *shapeNamed("chain"), nullptr}, settings);
        if (!made)
            return all;
        chain = *made;
        length = 2;
    }
    for (const int each : {length, 1}) {
        chain.draftLength = each;
        if (each >= 1 && std::ranges::count(all, chain) == 0 && check(chain))
            all.push_back(chain);
    }
    return all;
}

class LoadMeasurement {
public:
    LoadMeasurement(const LoadRequest& request, const std::shared_ptr<Backend>& backend, const Progress& progress,
                    const std::function<void(const LoadAdvice&)>& told)
        : m_request(request), m_backend(backend), m_progress(progress), m_told(told),
          m_settings(withShorterOnes(request.settings))
    {
        m_quiet.cancelled = progress.cancelled;
        for (SessionSettings& settings : m_settings)
            settings.topTokens = 0;
        m_load.settings = request.settings;
    }

    Result<LoadAdvice> run()
    {
        const std::vector<int> contexts = contextsToMeasure();
        m_points = int(std::size(loadBatchSizes) + contexts.size());
        try {
            for (const int size : loadBatchSizes)
                measure(m_load.overBatch, size, textsOfBatch(size), size);
            for (const int tokens : contexts)
                if (const auto text = textOfTokens(tokens))
                    measure(m_load.overContext, tokens, {{*text, m_request.settings.seed, m_request.settings.sampler}},
                            1);
        } catch (const Cancelled&) {
            m_load.isCutShort = true;
        }
        finishLook();
        std::string whyNot = "The measurement was ended before it had measured anything: give it more time.";
        for (const auto* points : {&m_load.overBatch, &m_load.overContext})
            for (const LoadPoint& point : *points) {
                if (point.isKnown())
                    return std::move(m_load);
                if (!point.whyNot.empty())
                    whyNot = point.whyNot;
            }
        return tl::unexpected(Error{whyNot});
    }

private:
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

    [[nodiscard]] std::vector<int> contextsToMeasure() const
    {
        std::vector<int> some;
        const int most = m_request.pair.target->config.contextLength - m_request.settings.maxTokens - roomBehindContext;
        for (const int tokens : loadContexts)
            if (tokens <= most)
                some.push_back(tokens);
        return some;
    }

    [[nodiscard]] std::vector<BatchText> textsOfBatch(int size) const
    {
        std::vector<BatchText> texts;
        for (int i = 0; i < size; ++i)
            texts.push_back({m_request.prompts[std::size_t(i) % m_request.prompts.size()],
                             m_request.settings.seed + std::uint64_t(i), m_request.settings.sampler});
        return texts;
    }

    /// All prompts, one behind the other as often as it takes, cut to so many tokens.
    [[nodiscard]] std::optional<std::string> textOfTokens(int tokens) const
    {
        const Tokenizer& tokenizer = *m_request.pair.target->tokenizer;
        std::string all;
        for (std::size_t i = 0;; ++i) {
            all += m_request.prompts[i % m_request.prompts.size()] + "\n";
            const auto ids = tokenizer.encode(all);
            if (!ids || (ids->size() < std::size_t(tokens) && i > std::size_t(tokens)))
                return std::nullopt; // prompts that have no tokens
            if (ids->size() >= std::size_t(tokens))
                return tokenizer.decode(std::span(*ids).first(std::size_t(tokens)));
        }
    }

    [[nodiscard]] DecodesInTurn::Begin beginOf(const SessionSettings& settings, const std::vector<BatchText>& texts,
                                               int size)
    {
        const bool needsDraft = (*methodNamed(settings.method))->needsDraftModel;
        const Pair models{m_request.pair.target, needsDraft ? m_request.pair.draft : nullptr};
        return [this, models, settings, &texts,
                size](const Progress& progress) -> Result<std::unique_ptr<MeasuredDecode>> {
            auto batch = BatchSession::create(models, settings, texts, size, m_backend, progress);
            if (!batch)
                return tl::unexpected(batch.error());
            return measured(std::move(*batch));
        };
    }

    void measure(std::vector<LoadPoint>& points, int at, const std::vector<BatchText>& texts, int size)
    {
        LoadPoint& point = points.emplace_back();
        point.at = at;
        SessionSettings plain = m_request.settings;
        chooseMethod(plain, "plain");
        plain.topTokens = 0;
        std::vector<DecodesInTurn::Begin> begins{beginOf(plain, texts, size)};
        for (const SessionSettings& settings : m_settings)
            begins.push_back(beginOf(settings, texts, size));
        MeasuringRule rule;
        rule.mostSeconds = std::max(0.1, (m_request.seconds - seconds()) / std::max(1, m_points - m_pointsDone));
        rule.leastSeconds = std::min(rule.leastSeconds, rule.mostSeconds);
        SpeedMeasurement measurement(std::vector<int>(begins.size(), 0), rule);
        for (int i = 1; i < int(begins.size()); ++i)
            measurement.setKind(i, !(*shapeNamed(m_settings[std::size_t(i) - 1].shape))->isChain(), std::nullopt);
        DecodesInTurn turns(std::move(begins));
        const double begin = seconds();
        try {
            while (measurement.laps() < fewestLoadLaps
                   || (!measurement.isDone() && seconds() - begin < rule.mostSeconds)) {
                m_progress.tell(std::min(1.0, seconds() / m_request.seconds),
                                fmt::format("Under load: {}, {:.0f} s left",
                                            &points == &m_load.overBatch ? fmt::format("batch {}", at)
                                                                         : fmt::format("context {}", at),
                                            std::max(0.0, m_request.seconds - seconds())));
                const auto lap = turns.lap(m_quiet);
                if (!lap) {
                    point.whyNot = lap.error().sentence;
                    break;
                }
                measurement.add(*lap);
            }
        } catch (const DecodeFailure& failure) {
            point.whyNot = failure.what();
        } catch (const Cancelled&) {
            take(point, measurement);
            throw;
        }
        take(point, measurement);
        ++m_pointsDone;
        finishLook();
        if (m_told)
            m_told(m_load);
    }

    void take(LoadPoint& point, const SpeedMeasurement& measurement)
    {
        if (measurement.laps() == 0) {
            if (point.whyNot.empty())
                point.whyNot = "There was no time for it.";
            return;
        }
        point.speed = measurement.speed(1);
        point.rounds = measurement.figures(1).times.rounds();
        point.best = m_request.settings;
        chooseMethod(point.best, "plain");
        point.bestSpeed = measurement.speed(0);
        for (int i = 1; i < measurement.decodes(); ++i)
            if (const Speed& speed = measurement.speed(i);
                speed.measuredSpeedUp.value_or(0) > std::max(1.0, point.bestSpeed.measuredSpeedUp.value_or(1))) {
                point.best = m_settings[std::size_t(i) - 1];
                point.best.topTokens = m_request.settings.topTokens;
                point.bestSpeed = speed;
            }
        for (int i = 0; i < measurement.decodes(); ++i)
            m_times.push_back(measurement.figures(i).times);
    }

    void finishLook()
    {
        m_load.seconds = seconds();
        std::vector<const RoundTimes*> times;
        for (const RoundTimes& each : m_times)
            times.push_back(&each);
        m_load.steadiness = steadinessOf(times, 0);
    }

    const LoadRequest& m_request;
    const std::shared_ptr<Backend>& m_backend;
    const Progress& m_progress;
    const std::function<void(const LoadAdvice&)>& m_told;
    Progress m_quiet;
    std::vector<SessionSettings> m_settings; ///< that are measured beside plain decoding
    std::vector<RoundTimes> m_times;
    LoadAdvice m_load;
    int m_points = 0, m_pointsDone = 0;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

Message loadSpeed(const Speed& speed)
{
    const auto& interval = speed.speedUpInterval;
    return interval ? message("{:.2f} to {:.2f} times plain", interval->lower, interval->upper)
                    : message("about {:.2f} times plain", speed.measuredSpeedUp.value_or(0));
}

std::optional<Message> loadSentence(const std::vector<LoadPoint>& points, bool isBatch)
{
    std::vector<const LoadPoint*> known;
    for (const LoadPoint& point : points)
        if (point.isKnown())
            known.push_back(&point);
    if (known.size() < 2)
        return std::nullopt;
    const LoadPoint &first = *known.front(), &last = *known.back();
    const auto loss = turnsToLoss(points);
    if (loss && isBatch)
        return message("Batch {}: {}; batch {}: {}. From {} sequences together on it is a loss.", first.at,
                       loadSpeed(first.speed), last.at, loadSpeed(last.speed), *loss);
    if (loss)
        return message("After {} tokens: {}; after {}: {}. From {} tokens of context on it is a loss.", first.at,
                       loadSpeed(first.speed), last.at, loadSpeed(last.speed), *loss);
    if (isBatch)
        return message("Batch {}: {}; batch {}: {}. No batch that was measured turns it to a loss for good.", first.at,
                       loadSpeed(first.speed), last.at, loadSpeed(last.speed));
    return message("After {} tokens: {}; after {}: {}. No context that was measured turns it to a loss for good.",
                   first.at, loadSpeed(first.speed), last.at, loadSpeed(last.speed));
}

} // namespace

std::optional<int> turnsToLoss(const std::vector<LoadPoint>& points)
{
    std::optional<int> from;
    for (const LoadPoint& point : points) {
        if (!point.isKnown())
            continue;
        if (*point.speed.measuredSpeedUp >= 1)
            from.reset();
        else if (!from)
            from = point.at;
    }
    return from;
}

Result<LoadAdvice> measureLoad(const LoadRequest& request, const std::shared_ptr<Backend>& backend,
                               const Progress& progress, const std::function<void(const LoadAdvice& soFar)>& told)
{
    return LoadMeasurement(request, backend, progress, told).run();
}

std::vector<Message> sentencesOf(const LoadAdvice& load)
{
    std::vector<Message> sentences;
    for (const bool isBatch : {true, false})
        if (const auto sentence = loadSentence(isBatch ? load.overBatch : load.overContext, isBatch))
            sentences.push_back(*sentence);
    for (const LoadPoint& point : load.overBatch)
        if (point.isKnown() && point.best != load.settings && (*methodNamed(point.best.method))->drafts()) {
            sentences.push_back(message("In a batch of {} a shorter draft is better: {} with {}.", point.at,
                                        adviceName(point.best), loadSpeed(point.bestSpeed)));
            break;
        }
    if (load.isCutShort)
        sentences.push_back(phrase("The measurement under load was cut short."));
    return sentences;
}

} // namespace draftscope

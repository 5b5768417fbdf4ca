// SPDX-License-Identifier: MIT
#include "engine/analysis/skip_search.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "engine/analysis/metrics.h"
#include "engine/analysis/statistics.h"
#include "engine/core/stopwatch.h"
#include "engine/sampling/distribution.h"

namespace draftscope {
namespace {

constexpr int timedPasses = 9;
constexpr int mostDrafted = 16; ///< K that are tried
constexpr int patience = 4;     ///< sublayers that are left out behind the best set before the search ends

std::vector<int> allLayers(int count)
{
    std::vector<int> layers(static_cast<std::size_t>(count));
    std::iota(layers.begin(), layers.end(), 0);
    return layers;
}

/// A set with one sublayer more, of the list that `which` names.
SkippedSublayers with(SkippedSublayers set, std::vector<int> SkippedSublayers::*which, int layer)
{
    std::vector<int>& layers = set.*which;
    layers.insert(std::ranges::lower_bound(layers, layer), layer);
    return set;
}

} // namespace

SkipSearch::SkipSearch(std::unique_ptr<ForwardPass> pass, int tokenizerSize, std::span<const TokenId> text,
                       const Progress& progress)
    : m_pass(std::move(pass)), m_tokenizerSize(tokenizerSize), m_text(text.begin(), text.end()),
      m_slots(allLayers(slotsFor(text.size())))
{
    assert(m_text.size() > 1 && m_pass->slotCount() >= slotsFor(m_text.size()));
    const auto vocabulary = std::size_t(m_pass->config().vocabularySize);
    std::vector<float> logits;
    Distribution p;
    for (std::size_t first = 0; first < m_text.size(); first += std::size_t(mostRows)) {
        progress.tell(double(first) / double(m_text.size()), "Reading the text");
        Rows rows;
        rows.cancelled = progress.cancelled;
        rows.endIfCancelled();
        const std::size_t end = std::min(first + std::size_t(mostRows), m_text.size());
        rows.prefixes = {std::span(m_slots).first(first)};
        for (std::size_t at = first; at < end; ++at)
            rows.rows.push_back({m_text[at], int(at), 0, m_slots[at], std::span(m_slots).subspan(first, at - first),
                                 true, int(m_text.size())});
        logits.resize(rows.rows.size() * vocabulary);
        m_pass->run(rows, logits);
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            distributionOf(std::span(logits).subspan(row * vocabulary, vocabulary), {}, m_tokenizerSize, p);
            m_p.insert(m_p.end(), p.begin(), p.end());
            m_p.resize((first + row + 1) * vocabulary);
        }
    }
    measureCosts(progress);
}

double SkipSearch::timeOf(const PassPart& part, int count, const Progress& progress)
{
    Rows rows;
    rows.cancelled = progress.cancelled;
    rows.part = part;
    const std::size_t length = m_text.size() - 1; // the text's last token is a root
    rows.prefixes = {std::span(m_slots).first(length)};
    for (int n = 0; n < count; ++n)
        rows.rows.push_back({m_text.back(), int(length) + n, 0, m_slots[m_text.size() + std::size_t(n)],
                             std::span(m_slots).subspan(m_text.size(), std::size_t(n)), true, int(m_text.size())});
    std::vector<float> logits(rows.rows.size() * std::size_t(m_pass->config().vocabularySize));
    std::vector<double> times;
    for (int turn = 0; turn < timedPasses; ++turn) {
        rows.endIfCancelled();
        Stopwatch watch;
        m_pass->run(rows, logits);
        times.push_back(watch.lap());
    }
    return *median(times);
}

void SkipSearch::measureCosts(const Progress& progress)
{
    progress.tell(1, "Measuring passes");
    const std::vector<int> layers = allLayers(m_pass->config().layerCount);
    static_cast<void>(timeOf({}, 1, progress)); // the first one warms up
    m_wholeTime = timeOf({}, 1, progress);
    const auto costOf = [&](const PassPart& without) {
        return std::max(0.0, 1 - timeOf(without, 1, progress) / m_wholeTime) / double(layers.size());
    };
    m_attentionCost = costOf({.skippedAttention = layers});
    m_mlpCost = costOf({.skippedMlp = layers});
    for (int k = 1; k <= mostDrafted; ++k)
        m_verifyRatios.push_back(timeOf({}, k + 1, progress) / m_wholeTime);
}

double SkipSearch::estimatedCost(const SkippedSublayers& set) const
{
    return std::max(0.0, 1 - double(set.attention.size()) * m_attentionCost - double(set.mlp.size()) * m_mlpCost);
}

SkipMeasure SkipSearch::gainOf(double acceptance, double costRatio) const
{
    SkipMeasure best;
    for (int k = 1; k <= mostDrafted; ++k) {
        const double v = m_verifyRatios[std::size_t(k - 1)];
        const double speedUp = predictedSpeedUp(acceptance, k, costRatio, v);
        if (speedUp > best.speedUp)
            best = {acceptance, costRatio, k, v, speedUp};
    }
    return best;
}

double SkipSearch::acceptanceOf(const SkippedSublayers& set, const Progress& progress)
{
    const auto vocabulary = std::size_t(m_pass->config().vocabularySize);
    std::vector<float> logits;
    Distribution q;
    double sum = 0;
    for (std::size_t first = 0; first < m_text.size(); first += std::size_t(mostRows)) {
        Rows rows;
        rows.cancelled = progress.cancelled;
        rows.endIfCancelled();
        rows.part = set.part();
        const std::size_t end = std::min(first + std::size_t(mostRows), m_text.size());
        for (std::size_t at = first; at < end; ++at) { // each on a prefix of its own, so none sees another's slot
            rows.prefixes.push_back(std::span(m_slots).first(at));
            rows.rows.push_back({m_text[at],
                                 int(at),
                                 int(at - first),
                                 m_slots[m_text.size() + at - first],
                                 {},
                                 true,
                                 int(m_text.size())});
        }
        logits.resize(rows.rows.size() * vocabulary);
        m_pass->run(rows, logits);
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            distributionOf(std::span(logits).subspan(row * vocabulary, vocabulary), {}, m_tokenizerSize, q);
            const float* const p = m_p.data() + (first + row) * vocabulary;
            for (std::size_t token = 0; token < q.size(); ++token)
                sum += std::min(double(p[token]), q[token]);
        }
    }
    return std::min(1.0, sum / double(m_text.size()));
}

SkipMeasure SkipSearch::measure(const SkippedSublayers& set, const Progress& progress)
{
    return gainOf(acceptanceOf(set, progress), timeOf(set.part(), 1, progress) / m_wholeTime);
}

FoundSkip SkipSearch::search(const Progress& progress)
{
    const int layers = m_pass->config().layerCount;
    FoundSkip best;
    best.measure = gainOf(1, 1);
    SkippedSublayers set;
    int tried = 0;
    for (int skipped = 1, behindBest = 0; skipped <= 2 * layers && behindBest < patience; ++skipped, ++behindBest) {
        progress.tell(double(skipped) / (2.0 * layers), "Searching the sublayers");
        SkippedSublayers next;
        SkipMeasure nextMeasure;
        for (const auto which : {&SkippedSublayers::attention, &SkippedSublayers::mlp})
            for (int layer = 0; layer < layers; ++layer) {
                if (std::ranges::count(set.*which, layer) > 0)
                    continue;
                SkippedSublayers candidate = with(set, which, layer);
                const SkipMeasure gain = gainOf(acceptanceOf(candidate, progress), estimatedCost(candidate));
                ++tried;
                if (gain.speedUp > nextMeasure.speedUp) {
                    next = std::move(candidate);
                    nextMeasure = gain;
                }
            }
        set = std::move(next);
        if (nextMeasure.speedUp > best.measure.speedUp) {
            best = {set, nextMeasure};
            behindBest = -1;
        }
    }
    best.measure = measure(best.set, progress);
    best.triedSets = tried;
    return best;
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/metric_words.h"

#include <string>

#include <QCoreApplication>

#include "engine/analysis/metrics.h"

namespace draftscope {

namespace {

// The engine knows no Qt, so what it says of its metrics stands here once more, for lupdate to find. A test compares.
[[maybe_unused]] constexpr const char* wordsOfTheEngine[] = {
    QT_TRANSLATE_NOOP("Metrics", "tokens per step"),
    QT_TRANSLATE_NOOP("Metrics",
                      "Committed tokens / target passes, residual and bonus tokens included (= block efficiency)."),
    QT_TRANSLATE_NOOP("Metrics", "acceptance rate"),
    QT_TRANSLATE_NOOP("Metrics", "Accepted / judged nodes. A node whose parent fell is not judged."),
    QT_TRANSLATE_NOOP("Metrics", "draft yield"),
    QT_TRANSLATE_NOOP("Metrics", "Accepted / drafted nodes (what vLLM and llama.cpp print as acceptance rate)."),
    QT_TRANSLATE_NOOP("Metrics", "cost ratio"),
    QT_TRANSLATE_NOOP("Metrics", "Median draft step time / median plain target step time, same run."),
    QT_TRANSLATE_NOOP("Metrics", "verify ratio"),
    QT_TRANSLATE_NOOP("Metrics", "Median target pass of a round / median plain target step time, same run."),
    QT_TRANSLATE_NOOP("Metrics", "tokens per second"),
    QT_TRANSLATE_NOOP(
        "Metrics",
        "Committed tokens / time of their rounds, decoded without pauses, several times, in turns with the ways that "
        "are "
        "compared: each round takes the median of its times. The first round, which reads the prompt, too, is left "
        "out."),
    QT_TRANSLATE_NOOP("Metrics", "ms to first token"),
    QT_TRANSLATE_NOOP(
        "Metrics",
        "Milliseconds from asking for a text to its first token, the prompt included (TTFT); the models are loaded "
        "before. The median of all times that it was measured."),
    QT_TRANSLATE_NOOP("Metrics", "prompt tokens per second"),
    QT_TRANSLATE_NOOP("Metrics",
                      "Tokens of the prompt / time to the first token; the median of all times that it was measured."),
    QT_TRANSLATE_NOOP("Metrics", "memory"),
    QT_TRANSLATE_NOOP(
        "Metrics",
        "Megabytes (10⁶ bytes) that weights, K/V caches and buffers were planned to need at most, before anything "
        "was allocated. Weights that a GPU has already are not counted again; over several prompts the most."),
    QT_TRANSLATE_NOOP("Metrics", "distance from the target"),
    QT_TRANSLATE_NOOP(
        "Metrics",
        "Total variation distance between what rounds that are broken on purpose write behind a text, over all "
        "draws, and the target's distribution there: the mean over committed tokens."),
    QT_TRANSLATE_NOOP("Metrics", "predicted speed-up"),
    QT_TRANSLATE_NOOP(
        "Metrics",
        "Expected tokens / (γc + v), v = median verify time / median plain target step time; of trees the "
        "measured tokens per step take the place of the expected ones."),
    QT_TRANSLATE_NOOP("Metrics", "measured speed-up"),
    QT_TRANSLATE_NOOP("Metrics",
                      "Tokens per second against plain decoding of the same target on the same prompt in the same run. "
                      "In brackets the "
                      "interval that it lies in, in 95 of 100 measurements."),
};

QString translated(std::string_view words)
{
    return QCoreApplication::translate("Metrics", std::string(words).c_str());
}

} // namespace

QString titleOfMetric(std::string_view metric)
{
    return translated(metric);
}

QString definitionOf(std::string_view metric)
{
    return translated(metricDefinition(metric));
}

} // namespace draftscope

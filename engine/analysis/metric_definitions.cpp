// SPDX-License-Identifier: MIT
#include <array>

#include "engine/analysis/metrics.h"

namespace draftscope {
namespace {

struct Definition {
    std::string_view metric, text;
};

constexpr std::array definitions = {
    Definition{"tokens per step",
               "Committed tokens / target passes, residual and bonus tokens included (= block efficiency)."},
    Definition{"acceptance rate", "Accepted / judged nodes. A node whose parent fell is not judged."},
    Definition{"draft yield", "Accepted / drafted nodes (what vLLM and llama.cpp print as acceptance rate)."},
    Definition{"distance from the target",
               "Total variation distance between what rounds that are broken on purpose write behind a text, over all "
               "draws, and the target's distribution there: the mean over committed tokens."},
    Definition{"survival at i", "Rounds whose i-th depth was accepted / rounds that drafted depth i."},
    Definition{"conditional acceptance at i", "Accepted at depth i / judged at depth i."},
    Definition{"expected tokens", "(1 − α^(γ+1)) / (1 − α), chains only, at the measured α̂."},
    Definition{"cost ratio", "Median draft step time / median plain target step time, same run."},
    Definition{"verify ratio", "Median target pass of a round / median plain target step time, same run."},
    Definition{
        "tokens per second",
        "Committed tokens / time of their rounds, decoded without pauses, several times, in turns with the ways that "
        "are "
        "compared: each round takes the median of its times. The first round, which reads the prompt, too, is left "
        "out."},
    Definition{
        "ms to first token",
        "Milliseconds from asking for a text to its first token, the prompt included (TTFT); the models are loaded "
        "before. The median of all times that it was measured."},
    Definition{"prompt tokens per second",
               "Tokens of the prompt / time to the first token; the median of all times that it was measured."},
    Definition{
        "memory",
        "Megabytes (10⁶ bytes) that weights, K/V caches and buffers were planned to need at most, before anything "
        "was allocated. Weights that a GPU has already are not counted again; over several prompts the most."},
    Definition{"predicted speed-up",
               "Expected tokens / (γc + v), v = median verify time / median plain target step time; of trees the "
               "measured tokens per step take the place of the expected ones."},
    Definition{"measured speed-up",
               "Tokens per second against plain decoding of the same target on the same "
               "prompt in the same run. In brackets the interval that it lies in, in 95 of 100 measurements."},
};

} // namespace

std::string_view metricDefinition(std::string_view metric)
{
    for (const Definition& definition : definitions)
        if (definition.metric == metric)
            return definition.text;
    return {};
}

} // namespace draftscope

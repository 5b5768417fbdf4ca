// SPDX-License-Identifier: MIT
// What `lossless` tests where nothing else is said.
#include <algorithm>

#include "engine/analysis/five_letter_pair.h"
#include "engine/analysis/lossless.h"

namespace draftscope {
namespace {

/// All texts of one to three letters.
std::vector<std::string> shortPrompts()
{
    std::vector<std::string> prompts, last = {""};
    for (int length = 1; length <= 3; ++length) {
        std::vector<std::string> longer;
        for (const std::string& prompt : last)
            for (const char letter : {'a', 'b', 'c', 'd', 'e'})
                longer.push_back(prompt + letter);
        prompts.insert(prompts.end(), longer.begin(), longer.end());
        last = std::move(longer);
    }
    return prompts;
}

} // namespace

std::vector<LosslessSubject> losslessSubjects(const Pair& chosen, const std::string& prompt, int texts)
{
    const SamplerSettings greedy{.greedy = true};
    std::vector<LosslessSubject> subjects;
    const Pair letters = fiveLetterPair();
    subjects.push_back({letters,
                        {"abc", "deeda"},
                        {{.temperature = 1.0},
                         {.temperature = 0.7, .topP = 0.9},
                         {.temperature = 1.0, .topK = 3},
                         {.temperature = 1.3, .minP = 0.2}},
                        8,
                        texts});
    subjects.push_back({fiveLetterPair(true), {"abc"}, {{.temperature = 1.0}}, 8, texts});
    subjects.push_back({letters, shortPrompts(), {greedy}, 40, 1});
    if (chosen.target) // few tokens, so that few contexts have to be computed and texts come often enough
        subjects.push_back({chosen,
                            {prompt},
                            {{.temperature = 1.0, .topK = 4}, {.temperature = 1.3, .topK = 4, .topP = 0.9}, greedy},
                            6,
                            std::max(1, texts / 4)});
    return subjects;
}

std::string LosslessCase::name() const
{
    std::string name = sampler.isGreedy() ? "greedy" : fmt::format("temperature {}", sampler.temperature);
    if (sampler.topK > 0)
        name += fmt::format(", top-k {}", sampler.topK);
    if (sampler.topP < 1)
        name += fmt::format(", top-p {}", sampler.topP);
    if (sampler.minP > 0)
        name += fmt::format(", min-p {}", sampler.minP);
    return fmt::format("{}, K = {}: {}", name, draftLength, test);
}

} // namespace draftscope

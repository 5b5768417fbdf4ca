// SPDX-License-Identifier: MIT
// What `lossless` tests where nothing else is said.
#include <algorithm>

#include "engine/analysis/five_letter_drafts.h"
#include "engine/analysis/lossless.h"
#include "engine/session/combinations.h"

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

bool namesGreedyVerifier(const SessionSettings& settings)
{
    const auto verifier = verifierNamed(settings.verifier);
    return verifier && (*verifier)->traits().isGreedy();
}

} // namespace

Result<SessionSettings> losslessSettings(SessionSettings settings)
{
    settings.sampler = {.temperature = namesGreedyVerifier(settings) ? 0.0 : 0.7};
    return withValidDraws(std::move(settings));
}

Result<SessionSettings> withValidDraws(SessionSettings settings)
{
    const auto method = methodNamed(settings.method);
    const auto shape = shapeNamed(settings.shape);
    if (!method || !shape || check(settings) || !settings.draws.empty()) {
        if (const auto fine = check(settings); !fine)
            return tl::unexpected(fine.error());
        return settings;
    }
    const auto verifier = verifierNamed(verifierNameFor(settings));
    if (!verifier)
        return tl::unexpected(verifier.error());
    return settingsFor({*method, *shape, *verifier}, std::move(settings));
}

Result<std::vector<LosslessSubject>> losslessSubjects(const SessionSettings& settings, const Pair& chosen,
                                                      const MethodData& data, const std::string& prompt, int texts)
{
    const SamplerSettings greedy{.greedy = true};
    const Method& method = **methodNamed(settings.method);
    std::vector<LosslessSubject> subjects;
    const Pair letters = fiveLetterPairFor(method);
    const auto ofLetters = fiveLetterData(method, *letters.target);
    if (!ofLetters)
        return tl::unexpected(ofLetters.error());
    subjects.push_back({letters,
                        {"abc", "deeda"},
                        {{.temperature = 1.0},
                         {.temperature = 0.7, .topP = 0.9},
                         {.temperature = 1.0, .topK = 3},
                         {.temperature = 1.3, .minP = 0.2}},
                        8,
                        texts,
                        *ofLetters});
    const Pair ending = fiveLetterPairFor(method, true);
    const auto ofEnding = fiveLetterData(method, *ending.target);
    if (!ofEnding)
        return tl::unexpected(ofEnding.error());
    subjects.push_back({ending, {"abc"}, {{.temperature = 1.0}}, 8, texts, *ofEnding});
    subjects.push_back({letters, shortPrompts(), {greedy}, 40, 1, *ofLetters});
    for (LosslessSubject& subject : subjects)
        for (const MethodFile& file : method.files)
            if (file.isNeeded)
                subject.files.emplace(file.name, "(in memory)");
    if (chosen.target) { // few tokens, so that few contexts have to be computed and texts come often enough
        subjects.push_back({chosen,
                            {prompt},
                            {{.temperature = 1.0, .topK = 4}, {.temperature = 1.3, .topK = 4, .topP = 0.9}, greedy},
                            6,
                            std::max(1, texts / 4),
                            data});
        for (const MethodFile& file : method.files)
            if (const std::string path = fileOf(settings, file.name); !path.empty())
                subjects.back().files.emplace(file.name, path);
    }
    if (!namesGreedyVerifier(settings))
        return subjects;
    std::vector<LosslessSubject> greedyOnes;
    for (LosslessSubject& subject : subjects) {
        const bool hasGreedy = std::ranges::any_of(subject.samplers, &SamplerSettings::isGreedy);
        subject.samplers.assign(1, greedy);
        if (hasGreedy)
            greedyOnes.push_back(std::move(subject));
    }
    return greedyOnes;
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

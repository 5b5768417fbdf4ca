// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless_texts.h"

#include <utility>

#include "engine/session/faults.h"
#include "engine/session/methods.h"

namespace draftscope {

SessionSettings losslessSessionSettings(const LosslessSubject& subject, const SamplerSettings& sampler, int draftLength,
                                        std::uint64_t seed, const LosslessOptions& options)
{
    SessionSettings settings = options.settings;
    const Method& method = **methodNamed(settings.method);
    for (const MethodOption& option : method.options)
        if (!settings.options.contains(option.name))
            setOption(settings, option.name, option.smallest);
    for (const MethodFile& file : method.files) {
        const auto path = subject.files.find(file.name);
        setFile(settings, file.name, path == subject.files.end() ? std::string() : path->second);
    }
    settings.draftLength = draftLength;
    settings.sampler = sampler;
    settings.topTokens = 0;
    settings.maxTokens = std::max({subject.tokens, draftLength + 1, jointTokens});
    settings.seed = seed;
    if (sampler.isGreedy() && !check(settings)) { // siblings are then the likeliest, which most rules are not for
        settings.verifier.clear();
        settings.draws.clear();
    }
    if (!options.fault.empty())
        if (auto broken = settingsWithFault(settings, options.fault))
            settings = std::move(*broken);
    return settings;
}

Result<LosslessTexts> LosslessTexts::create(const LosslessSubject& subject, const SessionSettings& settings,
                                            const std::string& prompt, const LosslessOptions& options,
                                            const std::shared_ptr<MemoisingBackend>& backend, const Progress& progress)
{
    auto texts = SampledTexts::create(subject.pair, settings, prompt, subject.data, backend,
                                      options.brokenDraftTemperature, progress);
    if (!texts)
        return tl::unexpected(texts.error());
    const Model& target = *subject.pair.target;
    const int promptLength = int(texts->prompt().size()), room = target.config.contextLength - promptLength;
    if (room < jointTokens)
        return fail("The prompt has {} tokens and the context of {} holds {}, and the losslessness check writes {} "
                    "more: shorten the prompt.",
                    promptLength, target.name, target.config.contextLength, jointTokens);
    auto targetAlone = texts->targetAlone(progress), draftAlone = texts->draftAlone(progress);
    for (const auto* alone : {&targetAlone, &draftAlone})
        if (!*alone)
            return tl::unexpected(alone->error());
    const int length = subject.onlyFirstToken ? 1 : std::min(settings.maxTokens, room);
    const int draftRoom = subject.pair.draft->config.contextLength - promptLength;
    return LosslessTexts{std::move(*texts), std::move(*targetAlone), std::move(*draftAlone), length,
                         std::size_t(std::clamp(draftRoom, 0, length))};
}

} // namespace draftscope

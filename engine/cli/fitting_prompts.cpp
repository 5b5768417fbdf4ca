// SPDX-License-Identifier: MIT
#include "engine/cli/fitting_prompts.h"

#include <utility>

#include "engine/cli/choose_pair.h"
#include "engine/cli/output.h"

namespace draftscope {

Result<FittingPrompts> fittingPrompts(std::vector<Prompt> prompts, const Pair& pair, const SessionSettings& settings)
{
    FittingPrompts fitting;
    std::string whyNot;
    for (Prompt& prompt : prompts) {
        auto passes = passesFor(pair, settings, prompt.text);
        if (!passes) {
            whyNot = whyNot.empty() ? passes.error().sentence : whyNot;
            continue;
        }
        fitting.prompts.push_back(std::move(prompt));
        if (fitting.largest.empty() || passes->front().slotCount > fitting.largest.front().slotCount)
            fitting.largest = std::move(*passes);
    }
    if (fitting.prompts.empty())
        return fail("None of the prompts can be decoded: {}", whyNot);
    if (fitting.prompts.size() < prompts.size())
        printError(fmt::format("draftscope-cli: {} of {} prompts are left out: {}\n",
                               prompts.size() - fitting.prompts.size(), prompts.size(), whyNot));
    return fitting;
}

Result<PromptDecode> preparePrompts(const std::string& prompts, const DecodeOptions& options)
{
    const SessionSettings& settings = options.settings;
    auto read = readPrompts(prompts);
    if (!read)
        return tl::unexpected(read.error());
    for (std::size_t i = 0; i < read->size(); ++i) // before some are left out
        if (std::string& id = (*read)[i].id; id.empty())
            id = fmt::format("prompt {}", i + 1);
    auto backends = backendsFor(options.models);
    if (!backends)
        return tl::unexpected(backends.error());
    auto pair = choosePair(options.models, (*methodNamed(settings.method))->needsDraftModel);
    if (!pair)
        return tl::unexpected(pair.error());
    auto fitting = fittingPrompts(std::move(*read), *pair, settings);
    if (!fitting)
        return tl::unexpected(fitting.error());
    auto backend = backends->choose(fitting->largest);
    if (!backend)
        return tl::unexpected(backend.error());
    return PromptDecode{std::move(*pair), std::move(*fitting), std::move(*backend)};
}

} // namespace draftscope

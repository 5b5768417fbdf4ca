// SPDX-License-Identifier: MIT
#include "engine/cli/fitting_prompts.h"

#include <utility>

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

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Prompt lookup, or n-gram drafting: what followed the end of the text where that occurs earlier in it.
#include "engine/session/method_table.h"
#include "engine/speculation/prompt_lookup_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makePromptLookupDrafter(const DrafterParts& parts, const Progress&)
{
    return std::make_unique<PromptLookupDrafter>(optionOf(parts.settings, "ngram-max"),
                                                 optionOf(parts.settings, "ngram-min"),
                                                 parts.pair.target->config.vocabularySize);
}

Result<void> checkPromptLookup(const SessionSettings& settings)
{
    const int longest = optionOf(settings, "ngram-max"), shortest = optionOf(settings, "ngram-min");
    if (shortest > longest)
        return fail("The shortest n-gram has {} tokens and the longest {}: choose a shorter shortest one.", shortest,
                    longest);
    return {};
}

} // namespace

Method promptLookupMethod()
{
    return {.name = "prompt-lookup",
            .title = "Prompt lookup",
            .paper = "Saxena 2023; Yang et al., arXiv 2304.04487",
            .rules = {DrawRule::deterministic},
            .options = {{"ngram-max", "Max n-gram", "Tokens at the end of the text that are looked for earlier in it",
                         1, 16, 5},
                        {"ngram-min", "Min n-gram",
                         "Where the longest is not found shorter ones are, down to so many tokens", 1, 16, 3}},
            .makeDrafter = &makePromptLookupDrafter,
            .checkOptions = &checkPromptLookup};
}

} // namespace draftscope

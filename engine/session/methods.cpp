// SPDX-License-Identifier: MIT
#include "engine/session/methods.h"

#include <algorithm>
#include <cassert>

#include <fmt/ranges.h>

#include "engine/speculation/prompt_lookup_drafter.h"
#include "engine/speculation/suffix_automaton_drafter.h"
#include "engine/speculation/two_model_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeTwoModelDrafter(const DrafterParts& parts, const Progress& progress)
{
    const Model& draft = *parts.pair.draft;
    auto pass = parts.backend.makePass(parts.pair.draft, draftSlotCount(draft, parts.slotCount), progress);
    if (!pass)
        return tl::unexpected(pass.error());
    return std::make_unique<TwoModelDrafter>(std::move(*pass), draft.name, draft.tokenizer->size(),
                                             parts.pair.target->config.vocabularySize, parts.promptCount);
}

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

Result<std::unique_ptr<Drafter>> makeSuffixAutomatonDrafter(const DrafterParts& parts, const Progress&)
{
    return std::make_unique<SuffixAutomatonDrafter>(optionOf(parts.settings, "match-min"),
                                                    parts.pair.target->config.vocabularySize);
}

std::vector<Method> makeMethods()
{
    return {
        {.name = "plain", .title = "Plain decoding"},
        {.name = "two-model",
         .title = "Two models",
         .paper = "Leviathan et al., arXiv 2211.17192; Chen et al., arXiv 2302.01318",
         .needsDraftModel = true,
         .makeDrafter = &makeTwoModelDrafter},
        {.name = "prompt-lookup",
         .title = "Prompt lookup",
         .paper = "Saxena 2023; Yang et al., arXiv 2304.04487",
         .rule = DrawRule::deterministic,
         .options = {{"ngram-max", "Max n-gram", "Tokens at the end of the text that are looked for earlier in it", 1,
                      16, 5},
                     {"ngram-min", "Min n-gram",
                      "Where the longest is not found shorter ones are, down to so many tokens", 1, 16, 3}},
         .makeDrafter = &makePromptLookupDrafter,
         .checkOptions = &checkPromptLookup},
        {.name = "suffix-automaton",
         .title = "Suffix automaton",
         .paper = "Hu et al., arXiv 2411.10666",
         .rule = DrawRule::deterministic,
         .options = {{"match-min", "Min match", "Tokens that the end of the text and an earlier place must share", 1,
                      64, 3}},
         .makeDrafter = &makeSuffixAutomatonDrafter},
    };
}

} // namespace

const MethodOption* Method::option(std::string_view optionName) const
{
    const auto found = std::ranges::find(options, optionName, &MethodOption::name);
    return found == options.end() ? nullptr : &*found;
}

int optionOf(const SessionSettings& settings, std::string_view optionName)
{
    const auto given = settings.options.find(optionName);
    if (given != settings.options.end())
        return given->second;
    const auto method = methodNamed(settings.method);
    const MethodOption* const option = method ? (*method)->option(optionName) : nullptr;
    assert(option);
    return option->usual;
}

void setOption(SessionSettings& settings, std::string_view optionName, int value)
{
    settings.options.erase(std::string(optionName));
    if (optionOf(settings, optionName) != value)
        settings.options.emplace(optionName, value);
}

void chooseMethod(SessionSettings& settings, std::string_view methodName)
{
    assert(methodNamed(methodName));
    settings.method = methodName;
    settings.options.clear();
    settings.verifier.clear();
}

int draftSlotCount(const Model& draft, int slotCount)
{
    return std::min(slotCount, draft.config.contextLength);
}

const std::vector<Method>& allMethods()
{
    static const std::vector<Method> methods = makeMethods();
    return methods;
}

Result<const Method*> methodNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Method& method : allMethods()) {
        if (method.name == name)
            return &method;
        names.push_back(method.name);
    }
    return fail("There is no method \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

} // namespace draftscope

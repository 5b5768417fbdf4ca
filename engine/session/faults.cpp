// SPDX-License-Identifier: MIT
#include "engine/session/faults.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "engine/session/combinations.h"
#include "engine/session/copy_first.h"
#include "engine/speculation/faulty_verifier.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

SamplerSettings atTemperatureOne(const SamplerSettings& sampler)
{
    SamplerSettings other = sampler;
    other.temperature = 1;
    return other;
}

SamplerSettings asTheModelSays(const SamplerSettings&)
{
    return {};
}

bool judgesByQ(const Verifier& verifier)
{
    return verifier.traits().needsQ;
}

bool judgesIndependentChildren(const Verifier& verifier)
{
    return verifier.supports(DrawRule::independent) && verifier.traits().needsQ && !verifier.onlyChains();
}

/// That the fault's own verifier stands in for.
template <const Verifier& (*rule)()>
bool isRule(const Verifier& verifier)
{
    return &verifier == &rule();
}

std::vector<Fault> makeFaults()
{
    return {
        {.name = "keep-rejected-kv",
         .title = "Rejected K/V stays in the cache",
         .explanation = "The keys and values of rejected drafts are not rolled back, so the target goes on as if it "
                        "had read them.",
         .keepsRejected = true},
        {.name = "recompute-q",
         .title = "q is recomputed after drafting",
         .explanation = "After drafting, q is computed again at temperature 1, so drafts are judged by another q than "
                        "the one that they were drawn from.",
         .isOf = &judgesByQ,
         .takeAway = &takeResidual,
         .samplerOfQ = &atTemperatureOne},
        {.name = "temperature-on-p-only",
         .title = "Temperature and filters on p only",
         .explanation = "Drafts are drawn with the sampler, but judged with temperature, top-k, top-p and min-p on p "
                        "only, so q is not what they were drawn from.",
         .isOf = &judgesByQ,
         .takeAway = &takeResidual,
         .samplerOfQ = &asTheModelSays},
        {.name = "skip-bonus",
         .title = "No bonus token",
         .explanation = "When all drafts are accepted no token is drawn after them, and the next round feeds the last "
                        "one again although its key and value are in the cache, so the target sees it twice.",
         .skipsBonus = true},
        {.name = "unnormalised-residual",
         .title = "The residual is not normalised",
         .explanation = "After a rejection max(0, p - q) is drawn from without dividing it by its sum, so what is "
                        "missing to 1 falls to its last token.",
         .isOf = &isRule<speculativeSamplingVerifier>,
         .verifier = &unnormalisedResidualVerifier,
         .takeAway = &takeUnnormalised},
        {.name = "p-instead-of-residual",
         .title = "p instead of the residual",
         .explanation = "After a rejection the token is drawn from p, so tokens that the draft favours, which had "
                        "their chance already, come too often.",
         .isOf = &isRule<speculativeSamplingVerifier>,
         .verifier = &pInsteadOfResidualVerifier,
         .takeAway = &takeNothing},
        {.name = "other-tokenizer",
         .title = "Draft and target tokenizers that differ",
         .explanation = "The draft numbers its tokens otherwise than the target, as with one special token more in "
                        "front, and q is looked up by the target's numbers, so a draft is judged by the q of another "
                        "token.",
         .isOf = &judgesByQ,
         .needsDraftModel = true,
         .takeAway = &takeResidual,
         .changesQ = &shiftTokens},
        {.name = "repeats-dropped",
         .title = "Repeated children are dropped",
         .explanation = "A child whose token a sibling has already is dropped, although it was drawn independently "
                        "and each repeat is a try of its own.",
         .isOf = &judgesIndependentChildren,
         .needsChildren = true,
         .dropsRepeats = true},
        {.name = "ratio-on-deterministic",
         .title = "min(1, p/q) on deterministic children",
         .explanation = "Children that were chosen without chance are accepted with min(1, p/q), as if they had been "
                        "drawn from q, so they come too often.",
         .isOf = &isRule<deterministicChildrenVerifier>,
         .needsDraftsWithQ = true,
         .verifier = &ratioOnDeterministicVerifier,
         .takeAway = &takeResidual},
        {.name = "contiguous-block",
         .title = "Block verification stops at the first failure",
         .explanation = "Drafts are kept up to the first whose u is not under h, although a later success should "
                        "rescue those before it.",
         .isOf = &isRule<blockVerifier>,
         .needsTwoDrafts = true,
         .verifier = &contiguousBlockVerifier},
    };
}

/// Whether the method, the shape and K are such that it can show.
Result<void> checkDrafts(const Fault& fault, const SessionSettings& settings)
{
    const Method& method = **methodNamed(settings.method);
    if (!method.drafts())
        return fail("The fault {} needs drafts, and the method {} has none: choose another method, or no fault.",
                    fault.name, method.name);
    if (fault.needsDraftModel && !method.needsDraftModel)
        return fail(
            "The fault {} needs a second model, and the method {} has none: choose another method, or another fault.",
            fault.name, method.name);
    if (fault.replacesQ() && method.mergesDrafts)
        return fail("The fault {} is of drafts with one q, and the method {} merges drafts of several: choose another "
                    "method, or another fault.",
                    fault.name, method.name);
    if ((fault.replacesQ() || fault.needsDraftsWithQ) && copyFirstOf(settings) > 0)
        return fail("The fault {} is of drafts with one q, and copies (copy-first) have another: choose copy-first 0, "
                    "or another "
                    "fault.",
                    fault.name);
    if (fault.needsDraftsWithQ && std::ranges::count(method.rules, DrawRule::independent) == 0)
        return fail(
            "The fault {} needs drafts that a model gave a q, and the method {} copies them: choose another method, "
            "or another fault.",
            fault.name, method.name);
    if (fault.needsChildren && (*shapeNamed(settings.shape))->isChain())
        return fail(
            "The fault {} needs nodes with several children, and a chain has none: choose another shape, or another "
            "fault.",
            fault.name);
    if (fault.needsTwoDrafts && settings.draftLength < 2)
        return fail("The fault {} needs two drafts a round or more: choose a larger K, or another fault.", fault.name);
    return {};
}

/// Whether the sampler and the verifier are such that it can show.
Result<void> checkJudging(const Fault& fault, const SessionSettings& settings)
{
    const Verifier& verifier = **verifierNamed(verifierNameFor(settings));
    if (!fault.isOf) {
        if (!verifier.isLossless())
            return fail("The verifier {} is not lossless anyway: choose another verifier, or no fault.",
                        verifier.name());
        return {};
    }
    if (settings.sampler.isGreedy())
        return fail("The fault {} changes nothing where the likeliest token is always taken: set the temperature above "
                    "0, or choose no fault.",
                    fault.name);
    if (!fault.isOf(verifier))
        return fail(
            "The fault {} is one of the verifier {}, and the verifier is {}: choose that one, or another fault.",
            fault.name, fmt::join(fault.verifiers(), " or "), verifier.name());
    if (fault.samplerOfQ && fault.samplerOfQ(settings.sampler) == settings.sampler)
        return fail("The fault {} changes nothing with this sampler: choose a temperature other than 1{}, or no fault.",
                    fault.name, fault.samplerOfQ == &asTheModelSays ? phrase(" or a filter") : Message{});
    return {};
}

} // namespace

std::vector<std::string_view> Fault::verifiers() const
{
    std::vector<std::string_view> names;
    for (const Verifier* each : allVerifiers())
        if (isOf && isOf(*each))
            names.push_back(each->name());
    return names;
}

std::string Fault::worksWith() const
{
    std::string where = isOf ? fmt::format("{}", fmt::join(verifiers(), ", ")) : "every lossless verifier";
    for (const auto& [isNeeded, what] : {std::pair(needsDraftModel, "; two models"),
                                         {needsChildren, "; trees"},
                                         {needsTwoDrafts, "; K from 2"},
                                         {needsDraftsWithQ, "; drafts of a model"}})
        if (isNeeded)
            where += what;
    return where;
}

const std::vector<Fault>& allFaults()
{
    static const std::vector<Fault> faults = makeFaults();
    return faults;
}

Result<const Fault*> faultNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Fault& fault : allFaults()) {
        if (fault.name == name)
            return &fault;
        names.push_back(fault.name);
    }
    return fail("There is no fault \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

const Fault* faultOf(const SessionSettings& settings)
{
    return settings.fault.empty() ? nullptr : *faultNamed(settings.fault);
}

Result<void> checkFault(const SessionSettings& settings)
{
    if (settings.fault.empty())
        return {};
    const auto fault = faultNamed(settings.fault);
    if (!fault)
        return tl::unexpected(fault.error());
    if (const auto drafts = checkDrafts(**fault, settings); !drafts)
        return drafts;
    return checkJudging(**fault, settings);
}

Result<SessionSettings> settingsWithFault(SessionSettings settings, std::string_view name)
{
    const auto known = faultNamed(name);
    if (!known)
        return tl::unexpected(known.error());
    settings.fault = name;
    if (check(settings))
        return settings;
    if (copyFirstOf(settings) > 0) {
        setOption(settings, copyFirstName, 0);
        if (check(settings))
            return settings;
    }
    const Fault& fault = **known;
    Combination combination = {*methodNamed(settings.method), *shapeNamed(settings.shape)};
    if (fault.needsChildren && combination.shape->isChain())
        combination.shape = *shapeNamed("fixed-widths");
    if (fault.isOf && combination.method->drafts())
        combination.verifier = *verifierNamed(fault.verifiers().front());
    auto chosen = settingsFor(combination, settings);
    if (!chosen)
        return chosen;
    chosen->fault = name;
    if (const auto fine = check(*chosen); !fine)
        return tl::unexpected(fine.error());
    return chosen;
}

Message faultSentence(std::string_view name)
{
    if (name.empty())
        return {};
    const auto fault = faultNamed(name);
    return fault ? message("Broken on purpose ({}), not lossless: {}", name, phrase((*fault)->explanation))
                 : message("Broken on purpose ({}).", name);
}

} // namespace draftscope

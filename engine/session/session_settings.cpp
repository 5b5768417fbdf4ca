// SPDX-License-Identifier: MIT
#include "engine/session/faults.h"
#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "engine/speculation/target.h"
#include "engine/speculation/verifiers.h"

#include <algorithm>

#include <fmt/ranges.h>

namespace draftscope {
namespace {

Result<void> checkOptions(const SessionSettings& settings, const Method& method)
{
    for (const auto& [name, value] : settings.options) {
        const MethodOption* const option = optionFor(settings, name);
        if (!option && settings.shape != SessionSettings().shape)
            return fail("Neither the method {} nor the shape {} has an option {}: leave it out.", method.name,
                        settings.shape, name);
        if (!option)
            return fail("The method {} has no option {}: leave it out, or choose another method.", method.name, name);
        if (value < option->smallest || value > option->largest)
            return fail("{} is {}: choose a number from {} to {}.", phrase(option->title), value, option->smallest,
                        option->largest);
    }
    for (const auto& [name, path] : settings.files) {
        const MethodFile* const file = fileFor(settings, name);
        if (!file && settings.shape != SessionSettings().shape)
            return fail("Neither the method {} nor the shape {} reads a file {}: leave it out.", method.name,
                        settings.shape, name);
        if (!file)
            return fail("The method {} reads no {}: leave it out, or choose another method.", method.name, name);
    }
    for (const MethodFile& file : method.files)
        if (file.isNeeded && fileOf(settings, file.name).empty())
            return fail("The method {} needs a {}: choose a file of that kind, or another method.", method.name,
                        file.name);
    return method.checkOptions ? method.checkOptions(settings) : Result<void>();
}

} // namespace

std::string_view verifierNameFor(const SessionSettings& settings)
{
    if (!settings.verifier.empty())
        return settings.verifier;
    return defaultVerifier(settings.sampler.isGreedy(), drawRuleFor(settings)).name();
}

Result<void> canVerify(const Verifier& verifier, const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    if (method && (*method)->mergesDrafts && !verifier.allowsDifferentQ())
        return fail("The verifier {} needs siblings that were drawn from one q, and the method {} draws them from "
                    "several: choose the verifier {}, or another method.",
                    verifier.name(), settings.method,
                    defaultVerifier(settings.sampler.isGreedy(), drawRuleFor(settings)).name());
    const auto shape = shapeNamed(settings.shape);
    if (verifier.onlyChains() && shape && !(*shape)->isChain())
        return fail("The verifier {} judges chains only, and the shape is {}: choose the shape chain, or another "
                    "verifier.",
                    verifier.name(), settings.shape);
    return checkRule(verifier, drawRuleFor(settings), settings.method);
}

Result<void> canJudgeWith(const Target& target, const SessionSettings& settings)
{
    const KnownOfP told = target.tells(settings.sampler);
    if (told == KnownOfP::all)
        return {};
    if (!settings.fault.empty())
        return fail("What is broken on purpose is seen by all of p, and {} tells a part of p: choose no fault.",
                    target.name());
    const bool isChain = !(*methodNamed(settings.method))->drafts() || (*shapeNamed(settings.shape))->isChain();
    return checkKnown(**verifierNamed(verifierNameFor(settings)), told, isChain, target.name());
}

namespace {

/// Shape and draws, and whether they go together with the method.
Result<void> checkShape(const SessionSettings& settings, const Method& method)
{
    const auto shape = shapeNamed(settings.shape);
    if (!shape)
        return tl::unexpected(shape.error());
    if (!settings.draws.empty() && !drawRuleNamed(settings.draws))
        return fail("There is no way to choose drafts named \"{}\": choose one of independent, without-replacement, "
                    "deterministic.",
                    settings.draws);
    if (!method.drafts())
        return {};
    if ((*shape)->mergesChains ? !method.mergesChains
                               : method.mergesChains && (method.mergesDrafts || !(*shape)->isChain()))
        return fail("The method {} does not draft the shape {}: choose the shape {}, or another method.", method.name,
                    (*shape)->name, defaultShape(method).name);
    if (!canDraft(method, **shape))
        return fail("The method {} drafts chains only: choose the shape chain, or another method.", method.name);
    const DrawRule rule = drawRuleFor(settings);
    if (const auto rules = rulesFor(method, **shape); std::ranges::count(rules, rule) == 0) {
        std::vector<std::string_view> names;
        for (const DrawRule possible : rules)
            names.push_back(nameOf(possible));
        return fail("The method {} with the shape {} does not choose drafts in the way {}: choose {}.", method.name,
                    (*shape)->name, nameOf(rule), fmt::join(names, " or "));
    }
    return (*shape)->checkOptions ? (*shape)->checkOptions(settings) : Result<void>();
}

} // namespace

Result<void> check(const SessionSettings& settings)
{
    const auto method = methodNamed(settings.method);
    if (!method)
        return tl::unexpected(method.error());
    const auto verifier = verifierNamed(verifierNameFor(settings));
    if (!verifier)
        return tl::unexpected(verifier.error());
    if (settings.draftLength < 1 || settings.draftLength > maxDraftLength)
        return fail("The draft length is {}: choose a number from 1 to {}.", settings.draftLength, maxDraftLength);
    if (settings.maxTokens < 1)
        return fail("The number of tokens to generate is {}: choose at least 1.", settings.maxTokens);
    if (settings.topTokens < 0)
        return fail("The number of tokens kept of every distribution is {}: choose 0 (none) or more.",
                    settings.topTokens);
    if (const auto sampler = check(settings.sampler); !sampler)
        return sampler;
    if (!settings.verifier.empty() && (*verifier)->traits().isGreedy() && !settings.sampler.isGreedy())
        return fail("The greedy verifier needs greedy sampling: set the temperature to 0, or choose the verifier {}.",
                    defaultVerifier(false, drawRuleFor(settings)).name());
    if (const auto options = checkOptions(settings, **method); !options)
        return options;
    if (const auto shape = checkShape(settings, **method); !shape)
        return shape;
    if ((*method)->drafts())
        if (const auto verifies = canVerify(**verifier, settings); !verifies)
            return verifies;
    return checkFault(settings);
}

} // namespace draftscope

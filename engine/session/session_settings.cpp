// SPDX-License-Identifier: MIT
#include "engine/session/session_state.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

Result<void> checkOptions(const SessionSettings& settings, const Method& method)
{
    for (const auto& [name, value] : settings.options) {
        const MethodOption* const option = method.option(name);
        if (!option)
            return fail("The method {} has no option {}: leave it out, or choose another method.", method.name, name);
        if (value < option->smallest || value > option->largest)
            return fail("{} is {}: choose a number from {} to {}.", option->title, value, option->smallest,
                        option->largest);
    }
    for (const auto& [name, path] : settings.files)
        if (!method.file(name))
            return fail("The method {} reads no {}: leave it out, or choose another method.", method.name, name);
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
    const auto method = methodNamed(settings.method);
    return usualVerifier(settings.sampler.isGreedy(), method ? (*method)->rule : DrawRule::independent).name();
}

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
    if (settings.verifier == "greedy" && !settings.sampler.isGreedy())
        return fail("The greedy verifier needs greedy sampling: set the temperature to 0, or choose the verifier {}.",
                    usualVerifier(false, (*method)->rule).name());
    if (const auto options = checkOptions(settings, **method); !options)
        return options;
    return (*method)->drafts() ? checkRule(**verifier, (*method)->rule, (*method)->name) : Result<void>();
}

} // namespace draftscope

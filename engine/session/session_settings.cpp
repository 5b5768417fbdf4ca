// SPDX-License-Identifier: MIT
#include "engine/session/session_state.h"

namespace draftscope {

std::string_view verifierNameFor(const SessionSettings& settings)
{
    if (!settings.verifier.empty())
        return settings.verifier;
    return settings.sampler.isGreedy() ? "greedy" : "speculative-sampling";
}

Result<void> check(const SessionSettings& settings)
{
    if (const auto method = methodNamed(settings.method); !method)
        return tl::unexpected(method.error());
    if (const auto verifier = verifierNamed(verifierNameFor(settings)); !verifier)
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
        return fail("The greedy verifier needs greedy sampling: set the temperature to 0, or choose the verifier "
                    "speculative-sampling.");
    return {};
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/speculation/verifiers.h"

#include "engine/speculation/partial_judging.h"

#include <fmt/ranges.h>

namespace draftscope {

std::vector<const Verifier*> allVerifiers()
{
#define DRAFTSCOPE_LIST(rule) &rule(),
    return {DRAFTSCOPE_VERIFIERS(DRAFTSCOPE_LIST)};
#undef DRAFTSCOPE_LIST
}

std::unique_ptr<Judging> Verifier::beginPartly(const DraftTree&, PartialTarget, UniformSource, ForceSource) const
{
    return nullptr;
}

std::string_view nameOf(DrawRule rule)
{
    switch (rule) {
    case DrawRule::independent:
        return "independent";
    case DrawRule::withoutReplacement:
        return "without-replacement";
    case DrawRule::deterministic:
        break;
    }
    return "deterministic";
}

std::optional<DrawRule> drawRuleNamed(std::string_view name)
{
    for (const DrawRule rule : {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic})
        if (nameOf(rule) == name)
            return rule;
    return std::nullopt;
}

std::string_view wordsFor(DrawRule rule)
{
    switch (rule) {
    case DrawRule::independent:
        return "at random and independently from q";
    case DrawRule::withoutReplacement:
        return "at random without replacement";
    case DrawRule::deterministic:
        break;
    }
    return "without chance";
}

Result<void> checkRule(const Verifier& verifier, DrawRule rule, std::string_view method)
{
    if (verifier.supports(rule))
        return {};
    std::vector<std::string_view> needed;
    for (const DrawRule way : {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic})
        if (verifier.supports(way))
            needed.push_back(wordsFor(way));
    return fail("The verifier {} needs tokens that were chosen {}, and the method {} chooses them {}: choose the "
                "verifier {}, or another method.",
                verifier.name(),
                needed.size() == 1 ? phrase(needed.front()) : Message{fmt::format("{}", fmt::join(needed, " or "))},
                method, phrase(wordsFor(rule)), defaultVerifier(false, rule).name());
}

const Verifier& defaultVerifier(bool isGreedy, DrawRule rule)
{
    if (isGreedy)
        return greedyVerifier();
    switch (rule) {
    case DrawRule::independent:
        return speculativeSamplingVerifier();
    case DrawRule::withoutReplacement:
        return withoutReplacementVerifier();
    case DrawRule::deterministic:
        break;
    }
    return deterministicChildrenVerifier();
}

Result<const Verifier*> verifierNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Verifier* verifier : allVerifiers()) {
        if (verifier->name() == name)
            return verifier;
        names.push_back(verifier->name());
    }
    return fail("There is no verifier \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

} // namespace draftscope

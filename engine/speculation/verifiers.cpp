// SPDX-License-Identifier: MIT
#include "engine/speculation/verifiers.h"

#include <fmt/ranges.h>

namespace draftscope {

std::vector<const Verifier*> allVerifiers()
{
    return {&greedyVerifier(), &speculativeSamplingVerifier()};
}

Result<void> checkRule(const Verifier& verifier, DrawRule rule, std::string_view method)
{
    if (verifier.supports(rule))
        return {};
    return fail("The verifier {} needs tokens that were drawn at random and independently from q, and the method {} "
                "chooses them {}: set the temperature to 0, or choose another method.",
                verifier.name(), method, rule == DrawRule::deterministic ? "without chance" : "without replacement");
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

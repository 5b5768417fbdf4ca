// SPDX-License-Identifier: MIT
#include "engine/speculation/verifiers.h"

#include <fmt/ranges.h>

namespace draftscope {

std::vector<const Verifier*> allVerifiers()
{
    return {&greedyVerifier(), &speculativeSamplingVerifier()};
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

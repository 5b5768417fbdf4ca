// SPDX-License-Identifier: MIT
#include "engine/record/verifier_traits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace draftscope {
namespace {

using Acceptance = VerifierTraits::Acceptance;

constexpr std::array<std::pair<std::string_view, VerifierTraits>, 8> rulesOfOldTraces = {{
    {"", speculativeSamplingTraits},
    {"speculative-sampling", speculativeSamplingTraits},
    {"greedy",
     {.acceptance = Acceptance::likeliest, .isLossless = true, .leavesPWithoutQ = true, .takesLikeliest = true}},
    {"block", {.acceptance = Acceptance::block, .isLossless = true, .needsQ = true, .acceptsByBlock = true}},
    {"k-seq", {.acceptance = Acceptance::divided, .isLossless = true, .needsQ = true}},
    {"without-replacement",
     {.acceptance = Acceptance::ratioOfRest,
      .isLossless = true,
      .needsQ = true,
      .leavesPWithoutQ = true,
      .leavesRemainder = true}},
    {"deterministic-children",
     {.acceptance = Acceptance::probability, .isLossless = true, .leavesPWithoutToken = true, .leavesRemainder = true}},
    {"typical", {.acceptance = Acceptance::threshold, .comparesPaths = true, .takesLikeliest = true}},
}};

} // namespace

VerifierTraits traitsOfOldTrace(std::string_view verifier, bool isLossless)
{
    const auto* const rule =
        std::ranges::find(rulesOfOldTraces, verifier, &std::pair<std::string_view, VerifierTraits>::first);
    return rule != rulesOfOldTraces.end() ? rule->second : VerifierTraits{.isLossless = isLossless};
}

} // namespace draftscope

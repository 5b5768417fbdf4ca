// SPDX-License-Identifier: MIT
#include "engine/record/names.h"

#include <array>
#include <cstddef>

namespace draftscope {
namespace {

template <std::size_t count, class Enumeration>
std::string_view pick(const std::array<std::string_view, count>& names, Enumeration value)
{
    return std::size_t(value) < count ? names[std::size_t(value)] : std::string_view();
}

} // namespace

std::string_view nameOf(Verdict verdict)
{
    return pick(std::array<std::string_view, 3>{"not judged", "accepted", "rejected"}, verdict);
}

std::string_view nameOf(TokenSource source)
{
    return pick(std::array<std::string_view, 5>{"prompt", "plain", "accepted", "residual", "bonus"}, source);
}

std::string_view nameOf(MomentKind kind)
{
    return pick(std::array<std::string_view, 7>{"draft", "verify", "judge", "residual", "bonus", "plain", "commit"},
                kind);
}

std::string_view nameOf(OverrideRecord::Kind kind)
{
    return pick(std::array<std::string_view, 5>{"token", "u", "verdict", "sampler", "K"}, kind);
}

std::string_view nameOf(CacheOwner cache)
{
    return pick(std::array<std::string_view, 2>{"target", "draft"}, cache);
}

std::string_view nameOf(CacheChange::Kind kind)
{
    return pick(std::array<std::string_view, 4>{"rolled_back", "written", "committed", "gap"}, kind);
}

std::string_view nameOf(VerifierTraits::Acceptance acceptance)
{
    return pick(std::array<std::string_view, 8>{"own", "likeliest", "ratio", "ratio_of_rest", "probability", "block",
                                                "divided", "threshold"},
                acceptance);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/trace/traits_json.h"

#include <array>
#include <string>
#include <utility>

#include "engine/record/names.h"
#include "engine/trace/json_fields.h"

namespace draftscope {
namespace {

constexpr const char* traitsKey = "verifier_traits";

constexpr std::array<std::pair<const char*, bool VerifierTraits::*>, 9> traitKeys = {{
    {"lossless", &VerifierTraits::isLossless},
    {"needs_q", &VerifierTraits::needsQ},
    {"leaves_p_without_q", &VerifierTraits::leavesPWithoutQ},
    {"leaves_p_without_token", &VerifierTraits::leavesPWithoutToken},
    {"leaves_remainder", &VerifierTraits::leavesRemainder},
    {"accepts_by_block", &VerifierTraits::acceptsByBlock},
    {"compares_paths", &VerifierTraits::comparesPaths},
    {"takes_likeliest", &VerifierTraits::takesLikeliest},
    {"watched", &VerifierTraits::isWatched},
}};

} // namespace

void write(JsonLine& line, const VerifierTraits& traits)
{
    line.key(traitsKey).open('{').field("acceptance", nameOf(traits.acceptance));
    for (const auto& [key, trait] : traitKeys)
        line.field(key, traits.*trait);
    line.close('}');
}

std::optional<VerifierTraits> decodeTraits(const nlohmann::json& record)
{
    if (!record.contains(traitsKey))
        return std::nullopt;
    const JsonFields fields(record.at(traitsKey));
    VerifierTraits traits;
    std::string acceptance;
    fields.read("acceptance", acceptance);
    traits.acceptance = named<VerifierTraits::Acceptance>(acceptance).value_or(VerifierTraits::Acceptance::own);
    for (const auto& [key, trait] : traitKeys)
        fields.readIfThere(key, traits.*trait);
    return traits;
}

} // namespace draftscope

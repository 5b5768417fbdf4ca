// SPDX-License-Identifier: MIT
#include "engine/record/told_part.h"

#include <charconv>
#include <string_view>

namespace draftscope {

bool isTailUnknown(const TraceHeader& header, const SamplerSettings& sampler)
{
    constexpr std::string_view wish = "probabilities=";
    const std::string_view path = header.target.path;
    const std::size_t hash = path.find('#');
    if (!path.starts_with("http") || hash == std::string_view::npos)
        return false;
    const std::size_t at = path.find(wish, hash);
    if (at == std::string_view::npos)
        return false;
    int told = 0;
    const std::string_view number = path.substr(at + wish.size());
    if (std::from_chars(number.data(), number.data() + number.size(), told).ec != std::errc())
        return false; // all
    return !sampler.isGreedy() && !(sampler.topK > 0 && sampler.topK <= told);
}

} // namespace draftscope

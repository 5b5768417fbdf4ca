// SPDX-License-Identifier: MIT
#include "engine/sampling/usable_logits.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace draftscope {

bool areUsable(std::span<const float> logits)
{
    constexpr float largest = std::numeric_limits<float>::max();
    unsigned wrong = 0, finite = 0; // no early end, so that the loop vectorises
    for (const float logit : logits) {
        wrong |= unsigned(!(logit <= largest)); // NaN compares as false
        finite |= unsigned(logit >= -largest);
    }
    return wrong == 0 && finite != 0;
}

UnusableLogits::UnusableLogits(std::string_view model, int position)
    : DecodeFailure(fmt::format("The logits of {} at position {} of the text are NaN or infinite, so that no token can "
                                "be chosen by them: its weights are damaged, choose another model.",
                                model, position))
{
}

void requireUsable(std::span<const float> logits, int tokenizerSize, std::string_view model, int position)
{
    if (!areUsable(logits.first(std::min(logits.size(), std::size_t(tokenizerSize)))))
        throw UnusableLogits(model, position);
}

} // namespace draftscope

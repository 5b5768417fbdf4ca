// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "engine/core/decode_failure.h"

namespace draftscope {

/// Whether a token can be chosen by these logits: none is NaN or +infinity, and at least one is finite. A logit of
/// -infinity is allowed: it masks its token, which gets probability 0.
[[nodiscard]] bool areUsable(std::span<const float> logits);

/// A model's logits are not usable: its weights are damaged, or overflow. Ends the decode.
class UnusableLogits : public DecodeFailure {
public:
    /// `position` counts the tokens of the text from 1, prompt included: the logits are those after that token.
    UnusableLogits(std::string_view model, int position);
};

/// Throws UnusableLogits if the first `tokenizerSize` logits are not usable; those behind them are padding.
void requireUsable(std::span<const float> logits, int tokenizerSize, std::string_view model, int position);

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Drafts whose logits are of a part of the vocabulary. What they read are tokens of the whole of it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/token.h"

namespace draftscope {

/// The token of each logit: its index plus what d2t says (EAGLE-3, arXiv 2503.01840). Error, with `where` for the file: a token
/// that two logits have, or that a vocabulary of so many does not have.
[[nodiscard]] Result<std::vector<TokenId>> tokensOfLogits(std::span<const std::int64_t> d2t, int vocabulary,
                                                          std::string_view where);

/// all [vocabulary] = logits, each at its token, minus infinity where a token has none. No tokens: logit i is token i's.
void spreadLogits(std::span<const TokenId> tokenOfLogit, std::span<const float> logits, std::span<float> all);

} // namespace draftscope

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

class TensorSource;
struct ModelConfig;

/// d2t as offsets, where a GGUF file may have the tokens themselves in it. Tokens rise from logit to logit; offsets do
/// not, since those of two tokens that are neighbours in the vocabulary are equal. (Of a head without any such two,
/// offsets would be taken for tokens.)
[[nodiscard]] std::vector<std::int64_t> asOffsets(std::vector<std::int64_t> d2t);

/// The token of each logit: its index plus what d2t says (EAGLE-3, arXiv 2503.01840). Error, with `where` for the file:
/// a token that two logits have, or that a vocabulary of so many does not have.
[[nodiscard]] Result<std::vector<TokenId>> tokensOfLogits(std::span<const std::int64_t> d2t, int vocabulary,
                                                          std::string_view where);

/// The token of each logit of a draft whose head was cut to a part of the vocabulary (FR-Spec, arXiv 2502.14856), as
/// EAGLE-3 writes it down; empty for all others. The configuration learns how many there are. The embedding is whole: a
/// draft reads every token that its target may write. `mayBeTokens`: d2t may hold tokens (asOffsets()). Error: d2t is
/// missing, or does not fit the configuration or the embedding.
[[nodiscard]] Result<std::vector<TokenId>> readTokensOfLogits(const TensorSource& source,
                                                              std::string_view embeddingName, bool mayBeTokens,
                                                              ModelConfig& config);

/// all [vocabulary] = logits, each at its token, minus infinity where a token has none. No tokens: logit i is token
/// i's.
void spreadLogits(std::span<const TokenId> tokenOfLogit, std::span<const float> logits, std::span<float> all);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/core/progress.h"
#include "engine/model/forward_pass.h"

namespace draftscope {

/// How well a model predicts a text that is there.
struct TextScore {
    std::size_t scored = 0;           ///< tokens
    double negativeLogLikelihood = 0; ///< the sum of −ln p over them, in nats; infinity where one of them cannot come

    /// Nats. Precondition: a token was scored.
    [[nodiscard]] double perToken() const { return negativeLogLikelihood / double(scored); }
    /// e to the power of that.
    [[nodiscard]] double perplexity() const;
};

/// Cuts a text into windows of so many tokens, one behind the other, the last of them shorter, and scores every token
/// of a window but its first by −ln p, where p is the model's probability at temperature 1 given the tokens before it
/// in the window. This is what transformers' documentation describes as perplexity of fixed-length models, with a
/// stride of one window (https://huggingface.co/docs/transformers/perplexity).
///
/// `pass` has a slot for each token of a window, and whatever lies in them is lost. Ids from tokenizerSize on are
/// padding, which has no probability. `model`: its name, for sentences. Precondition: the window has at least two
/// tokens and fits the context. Throws Cancelled, BackendFailure and UnusableLogits.
[[nodiscard]] TextScore scoreText(ForwardPass& pass, std::span<const TokenId> text, int window, int tokenizerSize,
                                  std::string_view model, const Progress& progress);

} // namespace draftscope

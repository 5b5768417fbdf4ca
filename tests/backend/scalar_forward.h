// SPDX-License-Identifier: MIT
// The Llama forward pass as a textbook writes it, in double precision, one whole text at a time and without a cache.
#pragma once

#include <set>
#include <vector>

#include "engine/model/model.h"

namespace draftscope::test {

using Numbers = std::vector<double>;

/// What the model makes of every token of a text; token i stands at position i and sees tokens 0 .. i.
struct ScalarForward {
    std::vector<std::vector<Numbers>>
        entering;                    ///< [layers + 1][tokens][hidden]: the stream before each layer, and at last
    std::vector<Numbers> normalised; ///< [tokens][hidden], after the final norm
    std::vector<Numbers> logits;     ///< [tokens][vocabulary]
};
/// Without the attention and the MLP of some layers.
[[nodiscard]] ScalarForward scalarForward(const Model& model, const std::vector<TokenId>& text,
                                          const std::set<int>& skippedAttention = {},
                                          const std::set<int>& skippedMlp = {});

/// Logits of every token of a text, [tokens][vocabulary]; token i stands at position i and sees tokens 0 .. i.
[[nodiscard]] std::vector<std::vector<double>> scalarLogits(const Model& model, const std::vector<TokenId>& text);

} // namespace draftscope::test

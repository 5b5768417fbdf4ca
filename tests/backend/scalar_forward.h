// SPDX-License-Identifier: MIT
// The Llama forward pass as a textbook writes it, in double precision, one whole text at a time and without a cache.
#pragma once

#include <vector>

#include "engine/model/model.h"

namespace draftscope::test {

/// Logits of every token of a text, [tokens][vocabulary]; token i stands at position i and sees tokens 0 .. i.
[[nodiscard]] std::vector<std::vector<double>> scalarLogits(const Model& model, const std::vector<TokenId>& text);

} // namespace draftscope::test

// SPDX-License-Identifier: MIT
// Medusa's and EAGLE's heads as their papers write them, in double precision, from the tensors by the names that they
// are published under: nothing of what the engine makes of these files takes part.
#pragma once

#include <vector>

#include "tests/backend/scalar_forward.h"
#include "tests/fixtures/head_files.h"

namespace draftscope::test {

/// Logits of a Medusa head of so many blocks.
[[nodiscard]] Numbers scalarMedusa(const fixtures::HeadFiles& files, int head, int blocks, const Numbers& state);

/// One row of an EAGLE head.
struct HeadRow {
    TokenId token = 0;
    Numbers input;           ///< the target's state, or the state that came out of the row before
    bool isFeatures = false; ///< EAGLE-3: input is the target's features, which fc fuses
};
struct HeadOutput {
    Numbers state, logits; ///< what comes again, and what the head says of it
};
/// Rows at positions 0, 1 ... of which each sees those before it. Embedding and head are the target's where the files
/// have none.
[[nodiscard]] std::vector<HeadOutput> scalarEagle(const fixtures::HeadFiles& files, const Model& target,
                                                  const std::vector<HeadRow>& rows);

} // namespace draftscope::test

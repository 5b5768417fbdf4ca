// SPDX-License-Identifier: MIT
// Explanations of a text that differs which have to be computed: other positions, another beginning.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/analysis/text_divergence.h"

namespace draftscope {

/// A text that differs from what its target would write, by more than rounding.
struct DifferingText {
    std::span<const TokenId> tokens; ///< prompt and what is behind it
    std::size_t promptSize = 0;
    std::size_t from = 1;                ///< the first token that is judged
    std::span<const ForcedPlace> places; ///< of the tokens from `from` on
    std::vector<bool> nearTies;          ///< by place
    float allowance = 0;                 ///< logits that rounding may decide
};

/// Reads the text with positions shifted by one, and with other tokens in front, and gives the diagnosis that pattern
/// where next to nothing differs then. Of a long text only what is near the first fault is read so. Precondition: two
/// tokens differ, one of them by more than rounding. Throws as ForcedReader::read().
void tryExplanations(TextDiagnosis& diagnosis, const DifferingText& text, ForcedReader& reader, const Model& target,
                     const Progress& progress);

} // namespace draftscope

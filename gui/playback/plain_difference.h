// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/record/recording.h"

namespace draftscope {

/// How far a run writes what its target would write plainly. At temperature 0 nothing that keeps the target's
/// distribution writes anything else.
struct PlainDifference {
    int compared = 0;              ///< tokens behind the prompt that both have, up to the first one that differs
    std::optional<int> index = {}; ///< of that one in the text, prompt included
};

/// Of the text at the moment shown, beside the tokens that plain decoding of the same prompt writes behind it. Nothing
/// where there is nothing to compare: above temperature 0, where a person has changed something on the branch, and
/// where one of the two texts has not begun.
[[nodiscard]] std::optional<PlainDifference> differenceFromPlain(const Recording& recording, Position shown,
                                                                 const std::vector<TokenId>& plain);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/model/forward_pass.h"

#include <algorithm>

namespace draftscope {

bool fits(const Rows& rows, const ModelConfig& config, int slotCount)
{
    return std::ranges::all_of(rows.rows, [&](const Row& row) {
        return row.token >= 0 && row.token < config.vocabularySize && row.slot >= 0 && row.slot < slotCount
            && row.position >= 0 && row.position < config.contextLength;
    });
}

} // namespace draftscope

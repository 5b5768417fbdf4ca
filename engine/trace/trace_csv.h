// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "engine/record/recording.h"

namespace draftscope {

/// A branch as a table for spreadsheets (RFC 4180, a header line first): a line a drafted node and a line a drawn
/// token. Unknown values are empty fields; rounds and depths count from 1; times are those of the whole round, in
/// milliseconds. Of one round only, counted from 0, if one is given.
[[nodiscard]] std::string traceCsv(const Recording& recording, int branch, std::optional<int> only = {});

} // namespace draftscope

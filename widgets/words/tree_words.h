// SPDX-License-Identifier: GPL-3.0-or-later
// A round that is a tree, in words: for tool tips and for people who do not see the drawing.
#pragma once

#include <QStringList>

#include "engine/record/recording.h"

namespace draftscope {

/// Everything that is recorded of a node, in lines, numbers with six decimals.
[[nodiscard]] QString nodeToolTip(const RoundRecord& round, int node, const Recording& recording);

/// The same of the token that ends the round, and of the one that it began with.
[[nodiscard]] QString drawToolTip(const RoundRecord& round, const Recording& recording);
[[nodiscard]] QString rootToolTip(const RoundRecord& round, const Recording& recording);

/// Lines with the numbers that are recorded of a committed token, by its index in its round: q, p, acceptance and u.
[[nodiscard]] QStringList committedInNumbers(const RoundRecord& round, int index);

/// "Draft 5: “with”, after “play”. q 0.30, p 0.52, acceptance 0.87, u 0.20: accepted."
[[nodiscard]] QString nodeInWords(const RoundRecord& round, int node, const Recording& recording);

/// "“dog” drawn (bonus)."
[[nodiscard]] QString drawInWords(const RoundRecord& round, const Recording& recording);

/// "Round 12: 15 drafts in 4 levels. Accepted: “play”, “with”. Rejected: “in”. “dog” drawn (bonus)."
[[nodiscard]] QString treeInWords(const RoundRecord& round, const Recording& recording);

} // namespace draftscope

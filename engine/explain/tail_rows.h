// SPDX-License-Identifier: MIT
// Stand-ins for the tokens that a record does not list. They have the sums that the record has of those: of p, of q,
// and of what each rejection leaves of p, so that a rule comes to the same numbers with them as with the vocabulary.
#pragma once

#include <vector>

#include "engine/explain/rule_formulas.h"

namespace draftscope {

struct TailRow {
    double p = 0, q = 0;
};

/// What a rejection does: R becomes norm(max(0, R - c q)).
struct TailStep {
    double share = 1; ///< of R, that is left
    double tail = 0;  ///< of what is left, normalised, that the tail has
    double c = 1;     ///< what q is multiplied with
};

/// As many rows as there are steps and one more. There always are such rows: tokens that survive j rejections and not
/// the next are one row, whose q is what R has of it then; q of the row that survives all is 0.
[[nodiscard]] std::vector<TailRow> tailRows(double tailP, double tailQ, const std::vector<TailStep>& steps);

/// The rows for a context of a round, by the rule that judges it.
[[nodiscard]] std::vector<TailRow> tailRowsOf(const RuleTerms& terms, int context);

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
// What if α, c or v were others than those of a run.
#pragma once

#include <optional>

#include "widgets/charts/length_theory_chart.h"

namespace draftscope {

/// What a person tries in place of what was measured; the rest stays the run's.
struct TriedTheory {
    std::optional<double> acceptance; ///< α
    std::optional<double> cost;       ///< c
    /// v of a pass with the rows of the run; of others it lies on the straight line through this and 1 of one row
    std::optional<double> verify;
    [[nodiscard]] bool isEmpty() const { return !acceptance && !cost && !verify; }
};

/// Rows of the run's target passes: its drafts and the root. Those that v is tried for.
[[nodiscard]] int rowsOf(const LengthTheory& theory);

/// The theory of a run with that in it. Where costs were not measured, one that is tried alone has beside it a c of 0
/// or a v of 1, which say that the other thing costs nothing. Of trees nothing can be tried.
[[nodiscard]] LengthTheory withTried(const LengthTheory& ofRun, const TriedTheory& tried);

} // namespace draftscope

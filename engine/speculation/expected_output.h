// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "engine/core/token.h"
#include "engine/sampling/distribution.h"

namespace draftscope {

/// Writes what is left of R once a child that was judged by q has been rejected, normalised, to `out`. Where no part of
/// R is over q, R is left.
using TakeAway = void (*)(const Distribution& remaining, const Distribution& q, Distribution& out);

/// norm(max(0, R - q)): the TakeAway of speculative sampling.
void takeResidual(const Distribution& remaining, const Distribution& q, Distribution& out);

/// A child of a context, as a rule that accepts with min(1, R(x) / q(x)) sees it.
struct JudgedChild {
    const Distribution* drawnFrom = nullptr; ///< null: it is `token`, without chance
    const Distribution* judgedBy = nullptr;  ///< q; the same one where nothing is broken
    TokenId token = noToken;
};

/// The distribution of the token that is written behind a context: what comes of every token that its children might
/// be, drawn independently, and of every verdict. R is p at first; a rejected child takes its part away, and when none
/// is left the token is drawn from R. With the residual and children that are judged by what they were drawn from, it
/// is p again: the theorem of speculative sampling (Leviathan et al., arXiv 2211.17192, appendix A.1; for several
/// children SpecInfer, arXiv 2305.09781).
[[nodiscard]] Distribution expectedOutput(const Distribution& p, std::span<const JudgedChild> children,
                                          TakeAway takeAway);

/// Half of what two distributions over the same vocabulary differ by, summed over all tokens: 0 where they are the
/// same, 1 where they have no token in common.
[[nodiscard]] double totalVariationBetween(const Distribution& a, const Distribution& b);

} // namespace draftscope

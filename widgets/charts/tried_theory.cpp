// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tried_theory.h"

#include <algorithm>
#include <cmath>

namespace draftscope {

int rowsOf(const LengthTheory& theory)
{
    const int drafts = int(std::lround(theory.runLength.value_or(0)));
    if (drafts > 0)
        return drafts + 1;
    return theory.costs ? std::max(2, theory.costs->verify.back().rows) : 2;
}

LengthTheory withTried(const LengthTheory& ofRun, const TriedTheory& tried)
{
    LengthTheory theory = ofRun;
    if (theory.draftsTrees || tried.isEmpty())
        return theory;
    theory.isTried = true;
    if (tried.acceptance)
        theory.acceptance = tried.acceptance;
    if (!tried.cost && !tried.verify)
        return theory;
    theory.isCostTried = tried.cost || !ofRun.costs;
    theory.isVerifyTried = tried.verify || !ofRun.costs;
    PassCosts costs = theory.costs.value_or(PassCosts{0, {{1, 1, 0}}});
    if (tried.cost)
        costs.costRatio = *tried.cost;
    if (tried.verify)
        costs.verify = {{1, 1, 0}, {rowsOf(ofRun), *tried.verify, 0}};
    theory.costs = costs;
    return theory;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/analysis/metrics.h"

namespace draftscope {

double expectedTokens(double acceptance, int draftLength)
{
    // The sum 1 + a + ... + a^k is the closed form without its 0/0 at a = 1.
    double sum = 0, power = 1;
    for (int i = 0; i <= draftLength; ++i, power *= acceptance)
        sum += power;
    return sum;
}

double predictedSpeedUp(double acceptance, int draftLength, double costRatio, double verifyRatio)
{
    return expectedTokens(acceptance, draftLength) / (draftLength * costRatio + verifyRatio);
}

} // namespace draftscope

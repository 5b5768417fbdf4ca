// SPDX-License-Identifier: MIT
#include "engine/record/stage_times.h"

namespace draftscope {

double StageTimes::milliseconds() const
{
    double sum = 0;
    for (const StageTime& stage : stages)
        sum += stage.milliseconds;
    return sum;
}

double StageTimes::bytes() const
{
    double sum = 0;
    for (const StageTime& stage : stages)
        sum += stage.bytes;
    return sum;
}

} // namespace draftscope

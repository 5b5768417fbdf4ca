// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/axis.h"

#include <cmath>

namespace draftscope {

double axisStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

double axisTop(double most)
{
    if (most <= 0)
        return 1;
    const double step = axisStep(most / 4);
    return std::ceil(most / step - 1e-9) * step;
}

} // namespace draftscope

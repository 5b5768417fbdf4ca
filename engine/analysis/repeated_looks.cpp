// SPDX-License-Identifier: MIT
#include "engine/analysis/repeated_looks.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace draftscope {
namespace {

constexpr int firstLook = 100;
constexpr int mostTexts = std::numeric_limits<int>::max();

/// 100, 200, 500, 1000: from each to the next.
int lookBehind(int look)
{
    int power = firstLook;
    while (power <= look / 10)
        power *= 10;
    const std::int64_t next = look / power == 2 ? std::int64_t(power) * 5 : std::int64_t(look) * 2;
    return int(std::min<std::int64_t>(next, mostTexts));
}

} // namespace

std::optional<int> lookAfter(int texts)
{
    int number = 0;
    for (int look = firstLook; look <= texts && look < mostTexts; look = lookBehind(look), ++number)
        if (look == texts)
            return number;
    return std::nullopt;
}

int nextLook(int texts)
{
    int look = firstLook;
    while (look <= texts && look < mostTexts)
        look = lookBehind(look);
    return look;
}

double shareOfLook(int look)
{
    return 1.0 / (double(look + 1) * double(look + 2));
}

void PValueOverLooks::add(int look, double pValue)
{
    m_value = std::min(m_value, pValue / shareOfLook(look));
}

} // namespace draftscope

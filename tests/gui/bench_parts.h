// SPDX-License-Identifier: MIT
// What the parts of bench_window share.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <QElapsedTimer>

namespace draftscope::bench {

inline double milliseconds(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

inline double mostOf(const std::vector<double>& values)
{
    return *std::max_element(values.begin(), values.end());
}

inline double medianOf(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

inline void require(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "The benchmark could not go on: %s.\n", what);
    std::exit(1);
}

// --- bench_trees.cpp
void treeLayout();
void treePainting();

} // namespace draftscope::bench

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace draftscope {

/// Wall time since the last lap.
class Stopwatch {
public:
    /// Milliseconds since construction or the last call.
    double lap()
    {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - m_start).count();
        m_start = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace draftscope

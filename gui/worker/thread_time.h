// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>

namespace draftscope {

/// Milliseconds that the calling thread has computed since it began; what it waited does not count.
inline double threadMilliseconds()
{
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

} // namespace draftscope

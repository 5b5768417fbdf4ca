// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <mutex>

#include "engine/core/thread_pool.h"

namespace draftscope {

/// Calls work(thread, index) for each index in [0, count) on the threads of a pool that is not reserved, or one by
/// one on thread 0 where there is no pool. What a call throws is thrown again when all calls have returned.
template <class Work>
void eachOnThreads(ThreadPool* pool, int count, const Work& work)
{
    if (!pool || count < 2) {
        for (int index = 0; index < count; ++index)
            work(0, index);
        return;
    }
    std::exception_ptr thrown;
    std::mutex throwing;
    const auto reserved = pool->reserve();
    pool->splitWithThread(count, 1, [&](int thread, int begin, int end) {
        try {
            for (int index = begin; index < end; ++index)
                work(thread, index);
        } catch (...) {
            const std::lock_guard lock(throwing);
            thrown = std::current_exception();
        }
    });
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "engine/core/thread_pool.h"
#include "engine/model/forward_pass.h"

namespace draftscope::cpu {

/// Weight rows that threads share in such groups, or in pairs of them: whole panels.
inline constexpr int tileRows = 16;

/// A pool's threads as one pass uses them. Once the pass is cancelled what is left of a job is left out: a stage of a
/// large model takes longer than a person who stops it should wait. The caller of the pass ends it behind the stage.
class PassThreads {
public:
    explicit PassThreads(std::shared_ptr<ThreadPool> pool) : m_pool(std::move(pool)) {}

    [[nodiscard]] int count() const { return m_pool->threadCount(); }
    [[nodiscard]] std::unique_lock<std::mutex> reserve() { return m_pool->reserve(); }
    /// A pass of these rows begins, which must live until its end.
    void begin(const Rows& rows) { m_rows = &rows; }

    /// Calls job(begin, end) for ranges of [0, count) that begin at multiples of `grain`.
    template <class Job>
    void split(int count, int grain, const Job& job)
    {
        m_pool->split(count, grain, [&](int begin, int end) {
            if (!m_rows->isCancelled())
                job(begin, end);
        });
    }
    /// The same for weight rows, in whole panels.
    template <class Job>
    void splitWeightRows(int count, const Job& job)
    {
        // Few activation rows walk two panels together, where a thread's share is not cut into single ones.
        const bool arePairs = count >= 4 * tileRows * m_pool->threadCount();
        split(count, arePairs ? 2 * tileRows : tileRows, job);
    }
    /// Calls work(index) for each of `count` activation rows of so many floats: on all threads where that is worth
    /// their meeting.
    template <class Work>
    void eachRow(int count, int floats, const Work& work)
    {
        constexpr int worthwhile = 3072; ///< floats; few threads take a microsecond or two to meet
        if (count * floats < worthwhile) {
            for (int row = 0; row < count; ++row)
                work(row);
            return;
        }
        each(count, [&](int, int row) { work(row); });
    }
    /// Calls work(thread, index) for each index in [0, count).
    template <class Work>
    void each(int count, const Work& work)
    {
        m_pool->splitWithThread(count, 1, [&](int thread, int begin, int end) {
            for (int index = begin; index < end && !m_rows->isCancelled(); ++index)
                work(thread, index);
        });
    }

private:
    std::shared_ptr<ThreadPool> m_pool;
    const Rows* m_rows = nullptr; ///< of the pass that runs
};

/// Calls work(matrix index, begin, end) for the parts of [begin, end) that fall into each of several matrices whose
/// rows are counted through: one parallel region for all of them.
template <class Work>
void eachMatrix(std::span<const int> rowCounts, int begin, int end, const Work& work)
{
    int first = 0;
    for (std::size_t i = 0; i < rowCounts.size(); first += rowCounts[i++]) {
        const int from = std::max(begin, first), to = std::min(end, first + rowCounts[i]);
        if (from < to)
            work(i, from - first, to - first);
    }
}

} // namespace draftscope::cpu

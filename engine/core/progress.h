// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

namespace draftscope {

/// How a long job reports and is cancelled. `report` is called on the thread that works, with the share done (0 to 1)
/// and a few words; the job looks at `cancelled`, which any thread may set, at least every 50 ms.
struct Progress {
    std::function<void(double share, std::string_view what)> report;
    const std::atomic<bool>* cancelled = nullptr;

    void tell(double share, std::string_view what) const
    {
        if (report)
            report(share, what);
    }
    [[nodiscard]] bool isCancelled() const { return cancelled && cancelled->load(std::memory_order_relaxed); }
};

} // namespace draftscope

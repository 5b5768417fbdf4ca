// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

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
    /// The same with other words: for a part of a job that does not know what it is a part of.
    [[nodiscard]] Progress saying(std::string words) const
    {
        Progress other;
        other.cancelled = cancelled;
        if (report)
            other.report = [outer = report, said = std::move(words)](double share, std::string_view) {
                outer(share, said);
            };
        return other;
    }
    [[nodiscard]] bool isCancelled() const { return cancelled && cancelled->load(std::memory_order_relaxed); }
};

/// Thrown by functions that say so when their Progress is cancelled, for work that is too deep for a Result. The
/// function that can cancel catches it.
class Cancelled : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "cancelled"; }
};

} // namespace draftscope

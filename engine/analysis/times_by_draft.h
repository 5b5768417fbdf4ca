// SPDX-License-Identifier: MIT
// What a way of decoding takes for a token, robust against single rounds that the machine held up.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/analysis/speed.h"
#include "engine/analysis/statistics.h"

namespace draftscope {

/// Times of rounds by how many tokens they drafted.
class TimesByDraft {
public:
    void add(const TimedRound& round)
    {
        if (!round.counts)
            return;
        m_times[round.record.nodes.size()].push_back(round.ms);
        m_tokens += round.record.committed.size();
    }
    /// Milliseconds; nothing before the first.
    [[nodiscard]] std::optional<double> msPerToken() const
    {
        double sum = 0;
        for (const auto& [drafted, times] : m_times)
            sum += double(times.size()) * median(times).value_or(0);
        return m_tokens > 0 ? std::optional(sum / double(m_tokens)) : std::nullopt;
    }

private:
    std::map<std::size_t, std::vector<double>> m_times;
    std::size_t m_tokens = 0;
};

} // namespace draftscope

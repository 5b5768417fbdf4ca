// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/model/forward_pass.h"

namespace draftscope::cuda {

/// Slots that a list should have room for at first: two sequences that fill the cache, and many ancestors.
[[nodiscard]] constexpr std::size_t listedAtFirst(int slotCount)
{
    return 2 * std::size_t(slotCount) + maxRows * maxRows;
}
/// Bytes of the rows of a pass and a list of so many slots, as they lie on the device.
[[nodiscard]] constexpr std::size_t inputBytes(std::size_t listed)
{
    return sizeof(PassInput) + listed * sizeof(int);
}

/// Rows as kernels read them: up to maxRows of a pass, and the list of slots that their paths run through.
class PassRows {
public:
    /// Takes rows [first, first + count). A prefix is listed once for all rows of its sequence, ancestors once for rows
    /// that follow each other in one array.
    void take(const Rows& rows, std::size_t first, std::size_t count);

    [[nodiscard]] const PassInput& input() const { return m_input; }
    [[nodiscard]] const std::vector<int>& list() const { return m_list; }
    [[nodiscard]] int longestPath() const { return m_longestPath; } ///< keys, the row's own among them

private:
    [[nodiscard]] int listPrefix(const Rows& rows, int sequence);
    [[nodiscard]] int listAncestors(std::span<const int> ancestors);

    PassInput m_input{};
    std::vector<int> m_list;
    std::map<int, int> m_prefixes; ///< where a sequence's prefix begins in the list
    std::span<const int> m_lastAncestors;
    int m_lastFirst = 0; ///< where those begin
    int m_longestPath = 0;
};

} // namespace draftscope::cuda

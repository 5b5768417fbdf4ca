// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/backend/cuda/slot_list.h"
#include "engine/model/forward_pass.h"

namespace draftscope::cuda {

/// Slots that a list should have room for at first: two sequences that fill the cache, and many ancestors.
[[nodiscard]] constexpr std::size_t listedAtFirst(int slotCount)
{
    return 2 * std::size_t(slotCount) + std::size_t(maxRows) * maxRows;
}
/// Bytes of the rows of a pass and a list of so many slots, as they lie on the device.
[[nodiscard]] constexpr std::size_t inputBytes(std::size_t listed)
{
    return sizeof(PassInput) + listed * sizeof(int);
}

/// Rows as kernels read them: up to maxRows of a pass, and the list of slots that their paths run through.
class PassRows {
public:
    /// Of a pass with such a PassShape::longFrom.
    explicit PassRows(int longFrom = 0) : m_longFrom(longFrom) {}

    /// Rows taken from now on are of another pass.
    void setLongFrom(int longFrom) { m_longFrom = longFrom; }
    /// Takes rows [first, first + count) and lists the slots of their paths.
    void take(const Rows& rows, std::size_t first, std::size_t count);
    /// The same with a list that other passes share.
    void take(const Rows& rows, std::size_t first, std::size_t count, SlotList& slots);

    [[nodiscard]] const PassInput& input() const { return m_input; }
    /// Of the first take().
    [[nodiscard]] const std::vector<int>& list() const { return m_slots.all(); }
    [[nodiscard]] int longestPath() const { return m_longestPath; } ///< keys, the row's own among them

private:
    PassInput m_input{};
    SlotList m_slots;
    int m_longestPath = 0;
    int m_longFrom;
};

} // namespace draftscope::cuda

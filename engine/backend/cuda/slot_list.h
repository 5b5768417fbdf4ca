// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace draftscope::cuda {

/// The slots that paths run through, one behind the other as they lie on the device. What lies in one array is listed
/// once: a span that repeats or continues a listed one only adds what is new. The arrays may not change meanwhile.
class SlotList {
public:
    void clear();
    /// Where the span's slots begin in the list; 0 for none.
    [[nodiscard]] int place(std::span<const int> slots);
    [[nodiscard]] const std::vector<int>& all() const { return m_all; }

private:
    struct Piece {
        const int* source; ///< in the caller's memory
        int first, count;  ///< in the list
    };
    std::vector<int> m_all;
    std::vector<Piece> m_pieces;
};

} // namespace draftscope::cuda

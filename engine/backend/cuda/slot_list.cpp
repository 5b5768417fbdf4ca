// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/slot_list.h"

#include <algorithm>
#include <functional>

namespace draftscope::cuda {

void SlotList::clear()
{
    m_all.clear();
    m_pieces.clear();
}

int SlotList::place(std::span<const int> slots)
{
    if (slots.empty())
        return 0;
    const std::less_equal<const int*> notAfter; // also of pointers into different arrays
    for (Piece& piece : m_pieces) {
        if (!notAfter(piece.source, slots.data()) || !notAfter(slots.data(), piece.source + piece.count))
            continue;
        const int offset = int(slots.data() - piece.source);
        const int known = std::min(int(slots.size()), piece.count - offset), more = int(slots.size()) - known;
        if (more > 0 && piece.first + piece.count != int(m_all.size()))
            continue;
        m_all.insert(m_all.end(), slots.end() - more, slots.end());
        piece.count += more;
        return piece.first + offset;
    }
    m_pieces.push_back({slots.data(), int(m_all.size()), int(slots.size())});
    m_all.insert(m_all.end(), slots.begin(), slots.end());
    return m_pieces.back().first;
}

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace draftscope {

/// Keeps a program alive when a file that it has mapped is cut short by another program. Reading such a page raises
/// SIGBUS; while a MappedRange of the mapping lives, the handler puts pages of zeros over what is lost, and the reader
/// goes on with wrong numbers and finds wasLost() when it is done. A SIGBUS anywhere else goes to the handler that was
/// there before. Thread-safe.
class MappedRange {
public:
    /// `data` is what mmap() returned.
    MappedRange(const void* data, std::size_t size);
    MappedRange(const MappedRange&) = delete;
    MappedRange& operator=(const MappedRange&) = delete;
    /// Before the mapping itself goes.
    ~MappedRange();

    /// Whether a page could not be read and has been replaced.
    [[nodiscard]] bool wasLost() const;

private:
    struct Entry;
    friend struct BusErrors;
    Entry* m_entry;
};

} // namespace draftscope

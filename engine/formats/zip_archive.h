// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/error.h"
#include "engine/core/memory_map.h"

namespace draftscope {

/// The entries of a zip file that are stored as they are, without compression, as torch.save() writes them; zip64 where
/// sizes ask for it. Checked when opened: every entry lies inside the file, clear of the others, under one name in both
/// places that name it. Checksums are not: that would read gigabytes of weights.
class ZipArchive {
public:
    /// Error: no zip file, a cut or lying one, one with compressed or encrypted entries. May throw std::bad_alloc.
    [[nodiscard]] static Result<ZipArchive> open(std::shared_ptr<const MemoryMap> map);

    using Bytes = std::span<const std::byte>;
    /// Nothing but a null pointer when there is no such entry.
    [[nodiscard]] const Bytes* find(std::string_view name) const;
    /// Entries by name.
    [[nodiscard]] const std::map<std::string, Bytes, std::less<>>& entries() const { return m_entries; }

private:
    std::map<std::string, Bytes, std::less<>> m_entries;
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/core/token.h"
#include "engine/formats/datastore.h"

namespace draftscope {

/// Writes a datastore beside its place and puts it there when it is whole, so that there never is half a one, and one that was
/// there before stays until then.
class DatastoreWriter {
public:
    /// Errors: the place cannot be written to, or holds a file that is no datastore.
    [[nodiscard]] static Result<DatastoreWriter> create(const std::filesystem::path& path);
    DatastoreWriter(DatastoreWriter&& other) noexcept;
    DatastoreWriter& operator=(DatastoreWriter&&) = delete;
    /// Without finish() nothing stays.
    ~DatastoreWriter();

    /// Sorts the suffixes, writes all and puts it in place. Preconditions: those of suffixArray(). Errors: the disk. Throws
    /// Cancelled.
    [[nodiscard]] Result<void> finish(const DatastoreFacts& facts, std::span<const TokenId> tokens,
                                      const Progress& progress = {});

private:
    DatastoreWriter(std::filesystem::path path, std::filesystem::path beside, int descriptor)
        : m_path(std::move(path)), m_beside(std::move(beside)), m_descriptor(descriptor)
    {
    }
    [[nodiscard]] Result<void> writeNumbers(const std::vector<std::uint32_t>& numbers, std::uint32_t bytesEach,
                                            const Progress& progress) const;
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) const;

    std::filesystem::path m_path, m_beside;
    int m_descriptor; ///< of m_beside; -1 where there is none any more
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/core/replacing_file.h"
#include "engine/core/token.h"
#include "engine/formats/datastore.h"

namespace draftscope {

/// Writes a datastore beside its place and puts it there when it is whole, so that there never is half a one, and one
/// that was there before stays until then.
class DatastoreWriter {
public:
    /// Errors: the place cannot be written to, or holds a file that is no datastore.
    [[nodiscard]] static Result<DatastoreWriter> create(const std::filesystem::path& path);

    /// Sorts the suffixes, writes all and puts it in place; without it nothing stays. Preconditions: those of
    /// suffixArray(). Errors: the disk. Throws Cancelled.
    [[nodiscard]] Result<void> finish(const DatastoreFacts& facts, std::span<const TokenId> tokens,
                                      const Progress& progress = {});

private:
    explicit DatastoreWriter(ReplacingFile file) : m_file(std::move(file)) {}
    [[nodiscard]] Result<void> writeNumbers(const std::vector<std::uint32_t>& numbers, std::uint32_t bytesEach,
                                            const Progress& progress) const;

    ReplacingFile m_file;
};

} // namespace draftscope

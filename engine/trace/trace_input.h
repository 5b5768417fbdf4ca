// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/core/regular_file.h"

struct ZSTD_DCtx_s;

namespace draftscope {

/// The lines of a trace, plain or zstd (told by its first bytes), as far as they are there. Takes memory for the
/// longest line only, and time in proportion to the text.
class TraceInput {
public:
    /// Reading reports to `progress`, and ends with an Error when it is cancelled.
    [[nodiscard]] static Result<TraceInput> open(const std::filesystem::path& path, const Progress& progress = {});

    struct Line {
        std::string_view text; ///< until the next call
        bool hasEnd = true;    ///< false: the file stops before the newline
    };
    /// The next line; nothing at the end of the file. Errors: cancelled, a line of a length that no record has, a
    /// packed file that is damaged or grows without measure.
    [[nodiscard]] Result<std::optional<Line>> next();
    /// The first bytes of the text, `most` at most, which next() gives again. Before the first next(). Errors: as
    /// next().
    [[nodiscard]] Result<std::string_view> beginning(std::size_t most);
    [[nodiscard]] bool isPacked() const { return m_context != nullptr; }
    /// After the last line: whether the file stops inside a compressed block.
    [[nodiscard]] bool isCut() const { return m_cut; }

private:
    struct FreeContext {
        void operator()(ZSTD_DCtx_s* context) const;
    };
    TraceInput(std::filesystem::path path, RegularFile file, const Progress& progress)
        : m_path(std::move(path)), m_file(std::move(file)), m_progress(progress)
    {
    }
    [[nodiscard]] Result<void> fill(); ///< appends to m_text; sets m_atEnd when nothing is left
    [[nodiscard]] Result<void> read();
    [[nodiscard]] Result<void> decompress();

    std::filesystem::path m_path;
    RegularFile m_file;
    Progress m_progress;
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> m_context; ///< null when not compressed
    std::vector<char> m_raw;                             ///< read from the file; [m_rawBegin, m_rawEnd) is not unpacked
    std::size_t m_rawBegin = 0, m_rawEnd = 0;
    std::string m_text;      ///< read and unpacked; what was handed out ends at m_begin
    std::size_t m_begin = 0; ///< of the next line
    std::uint64_t m_rawTotal = 0, m_textTotal = 0;
    std::size_t m_hint = 0;   ///< what zstd would like to have next
    bool m_holdsBack = false; ///< zstd may have more output
    bool m_atEnd = false, m_cut = false;
};

} // namespace draftscope

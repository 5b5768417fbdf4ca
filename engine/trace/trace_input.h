// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.h"

struct ZSTD_DCtx_s;

namespace draftscope {

/// The lines of a trace, plain or zstd (told by its first bytes), as far as they are there.
class TraceInput {
public:
    [[nodiscard]] static Result<TraceInput> open(const std::filesystem::path& path);

    struct Line {
        std::string text;
        bool hasEnd = true; ///< false: the file stops before the newline
    };
    /// The next line; nothing at the end of the file.
    [[nodiscard]] Result<std::optional<Line>> next();
    /// After the last line: whether the file stops inside a compressed block.
    [[nodiscard]] bool isCut() const { return m_cut; }

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    struct FreeContext {
        void operator()(ZSTD_DCtx_s* context) const;
    };
    TraceInput() = default;
    [[nodiscard]] Result<void> fill(); ///< appends to m_text; sets m_atEnd when nothing is left
    [[nodiscard]] Result<void> decompress(std::size_t count);

    std::filesystem::path m_path;
    std::unique_ptr<std::FILE, CloseFile> m_file;
    std::unique_ptr<ZSTD_DCtx_s, FreeContext> m_context; ///< null when not compressed
    std::vector<char> m_raw, m_unpacked;
    std::string m_text;     ///< read and not handed out
    std::size_t m_hint = 0; ///< what zstd would like to have next
    bool m_atEnd = false, m_cut = false;
};

} // namespace draftscope

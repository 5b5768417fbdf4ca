// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/trace/trace_place.h"

struct ZSTD_CCtx_s;

namespace draftscope {

/// A file that lines are appended to, each of which is with the operating system when writeLine() returns. Compressed
/// with zstd when the name ends in .zst, a flushed block a line, so that a program that dies loses nothing. What was in
/// the file goes once it is known that no other Draftscope is writing it.
class TraceOutput {
public:
    [[nodiscard]] static Result<TraceOutput> create(const std::filesystem::path& path);
    [[nodiscard]] Result<void> writeLine(std::string_view line); ///< with its newline
    [[nodiscard]] Result<void> close();

private:
    struct FreeContext {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    TraceOutput() = default;
    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<void> compress(std::string_view bytes, bool end);

    std::filesystem::path m_path;
    LockedFile m_file;
    std::unique_ptr<ZSTD_CCtx_s, FreeContext> m_context; ///< null when not compressed
    std::vector<char> m_buffer;
};

} // namespace draftscope

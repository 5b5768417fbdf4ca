// SPDX-License-Identifier: MIT
// Lines of a lesson's file with their numbers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/lessons/words.h"

namespace draftscope {

struct NumberedLine {
    int number = 0; ///< from 1
    std::string_view text;
};

/// Without comments (`<!-- … -->` on a line of its own) and without \r. Refers to `text`.
[[nodiscard]] inline std::vector<NumberedLine> numberedLines(std::string_view text)
{
    std::vector<NumberedLine> lines;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        ++number;
        if (!(trimmed(line).starts_with("<!--") && trimmed(line).ends_with("-->")))
            lines.push_back({number, line});
    }
    return lines;
}

/// What is wrong in a line of a file.
[[nodiscard]] inline tl::unexpected<Error> failAt(const std::filesystem::path& file, int line, std::string_view what)
{
    return fail("Line {} of {}: {}", line, file.filename().string(), what);
}

/// "at: first rejection"; an empty key where it is none.
struct KeyValue {
    std::string_view key, value;
};
[[nodiscard]] inline KeyValue keyValueOf(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return {};
    return {trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
}

} // namespace draftscope

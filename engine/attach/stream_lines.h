// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// Takes a stream apart, which comes in pieces: server-sent events ("data: {…}"), or a JSON document a line, or one
/// document over several lines.
class StreamLines {
public:
    using Take = std::function<Result<void>(const std::string& document)>;

    /// `take` gets each document once it is there, and what it says goes on to the caller. Errors besides: a line that
    /// is too long.
    [[nodiscard]] Result<void> add(std::string_view bytes, const Take& take);
    /// The end of the stream: what has no end of line yet is a document, too.
    [[nodiscard]] Result<void> finish(const Take& take);

private:
    Result<void> takeLine(std::string_view line, const Take& take);

    std::string m_line;
    std::string m_document; ///< of several lines, as far as it has come
    int m_depth = 0;        ///< open brackets in it
    bool m_isInString = false, m_isEscaped = false;
};

} // namespace draftscope

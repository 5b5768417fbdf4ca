// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

/// A program to be run, without a shell in between.
struct ChildProcess {
    std::vector<std::string> command; ///< the program, which is looked for on PATH, and its arguments
    std::filesystem::path folder;     ///< that it works in
    std::vector<std::pair<std::string, std::string>> environment = {}; ///< beside what this program has
};

/// How it ended.
struct ChildEnd {
    int status = 0;   ///< 0: all went well; 128 + the number of the signal that ended it
    std::string said; ///< what it wrote on both of its streams; of much the end
};

/// Runs it to its end. It reads nothing, and gets no signals that a terminal sends to this program. `goesOn` is called
/// every 50 ms at least; when it says no, the program and those that it has started are ended. Error: it cannot be
/// started; `reason` says why.
[[nodiscard]] Result<ChildEnd> runChild(const ChildProcess& child, const std::function<bool()>& goesOn);

} // namespace draftscope

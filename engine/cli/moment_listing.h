// SPDX-License-Identifier: MIT
// draftscope-cli trace --why, --code and --python: moments of a round explained.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "engine/core/error.h"
#include "engine/record/recording.h"

namespace draftscope {

struct MomentOptions {
    std::string why, code;     ///< ROUND or ROUND:MOMENT, both from 1
    std::optional<int> python; ///< a round, from 1

    [[nodiscard]] bool isAsked() const { return !why.empty() || !code.empty() || python; }
};

void addMomentOptions(CLI::App& command, MomentOptions& options);
/// By the options alone.
[[nodiscard]] Result<void> check(const MomentOptions& options);
/// Prints what was asked for of a branch that is there.
[[nodiscard]] Result<void> printMoments(const Recording& recording, int branch, const MomentOptions& options);

/// Whether a branch has so many rounds. The Error says how many it has.
[[nodiscard]] Result<void> checkRound(const Recording& recording, int branch, int round);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

/// How often the n-th child of a node is the token that the target takes, once it has come to that node: by depth, then
/// by rank. The last depth goes for those behind it, too; ranks that are not there are never accepted.
using RankAcceptance = std::vector<std::vector<double>>;

/// What static trees are made of, as draftscope-cli measure-ranks measures it. docs/methods.md describes its file.
struct RankTable {
    struct Pass {
        int rows = 1;
        double ratio = 1; ///< its time over that of one row
    };

    std::string method, target, draft; ///< that it was measured with; for people
    double temperature = 0;            ///< likewise
    std::vector<std::int64_t> parents; ///< by depth: nodes that the target came to; likewise
    RankAcceptance acceptance;
    double costRatio = 0;     ///< c: drafting a level over a row of the target
    std::vector<Pass> passes; ///< of the target, by rows; empty where no times were measured

    /// v of a pass of so many rows: in proportion between those that were measured. Precondition: there are passes.
    [[nodiscard]] double verifyRatio(int rows) const;
    [[nodiscard]] std::string json() const;
};

/// Reads such a file. Error: what is wrong with it.
[[nodiscard]] Result<RankTable> readRankTable(const std::filesystem::path& path);

} // namespace draftscope

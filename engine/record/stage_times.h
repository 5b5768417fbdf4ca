// SPDX-License-Identifier: MIT
// Where the time of a pass goes. Value types, copied between threads.
#pragma once

#include <string>
#include <vector>

namespace draftscope {

/// What one stage of a pass cost, over all layers.
struct StageTime {
    std::string stage; ///< for people: "queries, keys, values"
    double milliseconds = 0;
    double bytes = 0; ///< that it has to read at least: its weights, and in attention keys and values
    [[nodiscard]] double bytesPerSecond() const { return milliseconds > 0 ? bytes / milliseconds * 1e3 : 0; }
    friend bool operator==(const StageTime&, const StageTime&) = default;
};

/// A pass measured stage by stage: medians of several passes.
struct StageTimes {
    std::string backend; ///< "CPU · AVX-512 · 2 threads"
    std::string model;
    int rows = 1;    ///< of the pass
    int context = 0; ///< tokens in the cache before it
    std::vector<StageTime> stages;
    double bandwidth = 0; ///< bytes a second that the memory of the weights gave, measured in the same run
    [[nodiscard]] double milliseconds() const;
    [[nodiscard]] double bytes() const;
    friend bool operator==(const StageTimes&, const StageTimes&) = default;
};

} // namespace draftscope

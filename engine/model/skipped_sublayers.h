// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/pass_part.h"

namespace draftscope {

/// The sublayers of a model that drafting with it leaves out (Draft & Verify, arXiv 2309.08168). Layers in order, each
/// once.
struct SkippedSublayers {
    std::vector<int> attention, mlp;
    friend bool operator==(const SkippedSublayers&, const SkippedSublayers&) = default;

    [[nodiscard]] PassPart part() const { return {.skippedAttention = attention, .skippedMlp = mlp}; }
    /// {"attention":[1],"mlp":[1,3]} and a newline.
    [[nodiscard]] std::string json() const;
};

/// A set that any model can begin with: both sublayers of every second layer, from the second to the last but one.
[[nodiscard]] SkippedSublayers defaultSkippedSublayers(int layerCount);

/// Reads json(), also as the value of an object's only key, as sets are published:
/// {"model":{"attention":[1],"mlp":[1,3]}}. An Error says what is wrong, a layer that the model does not have included.
/// modelName: of the sentence.
[[nodiscard]] Result<SkippedSublayers> readSkippedSublayers(const std::filesystem::path& path, int layerCount,
                                                            std::string_view modelName);

} // namespace draftscope

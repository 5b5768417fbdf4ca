// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/core/progress.h"
#include "engine/model/model.h"

namespace draftscope {

/// A model of a known shape with random bf16 weights, to measure on a machine that has none: it reads as many bytes and
/// does as much work as the real one, and writes nonsense. All matrices lie in one block of memory the size of the
/// largest. Without a tokenizer: for forward passes only. Error: no such shape; the sentence names them. Throws
/// Cancelled.
[[nodiscard]] Result<std::shared_ptr<const Model>> syntheticModel(std::string_view shape,
                                                                  const Progress& progress = {});

/// "tales-6m, llama-68m, ..."
[[nodiscard]] std::string syntheticShapes();

} // namespace draftscope

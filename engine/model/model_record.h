// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/model.h"

namespace draftscope {

/// The facts of a model whose name, path, configuration and weights are known, as a trace keeps them.
[[nodiscard]] ModelRecord describe(const Model& model);

} // namespace draftscope

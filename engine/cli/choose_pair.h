// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/backend/backends.h"
#include "engine/cli/options.h"

namespace draftscope {

/// Loads a model by path or by the name of an embedded one, watching for Ctrl+C.
[[nodiscard]] Result<std::shared_ptr<const Model>> chooseModel(const std::string& pathOrName);

/// The models that the options name; a target that they leave out is that of the embedded pair, a draft the one that
/// comes with the program for the target, or else that of the embedded pair.
[[nodiscard]] Result<Pair> choosePair(const ModelOptions& options, bool needsDraft);

/// The same model without a token that ends a text. Its weights stay shared.
[[nodiscard]] std::shared_ptr<const Model> withoutEnd(const std::shared_ptr<const Model>& model);

/// What the options say to compute on. Error: there is no such device; said before models are read.
[[nodiscard]] Result<Backends> backendsFor(const ModelOptions& options);

} // namespace draftscope

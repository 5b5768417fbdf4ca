// SPDX-License-Identifier: MIT
// What the files of each kind of head become; between draft_head.cpp and the files beside it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/formats/gguf.h"
#include "engine/formats/tensor_source.h"
#include "engine/model/draft_head.h"
#include "engine/model/tensor_mapper.h"

namespace draftscope {

/// Of the tensors of medusa_lm_head.
[[nodiscard]] Result<void> readMedusaHeads(const TensorSource& source, const Model& target, DraftHead& head);
/// Of config.json and the tensors beside it, EAGLE-1, 2 or 3.
[[nodiscard]] Result<void> readEagleHead(const TensorSource& source, const Model& target, DraftHead& head);

/// The same of tensors under these names, where `shape` says the sizes and `document` what only config.json of heads
/// has. `where`: the file that said so. `isInterleaved`: rows of q and k are permuted, see Weights::interleavedRope.
[[nodiscard]] Result<void> readEagleHead(const TensorSource& source, const nlohmann::json& document, ModelConfig shape,
                                         const std::string& where, bool isInterleaved, const Model& target,
                                         DraftHead& head);
/// Of a GGUF file: EAGLE-1, 2 or 3.
[[nodiscard]] Result<void> readGgufHead(const Gguf& file, const Model& target, DraftHead& head);

/// A model that keeps alive what its matrices lie in: those of the source, and those of its target that it shares.
[[nodiscard]] std::shared_ptr<Model> beginHead(const TensorSource& source, const Model& target, const DraftHead& head,
                                               std::string name);
/// Says what the model is, once its configuration and weights are known. The target's matrices are not its parameters.
void finishHead(Model& model, const Model& target);

/// Error: a tensor was left over that changes what the head says. Names that begin or end with one of `needless` do
/// not.
[[nodiscard]] Result<void> checkNothingLeft(const TensorSource& source, const TensorMapper& mapper,
                                            std::span<const std::string_view> needless = {});

} // namespace draftscope

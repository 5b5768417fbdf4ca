// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/model/model_config.h"
#include "engine/model/weights.h"
#include "engine/record/records.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// A model on disk made readable: configuration, memory-mapped weights, tokenizer. Immutable; share it between
/// sessions.
struct Model {
    std::string name; ///< shown to people
    std::filesystem::path path;
    ModelConfig config;
    Weights weights;
    std::shared_ptr<const Tokenizer> tokenizer;
    ModelRecord record; ///< the same facts as a trace keeps them
    /// A sentence on files that say two things, and which of them was taken; mostly empty.
    Message warning = {};

    [[nodiscard]] bool isEndOfText(TokenId token) const;
};

/// Opens a Hugging Face directory (config.json, model.safetensors or shards, tokenizer.model), a .gguf file, any part
/// of a model in several of them, or the folder that they lie in. Quick, because the weights stay where they are:
/// enough to know what a model is and needs. Error: cancelled.
[[nodiscard]] Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path,
                                                             const Progress& progress = {});

/// Touches every page of the weights once so that the first pass is not slow, reporting progress. Error: cancelled.
[[nodiscard]] Result<void> readWeights(const Model& model, const Progress& progress = {});

/// Both.
[[nodiscard]] Result<std::shared_ptr<const Model>> loadModel(const std::filesystem::path& path,
                                                             const Progress& progress = {});

/// Error: the model has logits for a part of its tokens only. It can draft, and a text that it decided would lack the
/// others.
[[nodiscard]] Result<void> checkTarget(const Model& target);

/// Checks that a draft can propose for a target: same tokenizer type, same BOS policy, same text for every shared id.
/// The Error names the check that failed and shows two ids that differ. Larger padded vocabularies are allowed, and a
/// draft with logits for a part of the tokens: its q is 0 for the others. The target passes checkTarget().
[[nodiscard]] Result<void> checkPair(const Model& target, const Model& draft);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/core/error.h"
#include "engine/formats/tensor_source.h"
#include "engine/model/model_config.h"
#include "engine/model/weights.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

class Gguf;
class Safetensors;
struct TensorNames;

/// What a model's files say, whichever format they have, before the weights are touched.
struct Checkpoint {
    std::string name;
    ModelConfig config;
    Weights weights;
    std::shared_ptr<const Tokenizer> tokenizer;
    Message warning = {}; ///< see Model::warning
};

[[nodiscard]] Result<Checkpoint> openHuggingFaceDirectory(const std::filesystem::path& directory);
/// model.safetensors of a directory, or its shards. Error: there is neither.
[[nodiscard]] Result<std::shared_ptr<const Safetensors>> openHuggingFaceWeights(const std::filesystem::path& directory);
[[nodiscard]] Result<Checkpoint> openGgufModel(const std::filesystem::path& path);

/// config.json with the additions of generation_config.json. `contextLength` and sizes are checked.
[[nodiscard]] Result<ModelConfig> readHuggingFaceConfig(const std::filesystem::path& directory);
/// The metadata of a GGUF file, and its rope_freqs tensor.
[[nodiscard]] Result<ModelConfig> readGgufConfig(const Gguf& file);

/// Finds every tensor that the configuration asks for and checks its shape. A tied checkpoint may store the
/// embedding, the head, or the same matrix twice. Tensors that the model has no place for are an Error that names
/// them: leaving out a bias or a layer would change every token without a word.
[[nodiscard]] Result<Weights> mapWeights(const TensorSource& source, const ModelConfig& config,
                                         const TensorNames& names);

} // namespace draftscope

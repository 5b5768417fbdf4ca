// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/formats/tensor_source.h"
#include "engine/model/config_fields.h"
#include "engine/model/gguf_fields.h"
#include "engine/model/model_config.h"

namespace draftscope {

/// How one format names the tensors; %d stands for the layer.
struct TensorNames {
    const char *embedding, *finalNorm, *head;                                     ///< of the whole model
    const char *inputNorm, *postAttentionNorm, *q, *k, *v, *o, *gate, *up, *down; ///< of a layer
    const char *queryNorm, *keyNorm;   ///< of a layer, where there are such norms
    std::vector<const char*> needless; ///< tensors that may be there and say nothing that the configuration does not
    /// Of a layer, where they lie one below the other in a tensor: q, k and v; gate and up. Their own names are null
    /// then.
    const char *queriesKeysValues = nullptr, *gateUp = nullptr;
    const char* positions = nullptr; ///< of the whole model, where they are learned
    bool areTransposed = false;      ///< matrices of layers are stored as [columns, rows]
    const char *attentionOutputNorm = nullptr, *mlpOutputNorm = nullptr; ///< of a layer, where there are such norms
    bool normsLackOne = false;                ///< weights of norms are stored less 1, to which they are added in f32
    std::vector<const char*> otherParts = {}; ///< beginnings of tensors that no text ever reaches: what sees pictures
};

/// A family of models: what its files are called inside, and what its layers do. Each is one file beside this one, and
/// a line of DRAFTSCOPE_FAMILIES.
struct ModelFamily {
    std::string_view name;             ///< as people say it: "Llama"
    std::string_view architecture;     ///< in `architectures` of config.json: "LlamaForCausalLM"
    std::string_view modelType;        ///< `model_type` of config.json, where there are no architectures: "llama"
    std::string_view ggufArchitecture; ///< general.architecture of GGUF; empty where such files are another family's

    /// What config.json says of sizes, positions and layers. Error: the model computes what no forward pass does.
    Result<ModelConfig> (*readConfig)(ConfigFields& fields, const std::string& where);
    const TensorNames& (*huggingFaceNames)();
    /// Of files with other names: those that were written of the model without its head, or by other versions of
    /// transformers; null where there are none. See namesOf().
    const TensorNames& (*otherNames)() = nullptr;

    /// The same of GGUF; null where ggufArchitecture is empty.
    Result<ModelConfig> (*readGguf)(GgufFields& fields) = nullptr;
    const TensorNames& (*ggufNames)() = nullptr;
    bool ggufRopeIsInterleaved = false; ///< see Weights::interleavedRope

    std::string_view refused = {}; ///< what of it is refused, to be shown; may be empty
};

/// All that there are, in the order in which they are shown.
[[nodiscard]] std::span<const ModelFamily* const> modelFamilies();

/// The family of a config.json. Error: there is none, by name.
[[nodiscard]] Result<const ModelFamily*> familyOfConfig(ConfigFields& fields, const std::string& where);
/// The family of a GGUF file. Error: there is none, by name.
[[nodiscard]] Result<const ModelFamily*> familyOfGguf(const Gguf& file);

/// How a Hugging Face checkpoint of a family names its tensors.
[[nodiscard]] const TensorNames& namesOf(const ModelFamily& family, const TensorSource& source);

/// Lets rows of these layers see no more than `window` tokens, where the model has longer texts. Error: that is none.
[[nodiscard]] Result<void> setWindows(ModelConfig& config, int window, const std::function<bool(int layer)>& hasWindow,
                                      const std::string& where);

/// The same where all layers have it.
[[nodiscard]] Result<void> setWindow(ModelConfig& config, int window, const std::string& where);

/// The windows of a config.json that has them where use_sliding_window says so: of the layers that layer_types calls
/// sliding_attention, or without such a list of those for which `otherwise` holds. `unstated`: the window where none is
/// stated; nothing: then there is none. Error: a kind of layer that is not known.
[[nodiscard]] Result<void> readWindows(ConfigFields& fields, const std::string& where, ModelConfig& config,
                                       std::optional<int> unstated, const std::function<bool(int layer)>& otherwise);

/// Names that families share: Llama's, and those of norms that some have besides. A bias is named like its matrix.
[[nodiscard]] const TensorNames& llamaNames();
[[nodiscard]] const TensorNames& llamaGgufNames();

/// The table of families, in the order in which they are shown. A new one is a file in this folder and a line here.
#define DRAFTSCOPE_FAMILIES(FAMILY)                                                                                    \
    FAMILY(llamaFamily)                                                                                                \
    FAMILY(mistralFamily)                                                                                              \
    FAMILY(qwen2Family)                                                                                                \
    FAMILY(qwen3Family)                                                                                                \
    FAMILY(smollm3Family)                                                                                              \
    FAMILY(phi3Family)                                                                                                 \
    FAMILY(gemma2Family)                                                                                               \
    FAMILY(gemma3Family)                                                                                               \
    FAMILY(gemma3VisionFamily)                                                                                         \
    FAMILY(gpt2Family)

#define DRAFTSCOPE_DECLARE(family) [[nodiscard]] const ModelFamily& family();
DRAFTSCOPE_FAMILIES(DRAFTSCOPE_DECLARE)
#undef DRAFTSCOPE_DECLARE

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Phi-3 (Abdin et al. 2024, arXiv 2404.14219): Llama with q, k and v in one tensor and gate and up in another, a
// window, and longrope (Ding et al. 2024, arXiv 2402.13753) in models for long texts.
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

TensorNames withFusedMatrices(TensorNames names, const char* queriesKeysValues, const char* gateUp)
{
    names.q = names.k = names.v = names.gate = names.up = nullptr;
    names.queriesKeysValues = queriesKeysValues;
    names.gateUp = gateUp;
    return names;
}

const TensorNames& huggingFaceNames()
{
    static const TensorNames names = withFusedMatrices(llamaNames(), "model.layers.%d.self_attn.qkv_proj.weight",
                                                       "model.layers.%d.mlp.gate_up_proj.weight");
    return names;
}

const TensorNames& ggufNames()
{
    static const TensorNames names =
        withFusedMatrices(llamaGgufNames(), "blk.%d.attn_qkv.weight", "blk.%d.ffn_up.weight");
    return names;
}

Result<ModelConfig> withWindow(ModelConfig config, int window, const std::string& where)
{
    if (auto windows = setWindow(config, window, where); !windows)
        return tl::unexpected(windows.error());
    return config;
}

Result<ModelConfig> readConfig(ConfigFields& fields, const std::string& where)
{
    auto config = readLlamaShape(
        fields, where,
        {.contextLength = 4096, .headSize = {}, .normEpsilon = 1e-5, .originalContext = 4096, .rotatesInPart = true});
    if (!config)
        return config;
    config->hasQueryKeyValueBias = config->hasAttentionOutputBias = config->hasMlpBias = false; // not looked at
    const int window = fields.size("sliding_window", config->contextLength);
    if (fields.error())
        return tl::unexpected(*fields.error());
    return withWindow(std::move(*config), window, where);
}

Result<ModelConfig> readGguf(GgufFields& fields)
{
    auto config = readLlamaGguf(fields);
    if (!config)
        return config;
    if (auto windows = setGgufWindows(fields, *config, [](int) { return true; }); !windows)
        return tl::unexpected(windows.error());
    return config;
}

} // namespace

const ModelFamily& phi3Family()
{
    static const ModelFamily family = {.name = "Phi-3",
                                       .architecture = "Phi3ForCausalLM",
                                       .modelType = "phi3",
                                       .ggufArchitecture = "phi3",
                                       .readConfig = readConfig,
                                       .huggingFaceNames = huggingFaceNames,
                                       .readGguf = readGguf,
                                       .ggufNames = ggufNames,
                                       .refused = "vision"};
    return family;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Qwen2 and 2.5 (Yang et al. 2024, arXiv 2407.10671): Llama with biases of q, k and v. Qwen3 (Yang et al. 2025, arXiv
// 2505.09388): without them, with RMSNorm of each head of queries and keys, and a head size of its own.
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

/// Without layer_types the layers from max_window_layers on see a window.
Result<void> readQwenWindows(ConfigFields& fields, const std::string& where, ModelConfig& config)
{
    const int first = fields.size("max_window_layers", 28);
    return readWindows(fields, where, config, 4096, [first](int layer) { return layer >= first; });
}

Result<ModelConfig> readQwen2(ConfigFields& fields, const std::string& where)
{
    auto config = readLlamaShape(fields, where, {.contextLength = 32768, .headSize = {}});
    if (!config)
        return config;
    config->hasQueryKeyValueBias = true; // config.json does not say it
    config->hasAttentionOutputBias = config->hasMlpBias = false;
    if (auto windows = readQwenWindows(fields, where, *config); !windows)
        return tl::unexpected(windows.error());
    return config;
}

Result<ModelConfig> readQwen3(ConfigFields& fields, const std::string& where)
{
    auto config = readLlamaShape(fields, where, {.contextLength = 32768, .headSize = 128});
    if (!config)
        return config;
    config->hasQueryKeyNorm = true;
    config->hasMlpBias = false;
    if (auto windows = readQwenWindows(fields, where, *config); !windows)
        return tl::unexpected(windows.error());
    return config;
}

Result<ModelConfig> readQwen2Gguf(GgufFields& fields)
{
    return readLlamaGguf(fields).and_then([&](ModelConfig config) -> Result<ModelConfig> {
        config.hasQueryKeyValueBias = true;
        if (auto window = setGgufWindows(fields, config); !window)
            return tl::unexpected(window.error());
        return config;
    });
}

Result<ModelConfig> readQwen3Gguf(GgufFields& fields)
{
    return readLlamaGguf(fields).and_then([&](ModelConfig config) -> Result<ModelConfig> {
        config.hasQueryKeyNorm = true;
        if (auto window = setGgufWindows(fields, config); !window)
            return tl::unexpected(window.error());
        return config;
    });
}

} // namespace

const ModelFamily& qwen2Family()
{
    static const ModelFamily family = {.name = "Qwen2",
                                       .architecture = "Qwen2ForCausalLM",
                                       .modelType = "qwen2",
                                       .ggufArchitecture = "qwen2",
                                       .readConfig = readQwen2,
                                       .huggingFaceNames = llamaNames,
                                       .readGguf = readQwen2Gguf,
                                       .ggufNames = llamaGgufNames,
                                       .refused = "mixtures of experts, vision"};
    return family;
}

const ModelFamily& qwen3Family()
{
    static const ModelFamily family = {.name = "Qwen3",
                                       .architecture = "Qwen3ForCausalLM",
                                       .modelType = "qwen3",
                                       .ggufArchitecture = "qwen3",
                                       .readConfig = readQwen3,
                                       .huggingFaceNames = llamaNames,
                                       .readGguf = readQwen3Gguf,
                                       .ggufNames = llamaGgufNames,
                                       .refused = "mixtures of experts, vision"};
    return family;
}

} // namespace draftscope

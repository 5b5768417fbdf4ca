// SPDX-License-Identifier: MIT
// SmolLM3 (https://huggingface.co/blog/smollm3): Llama in which every fourth layer does not rotate queries and keys.
// Such layers are from Yang et al. 2025, arXiv 2501.18795.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "engine/model/families/family.h"

namespace draftscope {

namespace {

constexpr int defaultInterval = 4; ///< of layers without rotation; GGUF files do not say it

void leaveOutRope(ModelConfig& config, int interval)
{
    config.layerAttention.resize(std::size_t(config.layerCount));
    for (int layer = 0; layer < config.layerCount; ++layer)
        config.layerAttention[std::size_t(layer)].hasRope = (layer + 1) % interval != 0;
}

/// no_rope_layers has a 0 for each layer without rotation.
Result<void> readLayersWithoutRope(ConfigFields& fields, const std::string& where, ModelConfig& config)
{
    const nlohmann::json* list = fields.find("no_rope_layers");
    if (!list) {
        const int interval = fields.size("no_rope_layer_interval", defaultInterval);
        if (fields.error())
            return tl::unexpected(*fields.error());
        if (interval < 1)
            return fail("The no_rope_layer_interval in {} is {}: download the file again.", where, interval);
        leaveOutRope(config, interval);
        return {};
    }
    config.layerAttention.resize(std::size_t(config.layerCount));
    const auto isFlag = [](const nlohmann::json& value) { return value == 0 || value == 1; };
    if (!list->is_array() || list->size() < config.layerAttention.size() || !std::ranges::all_of(*list, isFlag))
        return fail("The no_rope_layers in {} do not have a 0 or a 1 for each of {} layers: download the file again.",
                    where, config.layerCount);
    for (std::size_t layer = 0; layer < config.layerAttention.size(); ++layer)
        config.layerAttention[layer].hasRope = (*list)[layer] == 1;
    return {};
}

Result<ModelConfig> readConfig(ConfigFields& fields, const std::string& where)
{
    auto config = readLlamaShape(fields, where,
                                 {.contextLength = 32768, .headSize = {}, .ropeTheta = 2e6, .tiedEmbeddings = true});
    if (!config)
        return config;
    if (auto layers = readLayersWithoutRope(fields, where, *config); !layers)
        return tl::unexpected(layers.error());
    const auto hasNoRope = [&](int layer) { return !config->attentionOf(layer).hasRope; };
    if (auto windows = readWindows(fields, where, *config, {}, hasNoRope); !windows)
        return tl::unexpected(windows.error());
    return config;
}

Result<ModelConfig> readGguf(GgufFields& fields)
{
    return readLlamaGguf(fields).and_then([&](ModelConfig config) -> Result<ModelConfig> {
        leaveOutRope(config, defaultInterval);
        if (auto window = setGgufWindows(fields, config); !window)
            return tl::unexpected(window.error());
        return config;
    });
}

} // namespace

const ModelFamily& smollm3Family()
{
    static const ModelFamily family = {.name = "SmolLM3",
                                       .architecture = "SmolLM3ForCausalLM",
                                       .modelType = "smollm3",
                                       .ggufArchitecture = "smollm3",
                                       .readConfig = readConfig,
                                       .huggingFaceNames = llamaNames,
                                       .readGguf = readGguf,
                                       .ggufNames = llamaGgufNames,
                                       .ggufRopeIsInterleaved = true};
    return family;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Mistral 7B and what is built like it: Llama, whose rows see a window of tokens in the first version. Jiang et al.
// 2023, arXiv
// 2310.06825. GGUF calls it llama.
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

Result<ModelConfig> readConfig(ConfigFields& fields, const std::string& where)
{
    auto config = readLlamaShape(fields, where, {.contextLength = 131072, .headSize = {}});
    if (!config)
        return config;
    config->hasQueryKeyValueBias = config->hasAttentionOutputBias = config->hasMlpBias = false; // not looked at
    constexpr int ofFirstVersion = 4096; // where nothing is said; later versions say null
    if (fields.isNull("sliding_window"))
        return config;
    const int window = fields.size("sliding_window", ofFirstVersion);
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (auto windows = setWindow(*config, window, where); !windows)
        return tl::unexpected(windows.error());
    return config;
}

} // namespace

const ModelFamily& mistralFamily()
{
    static const ModelFamily family = {.name = "Mistral",
                                       .architecture = "MistralForCausalLM",
                                       .modelType = "mistral",
                                       .ggufArchitecture = "",
                                       .readConfig = readConfig,
                                       .huggingFaceNames = llamaNames};
    return family;
}

} // namespace draftscope

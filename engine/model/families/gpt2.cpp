// SPDX-License-Identifier: MIT
// GPT-2 (Radford et al. 2019, "Language Models are Unsupervised Multitask Learners") and what is built like it
// (DistilGPT-2): LayerNorms with biases, positions that are learned, an MLP of GELU without a gate, biases everywhere,
// the embedding as head.
#include <algorithm>
#include <cstring>

#include "engine/model/config_limits.h"
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

constexpr const char* prefix = "transformer."; ///< of all names but the head's, where the whole model was written

const TensorNames& huggingFaceNames()
{
    static const TensorNames names = {
        .embedding = "transformer.wte.weight",
        .finalNorm = "transformer.ln_f.weight",
        .head = "lm_head.weight",
        .inputNorm = "transformer.h.%d.ln_1.weight",
        .postAttentionNorm = "transformer.h.%d.ln_2.weight",
        .q = nullptr,
        .k = nullptr,
        .v = nullptr,
        .o = "transformer.h.%d.attn.c_proj.weight",
        .gate = nullptr,
        .up = "transformer.h.%d.mlp.c_fc.weight",
        .down = "transformer.h.%d.mlp.c_proj.weight",
        .queryNorm = nullptr,
        .keyNorm = nullptr,
        // The triangle of what a row sees, and what old versions of transformers put in place of the rest.
        .needless = {"transformer.h.%d.attn.bias", "transformer.h.%d.attn.masked_bias"},
        .queriesKeysValues = "transformer.h.%d.attn.c_attn.weight",
        .positions = "transformer.wpe.weight",
        .areTransposed = true,
    };
    return names;
}

const TensorNames& headlessNames()
{
    static const TensorNames names = [] {
        TensorNames shorter = huggingFaceNames();
        const auto shorten = [](const char*& name) {
            if (name && std::string_view(name).starts_with(prefix))
                name += std::strlen(prefix);
        };
        for (const char** name :
             {&shorter.embedding, &shorter.finalNorm, &shorter.inputNorm, &shorter.postAttentionNorm, &shorter.o,
              &shorter.up, &shorter.down, &shorter.queriesKeysValues, &shorter.positions})
            shorten(*name);
        std::ranges::for_each(shorter.needless, shorten);
        return shorter;
    }();
    return names;
}

const TensorNames& ggufNames()
{
    static const TensorNames names = [] {
        TensorNames fused = llamaGgufNames();
        fused.q = fused.k = fused.v = fused.gate = nullptr;
        fused.queriesKeysValues = "blk.%d.attn_qkv.weight";
        fused.positions = "position_embd.weight";
        fused.needless.clear();
        return fused;
    }();
    return names;
}

/// What all models of the family compute.
void setLayers(ModelConfig& config, Activation activation)
{
    config.activation = activation;
    config.norm = NormKind::layer;
    config.hasGate = false;
    config.hasLearnedPositions = true;
    config.hasQueryKeyValueBias = config.hasAttentionOutputBias = config.hasMlpBias = true;
    config.layerAttention.assign(std::size_t(config.layerCount), {.hasRope = false});
}

/// Refuses what transformers' GPT-2 may do besides.
Result<void> checkArithmetic(ConfigFields& fields, const std::string& where)
{
    if (auto numbers = checkNotQuantised(fields, where); !numbers)
        return numbers;
    const std::string activation = fields.text("activation_function");
    if (!activation.empty() && activation != "gelu_new" && activation != "gelu_pytorch_tanh" && activation != "gelu")
        return fail("{} uses the activation {}, not gelu_new or gelu: use another model.", where, activation);
    const bool isUnscaled = fields.find("scale_attn_weights") && !fields.flag("scale_attn_weights");
    for (const char* key : {"scale_attn_by_inverse_layer_idx", "add_cross_attention"})
        if (fields.flag(key))
            return fail("{} says {}, which is not supported yet: use another model.", where, key);
    if (isUnscaled)
        return fail("{} does not scale attention (scale_attn_weights), which is not supported yet: use another model.",
                    where);
    return {};
}

Result<ModelConfig> readConfig(ConfigFields& fields, const std::string& where)
{
    if (auto arithmetic = checkArithmetic(fields, where); !arithmetic)
        return tl::unexpected(arithmetic.error());
    ModelConfig config;
    config.hiddenSize = fields.size("n_embd");
    config.intermediateSize = fields.size("n_inner", 4 * std::min(config.hiddenSize, limits::intermediate));
    config.layerCount = fields.size("n_layer");
    config.headCount = config.kvHeadCount = fields.size("n_head");
    config.headSize = config.headCount > 0 ? config.hiddenSize / config.headCount : 0;
    config.vocabularySize = fields.size("vocab_size");
    config.contextLength = fields.size("n_positions", 1024);
    config.normEpsilon = float(fields.number("layer_norm_epsilon", 1e-5));
    config.tiedEmbeddings = !fields.find("tie_word_embeddings") || fields.flag("tie_word_embeddings");
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (auto checked = checkConfig(config, where); !checked)
        return tl::unexpected(checked.error());
    setLayers(config, fields.text("activation_function") == "gelu" ? Activation::gelu : Activation::geluTanh);
    return config;
}

Result<ModelConfig> readGguf(GgufFields& fields)
{
    auto config = readLlamaGguf(fields);
    if (!config)
        return config;
    config->normEpsilon = float(fields.number("attention.layer_norm_epsilon", 1e-5));
    setLayers(*config, Activation::geluTanh);
    if (auto checked = checkConfig(*config, fields.where()); !checked)
        return tl::unexpected(checked.error());
    return config;
}

} // namespace

const ModelFamily& gpt2Family()
{
    static const ModelFamily family = {.name = "GPT-2",
                                       .architecture = "GPT2LMHeadModel",
                                       .modelType = "gpt2",
                                       .ggufArchitecture = "gpt2",
                                       .readConfig = readConfig,
                                       .huggingFaceNames = huggingFaceNames,
                                       .otherNames = headlessNames,
                                       .readGguf = readGguf,
                                       .ggufNames = ggufNames,
                                       .refused = "other activations than gelu_new and gelu"};
    return family;
}

} // namespace draftscope

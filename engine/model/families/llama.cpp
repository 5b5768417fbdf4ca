// SPDX-License-Identifier: MIT
// Llama 1 to 3 and what is built like it (TinyLlama, SmolLM2): RMSNorm, rotary positions, grouped queries, SwiGLU;
// biases where the configuration says so. Touvron et al. 2023, arXiv 2302.13971.
#include "engine/model/families/family.h"

namespace draftscope {

const TensorNames& llamaNames()
{
    static const TensorNames names = {
        "model.embed_tokens.weight",
        "model.norm.weight",
        "lm_head.weight",
        "model.layers.%d.input_layernorm.weight",
        "model.layers.%d.post_attention_layernorm.weight",
        "model.layers.%d.self_attn.q_proj.weight",
        "model.layers.%d.self_attn.k_proj.weight",
        "model.layers.%d.self_attn.v_proj.weight",
        "model.layers.%d.self_attn.o_proj.weight",
        "model.layers.%d.mlp.gate_proj.weight",
        "model.layers.%d.mlp.up_proj.weight",
        "model.layers.%d.mlp.down_proj.weight",
        "model.layers.%d.self_attn.q_norm.weight",
        "model.layers.%d.self_attn.k_norm.weight",
        // What old versions of transformers saved of the rotary frequencies, which they computed from config.json.
        {"model.layers.%d.self_attn.rotary_emb.inv_freq", "model.rotary_emb.inv_freq"},
    };
    return names;
}

const TensorNames& llamaGgufNames()
{
    static const TensorNames names = {
        "token_embd.weight",
        "output_norm.weight",
        "output.weight",
        "blk.%d.attn_norm.weight",
        "blk.%d.ffn_norm.weight",
        "blk.%d.attn_q.weight",
        "blk.%d.attn_k.weight",
        "blk.%d.attn_v.weight",
        "blk.%d.attn_output.weight",
        "blk.%d.ffn_gate.weight",
        "blk.%d.ffn_up.weight",
        "blk.%d.ffn_down.weight",
        "blk.%d.attn_q_norm.weight",
        "blk.%d.attn_k_norm.weight",
        // Read into ModelConfig::ropeFactors, or not wanted: see readLlamaGguf().
        {"rope_freqs.weight", "rope_factors_short.weight", "rope_factors_long.weight"},
    };
    return names;
}

namespace {

Result<ModelConfig> readConfig(ConfigFields& fields, const std::string& where)
{
    auto config = readLlamaShape(fields, where);
    if (!config)
        return config;
    if (auto window = checkNoWindow(fields, where, *config); !window)
        return tl::unexpected(window.error());
    return config;
}

/// Mistral's files, too, which may have a window.
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

const ModelFamily& llamaFamily()
{
    static const ModelFamily family = {.name = "Llama",
                                       .architecture = "LlamaForCausalLM",
                                       .modelType = "llama",
                                       .ggufArchitecture = "llama",
                                       .readConfig = readConfig,
                                       .huggingFaceNames = llamaNames,
                                       .readGguf = readGguf,
                                       .ggufNames = llamaGgufNames,
                                       .ggufRopeIsInterleaved = true,
                                       .refused = "mixtures of experts"};
    return family;
}

} // namespace draftscope

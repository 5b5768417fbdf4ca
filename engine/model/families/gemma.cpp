// SPDX-License-Identifier: MIT
// Gemma 2 (Gemma Team 2024, arXiv 2408.00118): scaled embeddings, norms in front of attention and MLP and behind both,
// an MLP with GELU, capped scores and logits, a window in every second layer. Gemma 3 (Gemma Team 2025, arXiv
// 2503.19786): norms of q and k in place of the caps, and five layers with a window, which rotate by a base of their
// own, for each one without.
#include <cmath>

#include <nlohmann/json.hpp>

#include "engine/model/config_limits.h"
#include "engine/model/config_rope.h"
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

using nlohmann::json;

constexpr int windowed2 = 2,
              windowed3 = 6; ///< of so many layers the last one has no window, where nothing else is said
constexpr double localTheta = 10000;

TensorNames namesWith(const char* embedding, const char* finalNorm, const char* head)
{
    TensorNames names = llamaNames();
    names.embedding = embedding;
    names.finalNorm = finalNorm;
    names.head = head;
    names.postAttentionNorm = "model.layers.%d.pre_feedforward_layernorm.weight";
    names.attentionOutputNorm = "model.layers.%d.post_attention_layernorm.weight";
    names.mlpOutputNorm = "model.layers.%d.post_feedforward_layernorm.weight";
    names.normsLackOne = true;
    return names;
}

const TensorNames& huggingFaceNames()
{
    static const TensorNames names = namesWith("model.embed_tokens.weight", "model.norm.weight", "lm_head.weight");
    return names;
}

/// Of a model that sees pictures, too.
const TensorNames& visionNames()
{
    static const TensorNames names = {
        .embedding = "language_model.model.embed_tokens.weight",
        .finalNorm = "language_model.model.norm.weight",
        .head = "language_model.lm_head.weight",
        .inputNorm = "language_model.model.layers.%d.input_layernorm.weight",
        .postAttentionNorm = "language_model.model.layers.%d.pre_feedforward_layernorm.weight",
        .q = "language_model.model.layers.%d.self_attn.q_proj.weight",
        .k = "language_model.model.layers.%d.self_attn.k_proj.weight",
        .v = "language_model.model.layers.%d.self_attn.v_proj.weight",
        .o = "language_model.model.layers.%d.self_attn.o_proj.weight",
        .gate = "language_model.model.layers.%d.mlp.gate_proj.weight",
        .up = "language_model.model.layers.%d.mlp.up_proj.weight",
        .down = "language_model.model.layers.%d.mlp.down_proj.weight",
        .queryNorm = "language_model.model.layers.%d.self_attn.q_norm.weight",
        .keyNorm = "language_model.model.layers.%d.self_attn.k_norm.weight",
        .needless = {},
        .attentionOutputNorm = "language_model.model.layers.%d.post_attention_layernorm.weight",
        .mlpOutputNorm = "language_model.model.layers.%d.post_feedforward_layernorm.weight",
        .normsLackOne = true,
        .otherParts = {"vision_tower.", "multi_modal_projector."},
    };
    return names;
}

/// The same as later versions of transformers write it.
const TensorNames& laterVisionNames()
{
    static const TensorNames names = {
        .embedding = "model.language_model.embed_tokens.weight",
        .finalNorm = "model.language_model.norm.weight",
        .head = "lm_head.weight",
        .inputNorm = "model.language_model.layers.%d.input_layernorm.weight",
        .postAttentionNorm = "model.language_model.layers.%d.pre_feedforward_layernorm.weight",
        .q = "model.language_model.layers.%d.self_attn.q_proj.weight",
        .k = "model.language_model.layers.%d.self_attn.k_proj.weight",
        .v = "model.language_model.layers.%d.self_attn.v_proj.weight",
        .o = "model.language_model.layers.%d.self_attn.o_proj.weight",
        .gate = "model.language_model.layers.%d.mlp.gate_proj.weight",
        .up = "model.language_model.layers.%d.mlp.up_proj.weight",
        .down = "model.language_model.layers.%d.mlp.down_proj.weight",
        .queryNorm = "model.language_model.layers.%d.self_attn.q_norm.weight",
        .keyNorm = "model.language_model.layers.%d.self_attn.k_norm.weight",
        .needless = {},
        .attentionOutputNorm = "model.language_model.layers.%d.post_attention_layernorm.weight",
        .mlpOutputNorm = "model.language_model.layers.%d.post_feedforward_layernorm.weight",
        .normsLackOne = true,
        .otherParts = {"model.vision_tower.", "model.multi_modal_projector."},
    };
    return names;
}

/// Norms have the one added there.
const TensorNames& ggufNames()
{
    static const TensorNames names = [] {
        TensorNames all = llamaGgufNames();
        all.attentionOutputNorm = "blk.%d.post_attention_norm.weight";
        all.mlpOutputNorm = "blk.%d.post_ffw_norm.weight";
        return all;
    }();
    return names;
}

/// What all layers of the family do. The scale is not rounded to the type of the weights: so do transformers in
/// float32, and llama.cpp.
void setLayers(ModelConfig& config)
{
    config.activation = Activation::geluTanh;
    config.hasOutputNorms = true;
    config.embeddingScale = std::sqrt(float(config.hiddenSize));
}

/// Layers with a window rotate by a base of their own.
void setLocalRope(ModelConfig& config, double theta, const std::function<bool(int layer)>& isLocal)
{
    config.localRopeTheta = theta;
    config.layerAttention.resize(std::size_t(config.layerCount));
    for (int layer = 0; layer < config.layerCount; ++layer)
        config.layerAttention[std::size_t(layer)].hasLocalRope = isLocal(layer);
}

/// What a configuration means by what it leaves out, which published ones make use of.
json unstatedOf(bool isGemma3)
{
    json unstated = {
        {"hidden_size", 2304},          {"intermediate_size", 9216}, {"num_hidden_layers", 26},
        {"num_attention_heads", 8},     {"num_key_value_heads", 4},  {"head_dim", 256},
        {"query_pre_attn_scalar", 256}, {"sliding_window", 4096},    {"rms_norm_eps", 1e-6},
        {"tie_word_embeddings", true},  {"bos_token_id", 2},
    };
    if (isGemma3)
        unstated.update({{"vocab_size", 262208}, {"max_position_embeddings", 131072}, {"rope_theta", 1e6}});
    else
        unstated.update({{"vocab_size", 256000},
                         {"max_position_embeddings", 8192},
                         {"attn_logit_softcapping", 50.0},
                         {"final_logit_softcapping", 30.0}});
    return unstated;
}

/// Sizes, caps and windows; every `interval`th layer has no window where layer_types do not say it.
Result<ModelConfig> readShape(ConfigFields& fields, const std::string& where, int interval)
{
    const std::string activation = fields.text("hidden_activation");
    if (!activation.empty() && activation != "gelu_pytorch_tanh")
        return fail("{} uses the activation {}, not gelu_pytorch_tanh: use another model.", where, activation);
    if (fields.flag("use_bidirectional_attention"))
        return fail("{} says use_bidirectional_attention, which is not supported: use another model.", where);
    auto config = readLlamaShape(fields, where, {.headSize = {}, .contextIsScaled = true});
    if (!config)
        return config;
    config->hasMlpBias = false; // not looked at
    setLayers(*config);
    config->queryScalar = fields.number("query_pre_attn_scalar");
    config->attentionCap = float(fields.number("attn_logit_softcapping", 0.0));
    config->logitCap = float(fields.number("final_logit_softcapping", 0.0));
    const auto otherwise = [interval](int layer) { return (layer + 1) % interval != 0; };
    if (auto windows = readWindows(fields, where, *config, {}, otherwise); !windows)
        return tl::unexpected(windows.error());
    if (const json* bos = fields.find("bos_token_id");
        bos->is_number_integer() && *bos >= 0 && *bos < config->vocabularySize)
        config->bos = bos->get<TokenId>();
    if (fields.error())
        return tl::unexpected(*fields.error());
    return config;
}

Result<ModelConfig> checked(ModelConfig config, const std::string& where)
{
    if (auto good = checkConfig(config, where); !good)
        return tl::unexpected(good.error());
    return config;
}

/// The configuration with what it leaves out.
json completed(json unstated, const json& stated)
{
    unstated.update(stated);
    if (!unstated.contains("use_sliding_window"))
        unstated["use_sliding_window"] = true;
    unstated.erase("hidden_act"); // an old name, which transformers ignores
    if (unstated["bos_token_id"].is_null())
        unstated["bos_token_id"] = -1;
    return unstated;
}

Result<ModelConfig> readGemma2(ConfigFields& stated, const std::string& where)
{
    const json document = completed(unstatedOf(false), stated.object());
    ConfigFields fields(document, where);
    auto config = readShape(fields, where, windowed2);
    return config ? checked(std::move(*config), where) : config;
}

/// Takes what a version of transformers wrote down for each kind of layer apart: `document` keeps what layers without a
/// window have, and what the others have is given back.
json takeLocalRope(json& document)
{
    json local = json::object();
    const auto parameters = document.find("rope_parameters");
    if (parameters == document.end() || !parameters->is_object())
        return local;
    if (const auto sliding = parameters->find("sliding_attention");
        sliding != parameters->end() && sliding->is_object())
        local = *sliding;
    if (const auto full = parameters->find("full_attention"); full != parameters->end() && full->is_object()) {
        const json ofOthers = *full;
        document["rope_parameters"] = ofOthers;
    }
    return local;
}

Result<ModelConfig> readGemma3Text(const json& stated, const std::string& where)
{
    json document = completed(unstatedOf(true), stated);
    const json ofLocal = takeLocalRope(document);
    ConfigFields fields(document, where), local(ofLocal, where);
    const double theta = local.number("rope_theta", fields.number("rope_local_base_freq", localTheta));
    const int interval = fields.size("sliding_window_pattern", fields.size("_sliding_window_pattern", windowed3));
    if (fields.error() || interval < 1)
        return fields.error()
            ? Result<ModelConfig>(tl::unexpected(*fields.error()))
            : fail("The sliding_window_pattern in {} is {}: download the file again.", where, interval);
    auto config = readShape(fields, where, interval);
    if (!config)
        return config;
    config->hasQueryKeyNorm = true;
    if (auto scaling = readLocalRope(local, where, *config); !scaling)
        return tl::unexpected(scaling.error());
    const auto types = fields.texts("layer_types", config->layerCount);
    setLocalRope(*config, theta, [&](int layer) {
        return types.empty() ? (layer + 1) % interval != 0 : types[std::size_t(layer)] == "sliding_attention";
    });
    return checked(std::move(*config), where);
}

Result<ModelConfig> readGemma3(ConfigFields& fields, const std::string& where)
{
    return readGemma3Text(fields.object(), where);
}

/// What reads texts is a model of its own in there.
Result<ModelConfig> readGemma3Vision(ConfigFields& fields, const std::string& where)
{
    if (auto numbers = checkNotQuantised(fields, where); !numbers)
        return tl::unexpected(numbers.error());
    const json* text = fields.find("text_config");
    if (!text || !text->is_object())
        return fail("{} has no text_config, which says how texts are read: download the file again.", where);
    return readGemma3Text(*text, where);
}

/// The largest model of a generation divides scores by the root of hidden / heads, all others by that of a head's size.
/// Files do not say it, so they are known by their layers, as llama.cpp knows them.
void setGgufScalar(ModelConfig& config, int layersOfLargest)
{
    if (config.layerCount == layersOfLargest)
        config.queryScalar = double(config.hiddenSize) / config.headCount;
}

Result<ModelConfig> readGemma2Gguf(GgufFields& fields)
{
    auto config = readLlamaGguf(fields);
    if (!config)
        return config;
    setLayers(*config);
    setGgufScalar(*config, 46);
    config->attentionCap = float(fields.number("attn_logit_softcapping", 50));
    config->logitCap = float(fields.number("final_logit_softcapping", 30));
    const auto hasWindow = [](int layer) { return (layer + 1) % windowed2 != 0; };
    if (auto windows = setGgufWindows(fields, *config, hasWindow); !windows)
        return tl::unexpected(windows.error());
    return checked(std::move(*config), fields.where());
}

Result<ModelConfig> readGemma3Gguf(GgufFields& fields)
{
    auto config = readLlamaGguf(fields);
    if (!config)
        return config;
    constexpr const char* pattern = "attention.sliding_window_pattern";
    const auto layers = fields.ofLayers(pattern);
    const int interval = layers ? windowed3 : fields.size(pattern, windowed3);
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (interval < 1)
        return fail("The file {} has a {} of 0 layers: convert the model again.", fields.where(),
                    fields.nameOf(pattern));
    setLayers(*config);
    setGgufScalar(*config, 62);
    config->hasQueryKeyNorm = true;
    config->logitCap = float(fields.number("final_logit_softcapping", 0));
    const auto isLocal = [&](int layer) {
        return layers ? (*layers)[std::size_t(layer)] != 0 : (layer + 1) % interval != 0;
    };
    if (auto windows = setGgufWindows(fields, *config, isLocal); !windows)
        return tl::unexpected(windows.error());
    setLocalRope(*config, fields.number("rope.freq_base_swa", localTheta), isLocal);
    return checked(std::move(*config), fields.where());
}

} // namespace

const ModelFamily& gemma2Family()
{
    static const ModelFamily family = {.name = "Gemma 2",
                                       .architecture = "Gemma2ForCausalLM",
                                       .modelType = "gemma2",
                                       .ggufArchitecture = "gemma2",
                                       .readConfig = readGemma2,
                                       .huggingFaceNames = huggingFaceNames,
                                       .readGguf = readGemma2Gguf,
                                       .ggufNames = ggufNames,
                                       .refused = "Medusa and EAGLE heads"};
    return family;
}

const ModelFamily& gemma3Family()
{
    static const ModelFamily family = {.name = "Gemma 3",
                                       .architecture = "Gemma3ForCausalLM",
                                       .modelType = "gemma3_text",
                                       .ggufArchitecture = "gemma3",
                                       .readConfig = readGemma3,
                                       .huggingFaceNames = huggingFaceNames,
                                       .readGguf = readGemma3Gguf,
                                       .ggufNames = ggufNames,
                                       .refused = "Medusa and EAGLE heads"};
    return family;
}

const ModelFamily& gemma3VisionFamily()
{
    static const ModelFamily family = {.name = "Gemma 3",
                                       .architecture = "Gemma3ForConditionalGeneration",
                                       .modelType = "gemma3",
                                       .ggufArchitecture = "",
                                       .readConfig = readGemma3Vision,
                                       .huggingFaceNames = visionNames,
                                       .otherNames = laterVisionNames,
                                       .refused = "pictures: only texts are read"};
    return family;
}

} // namespace draftscope

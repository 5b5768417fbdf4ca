// SPDX-License-Identifier: MIT
#include "engine/model/gguf_fields.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/core/utf8.h"
#include "engine/model/config_limits.h"

namespace draftscope {

namespace {

constexpr const char* shortFactorsName = "rope_factors_short.weight";

/// The scaling of rotary frequencies, other than by factors that lie in a tensor.
Result<void> readScaling(GgufFields& fields, ModelConfig& config)
{
    const double old = fields.number("rope.scale_linear", 1); // its name before there were others
    const std::string type(
        fields.text("rope.scaling.type").value_or("linear")); // as llama.cpp takes it where none is named
    RopeScaling scaling;
    scaling.factor = fields.number("rope.scaling.factor", old);
    if (type == "longrope" && fields.file().has(shortFactorsName)) // see readFactors()
        return {};
    if (type == "none" || (type == "linear" && (scaling.factor == 1 || scaling.factor == 0)))
        return {};
    if (type != "linear" && type != "yarn")
        return fail("The file {} scales its positions by the method {}, which is not supported yet: use another model.",
                    fields.where(), beginningOf(type, 40));
    scaling.method = type == "yarn" ? RopeScaling::Method::yarn : RopeScaling::Method::linear;
    if (type == "yarn") {
        scaling.originalContext = fields.size("rope.scaling.original_context_length", config.contextLength);
        scaling.fastRotations = fields.number("rope.scaling.yarn_beta_fast", scaling.fastRotations);
        scaling.slowRotations = fields.number("rope.scaling.yarn_beta_slow", scaling.slowRotations);
        config.ropeAttentionFactor = fields.number("rope.scaling.attn_factor", 1) * yarnAttentionFactor(scaling.factor);
        constexpr std::pair<const char*, double> usual[] = {{"rope.scaling.yarn_ext_factor", 1},
                                                            {"rope.scaling.yarn_attn_factor", 1},
                                                            {"rope.scaling.yarn_log_multiplier", 0}};
        for (const auto& [key, value] : usual)
            if (fields.number(key, value) != value)
                return fail("The file {} has {}, which is not supported yet: use another model.", fields.where(),
                            fields.nameOf(key));
    }
    config.ropeScaling = scaling;
    return {};
}

/// The divisors of frequencies that lie in a tensor [headSize / 2]: those by which Llama-3 scaling is stored, or longrope's short
/// ones, with no text longer than those that they are for (as in config.json).
Result<void> readFactors(GgufFields& fields, ModelConfig& config)
{
    const Gguf& file = fields.file();
    const bool isLongrope = file.has(shortFactorsName);
    const char* const name = isLongrope ? shortFactorsName : "rope_freqs.weight";
    if (!file.has(name))
        return {};
    const auto view = file.tensor(name);
    if (!view)
        return tl::unexpected(view.error());
    const int pairs = config.headSize / 2;
    if (view->type != WeightType::f32 || view->shape != std::vector<std::int64_t>{pairs})
        return fail("The tensor {} of {} is not {} F32 numbers: convert the model again.", name, fields.where(), pairs);
    config.ropeFactors.resize(std::size_t(pairs));
    std::memcpy(config.ropeFactors.data(), view->data, view->bytes);
    if (isLongrope) {
        config.ropeAttentionFactor = fields.number("rope.scaling.attn_factor", 1);
        config.contextLength =
            std::min(config.contextLength, fields.size("rope.scaling.original_context_length", config.contextLength));
    }
    return checkConfig(config, fields.where());
}

/// The embedding knows the vocabulary's size best; vocab_size is often missing. A drafting head may have neither embedding nor head of its own.
Result<int> vocabularySize(GgufFields& fields)
{
    const Gguf& file = fields.file();
    if (!file.has("token_embd.weight") && !file.has("output.weight"))
        if (const int stated = fields.statedVocabularySize(); stated > 0)
            return stated;
    const auto embedding = file.tensor(file.has("token_embd.weight") ? "token_embd.weight" : "output.weight");
    if (!embedding)
        return tl::unexpected(embedding.error());
    if (embedding->shape.size() != 2 || embedding->shape[0] > limits::vocabulary)
        return fail("The embedding of {} has an impossible shape: download it again.", file.path().string());
    return int(embedding->shape[0]);
}

} // namespace

int GgufFields::size(std::string_view key, std::optional<int> otherwise)
{
    const auto value = m_file.integer(nameOf(key));
    if (!value && !otherwise && !m_error)
        m_error =
            Error{fmt::format("The file {} lacks a number for {}: convert the model again.", where(), nameOf(key))};
    return value ? int(std::clamp<std::int64_t>(*value, 0, INT32_MAX)) : otherwise.value_or(0);
}

int GgufFields::statedVocabularySize() const
{
    const GgufArray* tokens = m_file.array("tokenizer.ggml.tokens");
    const std::int64_t stated =
        m_file.integer(nameOf("vocab_size")).value_or(tokens ? std::int64_t(tokens->size()) : 0);
    return stated < 1 || stated > limits::vocabulary ? 0 : int(stated);
}

double GgufFields::number(std::string_view key, double otherwise) const
{
    return m_file.number(nameOf(key)).value_or(otherwise);
}

Result<ModelConfig> readLlamaGguf(GgufFields& fields)
{
    const Gguf& file = fields.file();
    const std::string path = fields.where();
    if (fields.size("expert_count", 0) > 0)
        return fail("The file {} is a mixture of experts, which is not supported yet: use another model.", path);
    ModelConfig config;
    config.hiddenSize = fields.size("embedding_length");
    config.intermediateSize = fields.size("feed_forward_length");
    config.layerCount = fields.size("block_count");
    config.headCount = fields.size("attention.head_count");
    config.kvHeadCount = fields.size("attention.head_count_kv", config.headCount);
    config.headSize =
        fields.size("attention.key_length", config.headCount > 0 ? config.hiddenSize / config.headCount : 0);
    config.contextLength = fields.size("context_length");
    config.normEpsilon = float(fields.number("attention.layer_norm_rms_epsilon", 1e-5));
    config.ropeTheta = fields.number("rope.freq_base", 10000);
    config.tiedEmbeddings = !file.has("output.weight") || !file.has("token_embd.weight");
    config.hasQueryKeyValueBias = file.has("blk.0.attn_q.bias");
    config.hasAttentionOutputBias = file.has("blk.0.attn_output.bias");
    config.hasMlpBias = file.has("blk.0.ffn_down.bias");
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (auto scaling = readScaling(fields, config); !scaling)
        return tl::unexpected(scaling.error());
    const auto vocabulary = vocabularySize(fields);
    if (!vocabulary)
        return tl::unexpected(vocabulary.error());
    config.vocabularySize = *vocabulary;
    if (auto checked = checkConfig(config, path); !checked)
        return tl::unexpected(checked.error());
    for (const char* key : {"rope.dimension_count", "attention.value_length"})
        if (const int other = fields.size(key, config.headSize); other != config.headSize)
            return fail(
                "The file {} gives {} as {} where a head has {} elements, which is not supported yet: use another "
                "model.",
                path, fields.nameOf(key), other, config.headSize);
    if (auto factors = readFactors(fields, config); !factors)
        return tl::unexpected(factors.error());
    return config;
}

int slidingWindow(GgufFields& fields, const ModelConfig& config)
{
    const int window = fields.size("attention.sliding_window", config.contextLength);
    return window == 0 ? config.contextLength : window;
}

Result<void> checkNoWindow(GgufFields& fields, const ModelConfig& config)
{
    if (const int window = slidingWindow(fields, config); window < config.contextLength)
        return fail(
            "The file {} has a sliding window of {} tokens and does not say in which layers: use another model.",
            fields.where(), window);
    return {};
}

} // namespace draftscope

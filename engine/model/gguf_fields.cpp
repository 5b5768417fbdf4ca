// SPDX-License-Identifier: MIT
#include "engine/model/gguf_fields.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/model/config_limits.h"
#include "engine/model/config_rope.h"

namespace draftscope {

namespace {

/// The embedding knows the vocabulary's size best; vocab_size is often missing. A drafting head may have neither
/// embedding nor head of its own.
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

void GgufFields::complain(std::string sentence)
{
    if (!m_error)
        m_error = Error{std::move(sentence)};
}

template <class Number>
std::optional<Number> GgufFields::oneOf(std::string_view key, const std::optional<std::vector<Number>>& numbers)
{
    if (!numbers || numbers->empty()) {
        complain(fmt::format("The file {} gives {} as an array without numbers: convert the model again.", where(),
                             nameOf(key)));
        return std::nullopt;
    }
    const auto other = std::ranges::find_if(*numbers, [&](Number number) { return number != numbers->front(); });
    if (other == numbers->end())
        return numbers->front();
    const auto layer = other - numbers->begin();
    complain(
        fmt::format("The file {} gives {} as {} in layer {} and as {} in layer {}: layers that differ in it are not "
                    "supported yet, use another model.",
                    where(), nameOf(key), numbers->front(), 0, *other, layer));
    return std::nullopt;
}

int GgufFields::size(std::string_view key, std::optional<int> otherwise)
{
    auto value = m_file.integer(nameOf(key));
    if (const GgufArray* const array = m_file.array(nameOf(key)))
        value = oneOf(key, array->integers());
    if (!value && !otherwise)
        complain(fmt::format("The file {} lacks a number for {}: convert the model again.", where(), nameOf(key)));
    return value ? int(std::clamp<std::int64_t>(*value, 0, INT32_MAX)) : otherwise.value_or(0);
}

std::optional<std::vector<std::int64_t>> GgufFields::ofLayers(std::string_view key)
{
    const GgufArray* const array = m_file.array(nameOf(key));
    if (!array)
        return std::nullopt;
    auto numbers = array->integers();
    const int layers = size("block_count", 0);
    if (numbers && std::cmp_equal(numbers->size(), layers))
        return numbers;
    complain(fmt::format(
        "The file {} gives {} as an array of {} values where the model has {} layers: convert the model again.",
        where(), nameOf(key), array->size(), layers));
    return std::nullopt;
}

int GgufFields::statedVocabularySize() const
{
    const GgufArray* tokens = m_file.array("tokenizer.ggml.tokens");
    const std::int64_t stated =
        m_file.integer(nameOf("vocab_size")).value_or(tokens ? std::int64_t(tokens->size()) : 0);
    return stated < 1 || stated > limits::vocabulary ? 0 : int(stated);
}

double GgufFields::number(std::string_view key, double otherwise)
{
    const GgufArray* const array = m_file.array(nameOf(key));
    if (!array)
        return m_file.number(nameOf(key)).value_or(otherwise);
    if (const auto whole = array->integers())
        return double(oneOf(key, std::optional(*whole)).value_or(0));
    return oneOf(key, array->floats()).value_or(otherwise);
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
    const auto vocabulary = vocabularySize(fields);
    if (!vocabulary)
        return tl::unexpected(vocabulary.error());
    config.vocabularySize = *vocabulary;
    if (auto checked = checkConfig(config, path); !checked)
        return tl::unexpected(checked.error());
    if (const int other = fields.size("attention.value_length", config.headSize); other != config.headSize)
        return fail("The file {} gives {} as {} where a head has {} elements, which is not supported yet: use another "
                    "model.",
                    path, fields.nameOf("attention.value_length"), other, config.headSize);
    if (auto rope = readGgufRope(fields, config); !rope)
        return tl::unexpected(rope.error());
    if (fields.error())
        return tl::unexpected(*fields.error());
    return config;
}

Result<void> setGgufWindows(GgufFields& fields, ModelConfig& config, const std::function<bool(int layer)>& hasWindow)
{
    constexpr const char *windowKey = "attention.sliding_window", *patternKey = "attention.sliding_window_pattern";
    const auto layers = std::size_t(config.layerCount);
    const auto pattern = fields.ofLayers(patternKey);
    auto windows = fields.file().array(fields.nameOf(windowKey))
        ? fields.ofLayers(windowKey)
        : std::optional(std::vector<std::int64_t>(layers, fields.size(windowKey, 0)));
    if (fields.error())
        return tl::unexpected(*fields.error());
    const auto isNone = [&](std::int64_t window) { return window <= 0 || window >= config.contextLength; };
    for (std::size_t layer = 0; layer < layers; ++layer)
        if (pattern ? (*pattern)[layer] == 0 : hasWindow && !hasWindow(int(layer)))
            (*windows)[layer] = 0;
    if (std::ranges::all_of(*windows, isNone))
        return {};
    if (!pattern && !hasWindow && !fields.file().array(fields.nameOf(windowKey)))
        return fail(
            "The file {} has a sliding window of {} tokens and does not say in which layers: use another model.",
            fields.where(), windows->front());
    config.layerAttention.resize(layers);
    for (std::size_t layer = 0; layer < layers; ++layer)
        config.layerAttention[layer].window = isNone((*windows)[layer]) ? 0 : int((*windows)[layer]);
    return {};
}

} // namespace draftscope

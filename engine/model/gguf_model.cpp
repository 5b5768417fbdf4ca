// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "engine/core/utf8.h"
#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/config_limits.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

namespace {

const TensorNames ggufNames = {
    "token_embd.weight",         "output_norm.weight",     "output.weight",        "blk.%d.attn_norm.weight",
    "blk.%d.ffn_norm.weight",    "blk.%d.attn_q.weight",   "blk.%d.attn_k.weight", "blk.%d.attn_v.weight",
    "blk.%d.attn_output.weight", "blk.%d.ffn_gate.weight", "blk.%d.ffn_up.weight", "blk.%d.ffn_down.weight",
    {"rope_freqs.weight"}, // read into ModelConfig::ropeFactors
};

/// Refuses what the forward pass does not do.
Result<void> checkFamily(const Gguf& file)
{
    const std::string path = file.path().string();
    const auto architecture = file.shownText("general.architecture");
    if (!architecture)
        return fail("The file {} does not say which architecture it has: convert the model again.", path);
    if (*architecture != "llama")
        return fail("The file {} is a model of the architecture {}, which is not supported yet: use a Llama model.",
                    path, beginningOf(*architecture, 40));
    const auto scaling = file.shownText("llama.rope.scaling.type");
    const bool factorCounts = file.number("llama.rope.scaling.factor").value_or(1) != 1;
    if ((scaling && *scaling != "none" && (*scaling != "linear" || factorCounts))
        || file.number("llama.rope.scale_linear").value_or(1) != 1)
        return fail("The file {} scales its positions by the method {}, which is not supported yet: use another model.",
                    path, scaling ? beginningOf(*scaling, 40) : "linear");
    if (file.integer("llama.expert_count").value_or(0) > 0)
        return fail("The file {} is a mixture of experts, which is not supported yet: use another model.", path);
    return {};
}

/// rope_freqs.weight [headSize / 2], the divisors by which Llama-3 scaling is stored.
Result<std::vector<float>> readRopeFactors(const Gguf& file, int headSize)
{
    constexpr const char* name = "rope_freqs.weight";
    if (!file.has(name))
        return std::vector<float>();
    const auto view = file.tensor(name);
    if (!view)
        return tl::unexpected(view.error());
    if (view->type != WeightType::f32 || view->shape != std::vector<std::int64_t>{headSize / 2})
        return fail("The tensor {} of {} is not {} F32 numbers: convert the model again.", name, file.path().string(),
                    headSize / 2);
    std::vector<float> factors(std::size_t(headSize / 2));
    std::memcpy(factors.data(), view->data, view->bytes);
    return factors;
}

/// The embedding knows the vocabulary's size best; llama.vocab_size is often missing.
Result<int> vocabularySize(const Gguf& file)
{
    const auto embedding = file.tensor(file.has("token_embd.weight") ? "token_embd.weight" : "output.weight");
    if (!embedding)
        return tl::unexpected(embedding.error());
    if (embedding->shape.size() != 2 || embedding->shape[0] > limits::vocabulary)
        return fail("The embedding of {} has an impossible shape: download it again.", file.path().string());
    return int(embedding->shape[0]);
}

} // namespace

Result<ModelConfig> readGgufConfig(const Gguf& file)
{
    const std::string path = file.path().string();
    if (auto family = checkFamily(file); !family)
        return tl::unexpected(family.error());
    std::string missing;
    const auto size = [&](const char* key, std::optional<int> otherwise = {}) {
        const auto value = file.integer(key);
        if (!value && !otherwise && missing.empty())
            missing = key;
        return value ? int(std::clamp<std::int64_t>(*value, 0, INT32_MAX)) : otherwise.value_or(0);
    };
    ModelConfig config;
    config.hiddenSize = size("llama.embedding_length");
    config.intermediateSize = size("llama.feed_forward_length");
    config.layerCount = size("llama.block_count");
    config.headCount = size("llama.attention.head_count");
    config.kvHeadCount = size("llama.attention.head_count_kv", config.headCount);
    config.headSize =
        size("llama.attention.key_length", config.headCount > 0 ? config.hiddenSize / config.headCount : 0);
    config.contextLength = size("llama.context_length");
    config.normEpsilon = float(file.number("llama.attention.layer_norm_rms_epsilon").value_or(1e-5));
    config.ropeTheta = file.number("llama.rope.freq_base").value_or(10000);
    config.tiedEmbeddings = !file.has("output.weight") || !file.has("token_embd.weight");
    if (!missing.empty())
        return fail("The file {} lacks a number for {}: convert the model again.", path, missing);
    const auto vocabulary = vocabularySize(file);
    if (!vocabulary)
        return tl::unexpected(vocabulary.error());
    config.vocabularySize = *vocabulary;
    if (auto checked = checkConfig(config, path); !checked)
        return tl::unexpected(checked.error());
    for (const char* key : {"llama.rope.dimension_count", "llama.attention.value_length"})
        if (const int other = size(key, config.headSize); other != config.headSize)
            return fail(
                "The file {} gives {} as {} where a head has {} elements, which is not supported yet: use another "
                "model.",
                path, key, other, config.headSize);
    auto factors = readRopeFactors(file, config.headSize);
    if (!factors)
        return tl::unexpected(factors.error());
    config.ropeFactors = std::move(*factors);
    if (auto checked = checkConfig(config, path); !checked) // again, for the factors
        return tl::unexpected(checked.error());
    return config;
}

Result<Checkpoint> openGgufModel(const std::filesystem::path& path)
{
    const auto file = Gguf::open(path);
    if (!file)
        return tl::unexpected(file.error());
    auto config = readGgufConfig(**file);
    if (!config)
        return tl::unexpected(config.error());
    auto tokenizer = tokenizerOfGguf(**file);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    auto weights = mapWeights(**file, *config, ggufNames);
    if (!weights)
        return tl::unexpected(weights.error());
    weights->interleavedRope = true;
    for (const char* key :
         {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"})
        if (const auto id = (*file)->integer(key); id && *id >= 0 && *id < config->vocabularySize)
            config->endOfText.push_back(TokenId(*id));

    // "llama" is what converters write when they know no better; the file's name says more.
    const auto stated = (*file)->shownText("general.name").value_or("");
    constexpr std::size_t longestName = 100;
    const std::string name =
        stated.empty() || stated == "llama" ? path.stem().string() : std::string(beginningOf(stated, longestName));
    return Checkpoint{name, std::move(*config), std::move(*weights), std::move(*tokenizer)};
}

} // namespace draftscope

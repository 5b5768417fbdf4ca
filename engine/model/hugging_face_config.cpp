// SPDX-License-Identifier: MIT
// config.json and generation_config.json as transformers writes them.
#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/formats/json_document.h"
#include "engine/model/checkpoint.h"
#include "engine/model/config_fields.h"
#include "engine/model/config_limits.h"
#include "engine/model/families/family.h"

namespace draftscope {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Refuses what a family may do and the forward pass does not, by name, instead of computing something else.
Result<void> checkArithmetic(ConfigFields& fields, const std::string& where)
{
    const std::string activation = fields.text("hidden_act");
    if (!activation.empty() && activation != "silu")
        return fail("{} uses the activation {}, not silu: use another model.", where, activation);
    if (auto numbers = checkNotQuantised(fields, where); !numbers)
        return numbers;
    if (const json* part = fields.find("partial_rotary_factor"); part && *part != 1.0)
        return fail("{} rotates only a part of each head, which is not supported yet: use another model.", where);
    return {};
}

RopeScaling llama3Scaling(ConfigFields& rope)
{
    RopeScaling scaling;
    scaling.factor = rope.number("factor");
    scaling.lowFrequencyFactor = rope.number("low_freq_factor");
    scaling.highFrequencyFactor = rope.number("high_freq_factor");
    scaling.originalContext = rope.size("original_max_position_embeddings");
    return scaling;
}

/// How long texts were at first: it stands beside the scaling or in it.
int originalContext(ConfigFields& fields, ConfigFields& rope, const ModelConfig& config)
{
    constexpr const char* key = "original_max_position_embeddings";
    return fields.find(key) ? fields.size(key) : rope.size(key, config.contextLength);
}

void readYarn(ConfigFields& fields, ConfigFields& rope, ModelConfig& config)
{
    RopeScaling scaling;
    scaling.method = RopeScaling::Method::yarn;
    scaling.originalContext = originalContext(fields, rope, config);
    scaling.factor = rope.number("factor", double(config.contextLength) / std::max(scaling.originalContext, 1));
    scaling.fastRotations = rope.number("beta_fast", scaling.fastRotations);
    scaling.slowRotations = rope.number("beta_slow", scaling.slowRotations);
    scaling.wholePairs = !rope.find("truncate") || rope.flag("truncate");
    const double scale = rope.number("mscale", 0.0), ofAll = rope.number("mscale_all_dim", 0.0);
    config.ropeAttentionFactor = rope.number("attention_factor",
                                             scale != 0 && ofAll != 0 ? yarnAttentionFactor(scaling.factor, scale)
                                                     / yarnAttentionFactor(scaling.factor, ofAll)
                                                                      : yarnAttentionFactor(scaling.factor));
    config.ropeScaling = scaling;
}

/// The short factors, and no text longer than those that they are for: with the long ones every key of a text would be another one
/// from some length on.
void readLongrope(ConfigFields& fields, ConfigFields& rope, ModelConfig& config)
{
    const int original = originalContext(fields, rope, config);
    const double factor = rope.number("factor", double(config.contextLength) / std::max(original, 1));
    config.ropeFactors = rope.numbers("short_factor");
    config.ropeAttentionFactor =
        rope.number("attention_factor",
                    factor <= 1 || original < 2 ? 1.0 : std::sqrt(1 + std::log(factor) / std::log(double(original))));
    config.contextLength = std::min(config.contextLength, original);
}

/// rope_theta and rope_scaling, or rope_parameters, which holds both since transformers 5.
Result<void> readRope(ConfigFields& fields, const std::string& where, ModelConfig& config)
{
    config.ropeTheta = fields.number("rope_theta", config.ropeTheta);
    const json* scaling = fields.find("rope_scaling"); // which people add by hand, so it counts more
    if (!scaling || scaling->empty())
        scaling = fields.find("rope_parameters");
    if (!scaling)
        return {};
    if (!scaling->is_object())
        return fail("In {} the rope scaling is not an object: download the file again.", where);
    ConfigFields rope(*scaling, where);
    config.ropeTheta = rope.number("rope_theta", config.ropeTheta);
    if (const json* part = rope.find("partial_rotary_factor"); part && *part != 1.0)
        return fail("{} rotates only a part of each head, which is not supported yet: use another model.", where);
    if (std::ranges::any_of(*scaling, [](const json& value) { return value.is_object(); }))
        return fail("{} has layers that rotate by other frequencies than others, which is not supported yet: use "
                    "another model.",
                    where);
    std::string type = rope.text("rope_type");
    if (type.empty())
        type = rope.text("type"); // its name in old files
    if (type == "llama3")
        config.ropeScaling = llama3Scaling(rope);
    else if (type == "linear")
        config.ropeScaling = RopeScaling{.factor = rope.number("factor"), .method = RopeScaling::Method::linear};
    else if (type == "longrope" || rope.find("short_factor")) // which old files call "su", or "yarn"
        readLongrope(fields, rope, config);
    else if (type == "yarn")
        readYarn(fields, rope, config);
    else if (!type.empty() && type != "default")
        return fail("{} scales its positions by the method {}, which is not supported yet: use another model.", where,
                    type);
    if (rope.error())
        return tl::unexpected(*rope.error());
    return {};
}

/// eos_token_id may be one id or a list; ids outside the vocabulary (-1) are no tokens.
void addEndOfText(const json* ids, ModelConfig& config)
{
    const auto add = [&](const json& id) {
        if (!id.is_number_integer() || id < 0 || id >= config.vocabularySize)
            return;
        const auto token = id.get<TokenId>();
        if (std::find(config.endOfText.begin(), config.endOfText.end(), token) == config.endOfText.end())
            config.endOfText.push_back(token);
    };
    if (ids && ids->is_array())
        std::for_each(ids->begin(), ids->end(), add);
    else if (ids)
        add(*ids);
}

Result<void> addGenerationConfig(const fs::path& directory, ModelConfig& config)
{
    std::error_code ignored;
    const fs::path file = directory / "generation_config.json";
    if (!fs::exists(file, ignored))
        return {};
    const auto document = readJsonObject(file);
    if (!document)
        return tl::unexpected(document.error());
    addEndOfText(ConfigFields(*document, file.string()).find("eos_token_id"), config);
    return {};
}

} // namespace

Result<void> checkNotQuantised(ConfigFields& fields, const std::string& where)
{
    if (fields.find("quantization_config"))
        return fail("{} describes quantised weights: convert the model to BF16, F16 or F32.", where);
    return {};
}

Result<ModelConfig> readLlamaShape(ConfigFields& fields, const std::string& where, const ShapeDefaults& unstated)
{
    if (auto arithmetic = checkArithmetic(fields, where); !arithmetic)
        return tl::unexpected(arithmetic.error());
    ModelConfig config;
    config.hiddenSize = fields.size("hidden_size");
    config.intermediateSize = fields.size("intermediate_size");
    config.layerCount = fields.size("num_hidden_layers");
    config.headCount = fields.size("num_attention_heads");
    config.kvHeadCount = fields.size("num_key_value_heads", config.headCount);
    config.headSize = fields.size(
        "head_dim", unstated.headSize.value_or(config.headCount > 0 ? config.hiddenSize / config.headCount : 0));
    config.vocabularySize = fields.size("vocab_size");
    config.contextLength = fields.size("max_position_embeddings", unstated.contextLength);
    config.normEpsilon = float(fields.number("rms_norm_eps", unstated.normEpsilon));
    config.tiedEmbeddings =
        fields.find("tie_word_embeddings") ? fields.flag("tie_word_embeddings") : unstated.tiedEmbeddings;
    config.ropeTheta = unstated.ropeTheta;
    config.hasAttentionOutputBias = fields.flag("attention_bias");
    config.hasQueryKeyValueBias = config.hasAttentionOutputBias || fields.flag("qkv_bias");
    config.hasMlpBias = fields.flag("mlp_bias");
    if (auto rope = readRope(fields, where, config); !rope)
        return tl::unexpected(rope.error());
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (auto checked = checkConfig(config, where); !checked)
        return tl::unexpected(checked.error());
    return config;
}

Result<void> checkNoWindow(ConfigFields& fields, const std::string& where, const ModelConfig& config)
{
    const int window = fields.size("sliding_window", config.contextLength);
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (window < config.contextLength)
        return fail(
            "{} has a sliding window of {} tokens, shorter than its context of {}, which is not supported yet: use "
            "another model.",
            where, window, config.contextLength);
    return {};
}

Result<void> readDraftVocabularySize(ConfigFields& fields, const std::string& where, ModelConfig& config)
{
    const int logits = fields.size("draft_vocab_size", config.vocabularySize);
    if (fields.error())
        return tl::unexpected(*fields.error());
    if (logits < 1 || logits > config.vocabularySize)
        return fail("The draft_vocab_size in {} is {}, outside 1 to {}: download the file again.", where, logits,
                    config.vocabularySize);
    config.draftVocabularySize = logits == config.vocabularySize ? 0 : logits;
    return {};
}

Result<ModelConfig> readHuggingFaceConfig(const fs::path& directory)
{
    const std::string where = (directory / "config.json").string();
    const auto document = readJsonObject(where);
    if (!document)
        return tl::unexpected(document.error());
    ConfigFields fields(*document, where);
    const auto family = familyOfConfig(fields, where);
    if (!family)
        return tl::unexpected(family.error());
    auto shape = (*family)->readConfig(fields, where);
    if (!shape)
        return shape;
    ModelConfig config = std::move(*shape);
    config.family = *family;
    if (auto logits = readDraftVocabularySize(fields, where, config); !logits)
        return tl::unexpected(logits.error());
    if (const json* bos = fields.find("bos_token_id");
        bos && bos->is_number_integer() && *bos >= 0 && *bos < config.vocabularySize)
        config.bos = bos->get<TokenId>();
    addEndOfText(fields.find("eos_token_id"), config);
    if (auto added = addGenerationConfig(directory, config); !added)
        return tl::unexpected(added.error());
    return config;
}

} // namespace draftscope

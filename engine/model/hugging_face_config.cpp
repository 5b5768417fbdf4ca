// SPDX-License-Identifier: MIT
// config.json and generation_config.json as transformers writes them.
#include <algorithm>
#include <optional>

#include "engine/formats/json_document.h"
#include "engine/model/checkpoint.h"
#include "engine/model/config_fields.h"
#include "engine/model/config_limits.h"
#include "engine/model/config_rope.h"
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
    if (auto rope = readRope(fields, where, unstated, config); !rope)
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

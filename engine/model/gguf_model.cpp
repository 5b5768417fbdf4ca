// SPDX-License-Identifier: MIT
#include <algorithm>

#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "engine/model/logit_tokens.h"
#include "engine/model/model_names.h"
#include "engine/tokenizer/gguf_tokens.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

Result<ModelConfig> readGgufConfig(const Gguf& file)
{
    const auto family = familyOfGguf(file);
    if (!family)
        return tl::unexpected(family.error());
    GgufFields fields(file, (*family)->ggufArchitecture);
    auto config = (*family)->readGguf(fields);
    if (config)
        config->family = *family;
    return config;
}

namespace {

/// The tokens that end a text as llama.cpp finds them, those that keys name first, and then those of known texts.
Result<std::vector<TokenId>> endsOfGguf(const Gguf& file, int vocabularySize)
{
    std::vector<TokenId> ends;
    const auto add = [&](std::int64_t id) {
        if (id >= 0 && id < vocabularySize && std::ranges::count(ends, TokenId(id)) == 0)
            ends.push_back(TokenId(id));
    };
    for (const char* key :
         {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"})
        add(file.integer(key).value_or(noToken));
    const auto tokens = readGgufTokens(file);
    if (!tokens)
        return tl::unexpected(tokens.error());
    for (const TokenId id : tokens->ends)
        add(id);
    return ends;
}

} // namespace

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
    const TensorNames names = config->family->ggufNames();
    auto tokenOfLogit = readTokensOfLogits(**file, names.embedding, true, *config);
    if (!tokenOfLogit)
        return tl::unexpected(tokenOfLogit.error());
    auto weights = mapWeights(**file, *config, names);
    if (!weights)
        return tl::unexpected(weights.error());
    weights->tokenOfLogit = std::move(*tokenOfLogit);
    weights->interleavedRope = config->family->ggufRopeIsInterleaved;
    auto ends = endsOfGguf(**file, config->vocabularySize);
    if (!ends)
        return tl::unexpected(ends.error());
    config->endOfText = std::move(*ends);

    const auto stated = [&](const char* key) { return (*file)->shownText(key).value_or(""); };
    const std::string name = nameOfGguf(
        path,
        {stated("general.name"), stated("general.basename"), stated("general.size_label"), stated("general.finetune")});
    return Checkpoint{name, std::move(*config), std::move(*weights), std::move(*tokenizer)};
}

} // namespace draftscope

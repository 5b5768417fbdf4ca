// SPDX-License-Identifier: MIT
#include "engine/formats/gguf.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "engine/model/logit_tokens.h"
#include "engine/model/model_names.h"
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
    for (const char* key :
         {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"})
        if (const auto id = (*file)->integer(key); id && *id >= 0 && *id < config->vocabularySize)
            config->endOfText.push_back(TokenId(*id));

    const auto stated = [&](const char* key) { return (*file)->shownText(key).value_or(""); };
    const std::string name = nameOfGguf(
        path,
        {stated("general.name"), stated("general.basename"), stated("general.size_label"), stated("general.finetune")});
    return Checkpoint{name, std::move(*config), std::move(*weights), std::move(*tokenizer)};
}

} // namespace draftscope

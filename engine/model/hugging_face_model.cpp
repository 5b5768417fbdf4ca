// SPDX-License-Identifier: MIT
#include <algorithm>

#include "engine/formats/safetensors.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "engine/model/logit_tokens.h"
#include "engine/model/model_names.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

namespace fs = std::filesystem;

Result<std::shared_ptr<const Safetensors>> openHuggingFaceWeights(const fs::path& directory)
{
    std::error_code ignored;
    if (const fs::path file = directory / "model.safetensors"; fs::exists(file, ignored))
        return Safetensors::open(file);
    if (const fs::path index = directory / "model.safetensors.index.json"; fs::exists(index, ignored))
        return Safetensors::openIndex(index);
    if (fs::exists(directory / "pytorch_model.bin", ignored)
        || fs::exists(directory / "pytorch_model.bin.index.json", ignored))
        return fail("{} holds only a torch checkpoint: convert it to safetensors.", directory.string());
    return fail("{} has no model.safetensors: download the model's weights there.", directory.string());
}

Result<Checkpoint> openHuggingFaceDirectory(const fs::path& directory)
{
    std::error_code ignored;
    if (!fs::exists(directory / "config.json", ignored))
        return fail("{} has no config.json: choose a Hugging Face model directory or a GGUF file.", directory.string());
    auto config = readHuggingFaceConfig(directory);
    if (!config)
        return tl::unexpected(config.error());
    auto tokenizer = loadTokenizer(directory, config->vocabularySize);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    // What tokenizer_config.json says ends a text, too: some chat models' config.json still has the base model's.
    if (const TokenId eos = (*tokenizer)->eos(); eos != noToken && std::ranges::count(config->endOfText, eos) == 0)
        config->endOfText.push_back(eos);
    const auto source = openHuggingFaceWeights(directory);
    if (!source)
        return tl::unexpected(source.error());
    const TensorNames& names = namesOf(*config->family, **source);
    auto tokenOfLogit = readTokensOfLogits(**source, names.embedding, false, *config);
    if (!tokenOfLogit)
        return tl::unexpected(tokenOfLogit.error());
    auto weights = mapWeights(**source, *config, names);
    if (!weights)
        return tl::unexpected(weights.error());
    weights->tokenOfLogit = std::move(*tokenOfLogit);
    const bool hasTwo = config->tiedEmbeddings && weights->head.data != weights->embedding.data;
    const Message warning = hasTwo ? message("The configuration of {} says that {} and {} are the same, and "
                                             "they are not: the model is read with both, as "
                                             "transformers does.",
                                             directory.string(), names.embedding, names.head)
                                   : Message{};
    config->tiedEmbeddings = config->tiedEmbeddings && !hasTwo;

    return Checkpoint{nameOfDirectory(directory), std::move(*config), std::move(*weights), std::move(*tokenizer),
                      warning};
}

} // namespace draftscope

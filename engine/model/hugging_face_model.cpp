// SPDX-License-Identifier: MIT
#include <algorithm>

#include "engine/formats/safetensors.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "engine/model/logit_tokens.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

/// The token of each logit of a draft whose head was cut to a part of the vocabulary (FR-Spec, arXiv 2502.14856), as EAGLE-3
/// writes it down; empty for all others. The configuration learns how many there are. The embedding is whole: a draft reads
/// every token that its target may write.
Result<std::vector<TokenId>> readTokensOfLogits(const TensorSource& source, ModelConfig& config)
{
    const std::string where = source.path().string();
    if (!source.has("d2t")) {
        if (config.draftVocabularySize == 0 && !source.has("t2d"))
            return std::vector<TokenId>();
        return fail("{} is of a draft with a vocabulary of its own and has no tensor d2t, which says whose tokens its "
                    "logits are: download it again.",
                    where);
    }
    const auto offsets = source.wholeNumbers("d2t");
    if (!offsets)
        return tl::unexpected(offsets.error());
    const auto count = offsets->size();
    if (count == 0 || (config.draftVocabularySize > 0 && count != std::size_t(config.draftVocabularySize)))
        return fail("The tensor d2t of {} has {} elements where the configuration says {}: the files do not belong "
                    "together, download them again.",
                    where, count, config.logitCount());
    auto tokens = tokensOfLogits(*offsets, config.vocabularySize, where);
    if (!tokens)
        return tokens;
    const auto embedding = source.tensor(namesOf(*config.family, source).embedding);
    if (embedding && !embedding->shape.empty() && embedding->shape[0] < config.vocabularySize)
        return fail("The embedding of {} has {} rows and the vocabulary has {} tokens: a draft reads all tokens of its "
                    "target, so only its head may be smaller. Use a draft with a whole embedding.",
                    where, embedding->shape[0], config.vocabularySize);
    if (int(count) == config.vocabularySize) {
        if (std::ranges::any_of(*offsets, [](std::int64_t offset) { return offset != 0; }))
            return fail("The tensor d2t of {} puts all {} tokens of the vocabulary in another order, and only the head "
                        "of a part of them may have an order of its own: use the whole model instead.",
                        where, count);
        config.draftVocabularySize = 0;
        return std::vector<TokenId>(); // nothing was cut
    }
    config.draftVocabularySize = int(count);
    config.tiedEmbeddings = false; // whatever config.json says of the whole model
    return tokens;
}

} // namespace

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
    const auto source = openHuggingFaceWeights(directory);
    if (!source)
        return tl::unexpected(source.error());
    auto tokenOfLogit = readTokensOfLogits(**source, *config);
    if (!tokenOfLogit)
        return tl::unexpected(tokenOfLogit.error());
    auto weights = mapWeights(**source, *config, namesOf(*config->family, **source));
    if (!weights)
        return tl::unexpected(weights.error());
    weights->tokenOfLogit = std::move(*tokenOfLogit);

    // "models/tales-6m/" has an empty last part, and "." none worth showing.
    const fs::path whole = fs::weakly_canonical(directory, ignored);
    const std::string name = whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
    return Checkpoint{name, std::move(*config), std::move(*weights), std::move(*tokenizer)};
}

} // namespace draftscope

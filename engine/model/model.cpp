// SPDX-License-Identifier: MIT
#include "engine/model/model.h"

#include <algorithm>

#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf_parts.h"
#include "engine/model/checkpoint.h"
#include "engine/model/model_record.h"

namespace draftscope {

namespace {

/// What is opened of a path: a folder without a Hugging Face model may have a GGUF file in it, or the parts of one.
Result<std::filesystem::path> modelAt(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto has = [&](const char* name) { return std::filesystem::exists(path / name, ignored); };
    if (!std::filesystem::is_directory(path, ignored)
        || (has("config.json") && (has("model.safetensors") || has("model.safetensors.index.json"))))
        return path;
    auto gguf = ggufModelOf(path);
    return gguf && gguf->empty() ? path : gguf;
}

Result<Checkpoint> openCheckpoint(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return openHuggingFaceDirectory(path);
    if (!std::filesystem::exists(path, ignored))
        return fail("There is no model at {}: check the path.", path.string());
    if (path.extension() == ".safetensors" || path.extension() == ".json" || path.extension() == ".model")
        return fail("{} is a part of a model: choose the directory that it lies in.", path.string());
    return openGgufModel(path);
}

} // namespace

bool Model::isEndOfText(TokenId token) const
{
    return std::find(config.endOfText.begin(), config.endOfText.end(), token) != config.endOfText.end();
}

/// Reads one byte of every page, so that the disk is waited for here and not in the first pass.
Result<void> readWeights(const Model& model, const Progress& progress)
{
    constexpr std::size_t page = 4096, stretch = std::size_t(1) << 20;
    const auto matrices = model.weights.matrices();
    std::size_t total = 0, done = 0;
    for (const MatrixView* matrix : matrices)
        total += matrix->bytes();
    for (const MatrixView* matrix : matrices) {
        const auto* bytes = static_cast<const volatile unsigned char*>(matrix->data);
        for (std::size_t start = 0; start < matrix->bytes(); start += stretch) {
            if (progress.isCancelled())
                return fail("Loading {} was cancelled.", model.name);
            const std::size_t end = std::min(start + stretch, matrix->bytes());
            for (std::size_t at = start; at < end; at += page)
                (void)bytes[at];
            done += end - start;
            progress.tell(double(done) / double(total), "Reading " + model.name);
        }
    }
    return model.weights.filesUnchanged();
}

namespace {

Result<std::shared_ptr<const Model>> readModel(const std::filesystem::path& path, const Progress& progress)
{
    const std::string name = path.filename().string();
    progress.tell(0, "Opening " + name);
    if (progress.isCancelled())
        return fail("Loading {} was cancelled.", name);
    const auto file = modelAt(path);
    if (!file)
        return tl::unexpected(file.error());
    auto opened = openCheckpoint(*file);
    if (!opened)
        return tl::unexpected(opened.error());
    if (progress.isCancelled()) // before the weights are hashed
        return fail("Loading {} was cancelled.", name);
    auto model = std::make_shared<Model>();
    model->name = std::move(opened->name);
    model->path = *file;
    model->config = std::move(opened->config);
    model->weights = std::move(opened->weights);
    model->tokenizer = std::move(opened->tokenizer);
    model->warning = std::move(opened->warning);
    if (model->tokenizer->size() > model->config.vocabularySize)
        return fail("The vocabulary of {} has {} tokens, but its embedding only {}: the files do not belong together, "
                    "download them again.",
                    path.string(), model->tokenizer->size(), model->config.vocabularySize);
    const std::vector<TokenId>& tokens = model->weights.tokenOfLogit;
    if (!tokens.empty() && std::ranges::all_of(tokens, [&](TokenId id) { return id >= model->tokenizer->size(); }))
        return fail(
            "The d2t of {} gives no logit a token of its vocabulary: the files do not belong together, download "
            "them again.",
            path.string());
    if (model->config.bos == noToken)
        model->config.bos = model->tokenizer->bos();
    if (model->config.endOfText.empty() && model->tokenizer->eos() != noToken)
        model->config.endOfText.push_back(model->tokenizer->eos());
    model->record = describe(*model);
    if (const auto unchanged = model->weights.filesUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return model;
}

} // namespace

Result<std::shared_ptr<const Model>> openModel(const std::filesystem::path& path, const Progress& progress)
{
    return withoutExceptions("The model " + path.string(), [&] { return readModel(path, progress); });
}

Result<std::shared_ptr<const Model>> loadModel(const std::filesystem::path& path, const Progress& progress)
{
    auto model = openModel(path, progress);
    if (!model)
        return model;
    if (const Result<void> read = readWeights(**model, progress); !read)
        return tl::unexpected(read.error());
    return model;
}

} // namespace draftscope

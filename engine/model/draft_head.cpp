// SPDX-License-Identifier: MIT
#include "engine/model/draft_head.h"

#include <algorithm>

#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf.h"
#include "engine/formats/safetensors.h"
#include "engine/formats/torch_checkpoint.h"
#include "engine/model/draft_head_parts.h"
#include "engine/model/model_record.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

Result<std::shared_ptr<const TensorSource>> openTensors(const fs::path& path)
{
    const auto asSource = [](const auto& file) -> std::shared_ptr<const TensorSource> { return file; };
    if (path.extension() == ".json")
        return Safetensors::openIndex(path).map(asSource);
    if (path.extension() == ".safetensors")
        return Safetensors::open(path).map(asSource);
    return TorchCheckpoint::open(path).map(asSource);
}

/// The first of the files that is there; safetensors before torch. Empty: none.
fs::path firstOf(const fs::path& directory, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (isThere(directory / name))
            return directory / name;
    return {};
}

/// The only GGUF file of a directory; empty where there is none, or several.
fs::path onlyGgufOf(const fs::path& directory)
{
    std::error_code ignored;
    fs::path only;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored))
        if (entry.path().extension() == ".gguf") {
            if (!only.empty())
                return {};
            only = entry.path();
        }
    return only;
}

fs::path medusaFileOf(const fs::path& directory)
{
    return firstOf(directory, {"medusa_lm_head.safetensors", "medusa_lm_head.pt"});
}

fs::path eagleFileOf(const fs::path& directory)
{
    return firstOf(directory, {"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin"});
}

bool hasTensorFiles(const fs::path& directory)
{
    return !medusaFileOf(directory).empty() || !eagleFileOf(directory).empty();
}

Result<void> readTensorFiles(const fs::path& directory, const Model& target, DraftHead& head)
{
    const fs::path medusa = medusaFileOf(directory), eagle = eagleFileOf(directory);
    if (medusa.empty() && eagle.empty())
        return fail("{} has no medusa_lm_head.safetensors, medusa_lm_head.pt, model.safetensors or pytorch_model.bin, "
                    "and not one "
                    "GGUF file: choose the directory of a Medusa or EAGLE head, or a GGUF file of an EAGLE head.",
                    directory.string());
    const auto source = openTensors(medusa.empty() ? eagle : medusa);
    if (!source)
        return tl::unexpected(source.error());
    return medusa.empty() ? readEagleHead(**source, target, head) : readMedusaHeads(**source, target, head);
}

Result<std::shared_ptr<const DraftHead>> readHead(const fs::path& path, const Model& target)
{
    std::error_code ignored;
    const bool isDirectory = fs::is_directory(path, ignored);
    if (!isDirectory && !fs::exists(path, ignored))
        return fail("There is no {}: choose the directory that the head's files lie in, or its GGUF file.",
                    path.string());
    // Heads have no place for it, and what was published does not agree on what a head reads then.
    if (target.config.embeddingScale != 1 || target.config.logitCap > 0)
        return fail("{} is a target whose embeddings are scaled or whose logits are capped, for which heads are not "
                    "supported yet: choose another method, such as prompt-lookup or two-model.",
                    target.name);
    auto head = std::make_shared<DraftHead>();
    head->path = path;
    const fs::path whole = fs::weakly_canonical(path, ignored);
    head->name = whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();

    // What was published counts before a file that was made of it.
    const fs::path gguf = !isDirectory ? path : hasTensorFiles(path) ? fs::path() : onlyGgufOf(path);
    Result<void> read;
    if (gguf.empty())
        read = readTensorFiles(path, target, *head);
    else if (const auto file = Gguf::open(gguf))
        read = readGgufHead(**file, target, *head);
    else
        return tl::unexpected(file.error());
    if (!read)
        return tl::unexpected(read.error());
    if (const auto unchanged = head->models.front()->weights.filesUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return head;
}

} // namespace

std::string_view nameOf(DraftHeadKind kind)
{
    switch (kind) {
    case DraftHeadKind::medusa:
        return "Medusa";
    case DraftHeadKind::eagle:
        return "EAGLE";
    case DraftHeadKind::eagle3:
        break;
    }
    return "EAGLE-3";
}

Result<std::shared_ptr<const DraftHead>> openDraftHead(const fs::path& path, const Model& target)
{
    return withoutExceptions("The head " + path.string(), [&] { return readHead(path, target); });
}

std::shared_ptr<Model> beginHead(const TensorSource& source, const Model& target, const DraftHead& head,
                                 std::string name)
{
    auto model = std::make_shared<Model>();
    model->name = std::move(name);
    model->path = head.path;
    model->tokenizer = target.tokenizer;
    Weights& weights = model->weights;
    weights.files = source.storage();
    weights.files.insert(weights.files.end(), target.weights.files.begin(), target.weights.files.end());
    weights.storage.assign(weights.files.begin(), weights.files.end());
    weights.storage.insert(weights.storage.end(), target.weights.storage.begin(), target.weights.storage.end());
    return model;
}

void finishHead(Model& model, const Model& target)
{
    // A head goes wherever its target goes: there is nothing in it that a position has a row of.
    model.config.contextLength = target.config.contextLength;
    model.config.bos = target.config.bos;
    model.config.endOfText = target.config.endOfText;
    model.record = describe(model);
    for (const MatrixView* matrix : model.weights.matrices())
        if (matrix->data == target.weights.embedding.data || matrix->data == target.weights.head.data)
            model.record.parameters -= std::int64_t(matrix->rows) * matrix->columns;
}

Result<void> checkNothingLeft(const TensorSource& source, const TensorMapper& mapper,
                              std::span<const std::string_view> needless)
{
    std::vector<std::string> left;
    for (std::string& name : source.names())
        if (!mapper.taken().contains(name)
            && std::ranges::none_of(needless, [&](std::string_view end) { return name.ends_with(end); }))
            left.push_back(std::move(name));
    if (left.empty())
        return {};
    return fail(
        "{} has the tensor {}{}, which Draftscope has no use for and cannot leave out without changing what the head "
        "says: use another head.",
        source.path().string(), left.front(),
        left.size() == 1 ? std::string() : fmt::format(" and {} more like it", left.size() - 1));
}

} // namespace draftscope

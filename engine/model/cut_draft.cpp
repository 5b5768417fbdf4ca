// SPDX-License-Identifier: MIT
#include "engine/model/cut_draft.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "engine/core/replacing_file.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/json_document.h"
#include "engine/formats/safetensors.h"
#include "engine/formats/safetensors_writer.h"
#include "engine/model/checkpoint.h"
#include "engine/model/families/family.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* headName = "lm_head.weight";

/// As safetensors files write it, which have no quantised tensors that are read.
std::string_view safetensorsName(WeightType type)
{
    assert(!isQuantised(type));
    return type == WeightType::f32 ? "F32" : type == WeightType::f16 ? "F16" : "BF16";
}

/// The rows of the head that are kept, as they lie in the file.
std::vector<std::byte> rowsOf(const MatrixView& head, std::span<const TokenId> tokens)
{
    const std::size_t rowBytes = head.rowBytes();
    const auto* from = static_cast<const std::byte*>(head.data);
    std::vector<std::byte> rows;
    rows.reserve(tokens.size() * rowBytes);
    for (const TokenId token : tokens) {
        const std::byte* const row = from + std::size_t(token) * rowBytes;
        rows.insert(rows.end(), row, row + rowBytes);
    }
    return rows;
}

Result<void> writeWeights(const Model& draft, const TensorSource& source, std::span<const TokenId> tokens,
                          const fs::path& to)
{
    SafetensorsWriter writer;
    // A tied checkpoint may call its one matrix the head, and the cut one has both.
    const char* const embeddingName = namesOf(*draft.config.family, source).embedding;
    const bool onlyHead = draft.config.tiedEmbeddings && !source.has(embeddingName);
    for (const std::string& name : source.names()) {
        if (name == headName && !onlyHead)
            continue;
        const auto tensor = source.tensor(name);
        if (!tensor)
            return tl::unexpected(tensor.error());
        writer.add(name == headName ? embeddingName : name, safetensorsName(tensor->type), tensor->shape,
                   {tensor->data, tensor->bytes});
    }
    const MatrixView& head = draft.weights.head;
    const std::vector<std::byte> rows = rowsOf(head, tokens);
    writer.add(headName, safetensorsName(head.type), {std::int64_t(tokens.size()), head.columns}, rows);
    std::vector<std::int64_t> offsets;
    std::vector<std::byte> isKept(std::size_t(draft.config.vocabularySize));
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        offsets.push_back(tokens[i] - std::int64_t(i));
        isKept[std::size_t(tokens[i])] = std::byte(1);
    }
    writer.add("d2t", "I64", {std::int64_t(offsets.size())}, std::as_bytes(std::span(offsets)));
    writer.add("t2d", "BOOL", {std::int64_t(isKept.size())}, isKept);
    return writer.write(to / "model.safetensors");
}

Result<void> writeConfig(const fs::path& from, std::size_t logits, const fs::path& to)
{
    auto config = readJsonObject(from / "config.json");
    if (!config)
        return tl::unexpected(config.error());
    (*config)["draft_vocab_size"] = logits;
    (*config)["tie_word_embeddings"] = false;
    return replaceFile(to / "config.json", config->dump(2) + '\n', "configuration");
}

Result<void> copyFile(std::string_view name, const fs::path& from, const fs::path& to)
{
    std::error_code error;
    if (fs::exists(from / name, error)) {
        fs::copy_file(from / name, to / name, fs::copy_options::overwrite_existing, error);
        if (error)
            return fail("{} cannot be copied to {}: {}.", (from / name).string(), to.string(), error.message());
        return {};
    }
    fs::remove(to / name, error); // that of another model might be read first
    if (error)
        return fail("{} is of another model and cannot be removed ({}): choose another directory.",
                    (to / name).string(), error.message());
    return {};
}

/// What else a directory has: the tokenizer, and which tokens end a text.
Result<void> copyOthers(const fs::path& from, const fs::path& to)
{
    for (const std::string_view name : tokenizerFileNames())
        if (auto copied = copyFile(name, from, to); !copied)
            return copied;
    return copyFile("generation_config.json", from, to);
}

Result<void> write(const Model& draft, std::span<const TokenId> tokens, const fs::path& to)
{
    if (!draft.weights.tokenOfLogit.empty())
        return fail("{} has logits for {} tokens already: choose the whole model.", draft.name,
                    draft.config.logitCount());
    std::error_code error;
    if (!fs::is_directory(draft.path, error))
        return fail("{} is no Hugging Face directory, and only such drafts can be cut: choose one.",
                    draft.path.string());
    fs::create_directories(to, error);
    if (error)
        return fail("The directory {} cannot be made: {}.", to.string(), error.message());
    if (fs::equivalent(draft.path, to, error))
        return fail("{} is the directory of the draft itself: choose another one for the cut draft.", to.string());
    const auto source = openHuggingFaceWeights(draft.path);
    if (!source)
        return tl::unexpected(source.error());
    Result<void> written = writeWeights(draft, **source, tokens, to);
    if (written)
        written = copyOthers(draft.path, to);
    return written ? writeConfig(draft.path, tokens.size(), to) : written;
}

} // namespace

std::vector<TokenId> mostFrequentTokens(const Model& draft, std::span<const TokenId> text, int count)
{
    const auto size = std::size_t(draft.tokenizer->size());
    assert(count > 0 && std::size_t(count) <= size);
    std::vector<std::int64_t> counts(size);
    for (const TokenId token : text)
        ++counts[std::size_t(token)];
    for (const TokenId token : draft.config.endOfText)
        if (std::size_t(token) < size)
            counts[std::size_t(token)] = INT64_MAX; // a text has one, and without it a draft never ends one
    std::vector<TokenId> tokens(size);
    std::iota(tokens.begin(), tokens.end(), 0);
    std::ranges::stable_sort(tokens,
                             [&](TokenId a, TokenId b) { return counts[std::size_t(a)] > counts[std::size_t(b)]; });
    tokens.resize(std::size_t(count));
    std::ranges::sort(tokens);
    return tokens;
}

Result<void> writeCutDraft(const Model& draft, std::span<const TokenId> tokens, const fs::path& to)
{
    return withoutExceptions("The draft " + to.string(), [&] { return write(draft, tokens, to); });
}

} // namespace draftscope

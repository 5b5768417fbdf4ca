// SPDX-License-Identifier: MIT
#include "engine/tokenizer/load_tokenizer.h"

#include "engine/core/memory_map.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf.h"
#include "engine/formats/json_document.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

// The largest that is published, of 262,144 pieces, has 5 MB.
constexpr std::size_t largestFile = std::size_t(64) << 20;

Result<std::shared_ptr<const Tokenizer>> fromFile(const fs::path& path, std::optional<bool> addsBos)
{
    const auto map = MemoryMap::open(path);
    if (!map)
        return tl::unexpected(map.error());
    const auto bytes = (*map)->bytes();
    if (bytes.size() > largestFile)
        return fail("The file {} is larger than {} MiB: it is not a vocabulary.", path.string(), largestFile >> 20);
    auto tokenizer = SentencePieceTokenizer::fromProto({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                                       path.string(), addsBos);
    if (const auto unchanged = (*map)->unchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return tokenizer;
}

/// tokenizer_config.json's add_bos_token, if both are there.
Result<std::optional<bool>> statedBosPolicy(const fs::path& directory)
{
    std::error_code ignored;
    const fs::path file = directory / "tokenizer_config.json";
    if (!fs::exists(file, ignored))
        return std::optional<bool>();
    const auto config = readJsonObject(file);
    if (!config)
        return tl::unexpected(config.error());
    const auto found = config->find("add_bos_token");
    return found != config->end() && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

Result<std::shared_ptr<const Tokenizer>> fromDirectory(const fs::path& directory)
{
    std::error_code ignored;
    const fs::path file = directory / "tokenizer.model";
    if (!fs::exists(file, ignored)) {
        if (fs::exists(directory / "tokenizer.json", ignored))
            return fail("{} has only a tokenizer.json, whose byte-level BPE is not supported yet: use a model with a "
                        "tokenizer.model (sentencepiece).",
                        directory.string());
        return fail("{} has no tokenizer.model: copy the model's sentencepiece vocabulary there.", directory.string());
    }
    const auto addsBos = statedBosPolicy(directory);
    if (!addsBos)
        return tl::unexpected(addsBos.error());
    return fromFile(file, *addsBos);
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const fs::path& path)
{
    return withoutExceptions("The vocabulary of " + path.string(), [&]() -> Result<std::shared_ptr<const Tokenizer>> {
        std::error_code ignored;
        if (fs::is_directory(path, ignored))
            return fromDirectory(path);
        if (Gguf::looksLikeOne(path)) {
            const auto file = Gguf::open(path);
            return file ? tokenizerOfGguf(**file) : tl::unexpected(file.error());
        }
        return fromFile(path, {});
    });
}

} // namespace draftscope

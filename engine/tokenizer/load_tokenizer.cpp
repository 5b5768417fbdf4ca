// SPDX-License-Identifier: MIT
#include "engine/tokenizer/load_tokenizer.h"

#include <algorithm>
#include <fstream>

#include "engine/core/memory_map.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf.h"
#include "engine/formats/gguf_parts.h"
#include "engine/tokenizer/byte_pair_files.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"
#include "engine/tokenizer/stated_tokens.h"
#include "engine/tokenizer/tiktoken_vocabulary.h"
#include "engine/tokenizer/tokenizer_json.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

// The largest that is published, of 262,144 pieces, has 5 MB.
constexpr std::size_t largestFile = std::size_t(64) << 20;

constexpr std::string_view modelName = "tokenizer.model", jsonName = "tokenizer.json", vocabName = "vocab.json",
                           mergesName = "merges.txt";

/// What is stated elsewhere in a directory about a vocabulary that has no place for it.
void complete(ByteLevelVocabulary& vocabulary, const StatedTokens& stated)
{
    addMissing(vocabulary.added, stated.added);
    const auto idOf = [&](const std::optional<std::string>& text, TokenId known) {
        if (!text)
            return known;
        for (const AddedToken& token : vocabulary.added)
            if (token.text == *text)
                return token.id;
        const auto found = std::find(vocabulary.pieces.begin(), vocabulary.pieces.end(), *text);
        if (found == vocabulary.pieces.end())
            return noToken;
        const auto id = TokenId(found - vocabulary.pieces.begin());
        vocabulary.added.push_back({.text = *text, .id = id});
        return id;
    };
    vocabulary.bos = idOf(stated.bos, vocabulary.bos);
    vocabulary.eos = idOf(stated.eos, vocabulary.eos);
    vocabulary.unknown = idOf(stated.unknown, vocabulary.unknown);
    vocabulary.addsBos = stated.addsBos.value_or(vocabulary.addsBos);
}

/// A tokenizer.model: sentencepiece's or tiktoken's.
Result<std::shared_ptr<const Tokenizer>> fromFile(const fs::path& path, const StatedTokens& stated)
{
    const auto map = MemoryMap::open(path);
    if (!map)
        return tl::unexpected(map.error());
    const auto bytes = (*map)->bytes();
    if (bytes.size() > largestFile)
        return fail("The file {} is larger than {} MiB: it is not a vocabulary.", path.string(), largestFile >> 20);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto read = [&]() -> Result<std::shared_ptr<const Tokenizer>> {
        if (!looksLikeTiktoken(text)) {
            auto pieces = readSentencePieceProto(text, path.string());
            if (!pieces)
                return tl::unexpected(pieces.error());
            if (auto added = addTokens(*pieces, stated.added, path.string()); !added)
                return tl::unexpected(added.error());
            pieces->spec.prefixesEveryPart = stated.legacy.value_or(true);
            return SentencePieceTokenizer::fromVocabulary(*pieces, path.string(), stated.addsBos);
        }
        auto vocabulary = readTiktoken(text, path.string());
        if (!vocabulary)
            return tl::unexpected(vocabulary.error());
        complete(*vocabulary, stated);
        return ByteLevelTokenizer::create(std::move(*vocabulary), path.string());
    };
    auto tokenizer = read();
    if (const auto unchanged = (*map)->unchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return tokenizer;
}

Result<std::shared_ptr<const Tokenizer>> fromVocabAndMerges(const fs::path& vocab, const fs::path& merges,
                                                            const StatedTokens& stated)
{
    auto vocabulary = readVocabAndMerges(vocab, merges);
    if (!vocabulary)
        return tl::unexpected(vocabulary.error());
    complete(*vocabulary, stated);
    // GPT-2's own files say nothing of the token that begins and ends its texts.
    for (std::size_t id = 0; id < vocabulary->pieces.size() && vocabulary->added.empty(); ++id)
        if (vocabulary->pieces[id] == "<|endoftext|>") {
            vocabulary->added.push_back({.text = vocabulary->pieces[id], .id = TokenId(id)});
            vocabulary->bos = vocabulary->eos = TokenId(id);
        }
    return ByteLevelTokenizer::create(std::move(*vocabulary), vocab.string());
}

bool beginsLikeTiktoken(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string beginning(512, '\0');
    file.read(beginning.data(), std::streamsize(beginning.size()));
    return looksLikeTiktoken(std::string_view(beginning).substr(0, std::size_t(file.gcount())));
}

bool hasVocabulary(const fs::path& directory)
{
    std::error_code ignored;
    return fs::exists(directory / modelName, ignored) || fs::exists(directory / jsonName, ignored)
        || fs::exists(directory / vocabName, ignored);
}

Result<std::shared_ptr<const Tokenizer>> fromDirectory(const fs::path& directory, int rows)
{
    const auto stated = readStatedTokens(directory, rows);
    if (!stated)
        return tl::unexpected(stated.error());
    std::error_code ignored;
    const auto has = [&](std::string_view name) { return fs::exists(directory / name, ignored); };
    // Ranks say little of a vocabulary, tokenizer.json all; of sentencepiece's files it is the other way round.
    if (has(modelName) && !(has(jsonName) && beginsLikeTiktoken(directory / modelName)))
        return fromFile(directory / modelName, *stated);
    if (has(jsonName))
        return readTokenizerJson(directory / jsonName, *stated);
    if (has(vocabName) && has(mergesName))
        return fromVocabAndMerges(directory / vocabName, directory / mergesName, *stated);
    return fail("{} has no vocabulary: copy the model's tokenizer.json or tokenizer.model there.", directory.string());
}

} // namespace

std::span<const std::string_view> tokenizerFileNames()
{
    static constexpr std::string_view names[] = {modelName,           jsonName,          vocabName,      mergesName,
                                                 tokenizerConfigName, specialTokensName, addedTokensName};
    return names;
}

Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const fs::path& path, int rows)
{
    return withoutExceptions("The vocabulary of " + path.string(), [&]() -> Result<std::shared_ptr<const Tokenizer>> {
        std::error_code ignored;
        fs::path opened = path;
        if (fs::is_directory(path, ignored) && !hasVocabulary(path)) {
            const auto gguf = ggufModelOf(path);
            if (!gguf)
                return tl::unexpected(gguf.error());
            opened = gguf->empty() ? path : *gguf;
        }
        if (fs::is_directory(opened, ignored))
            return fromDirectory(opened, rows);
        if (Gguf::looksLikeOne(opened)) {
            const auto file = Gguf::open(opened);
            return file ? tokenizerOfGguf(**file) : tl::unexpected(file.error());
        }
        if (path.extension() == ".json")
            return readTokenizerJson(path, {});
        return fromFile(path, {});
    });
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
// A GGUF file's vocabulary: a sentencepiece model, or byte-pair encoding of bytes or characters.
#include <algorithm>
#include <array>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf.h"
#include "engine/tokenizer/byte_pair_gguf.h"
#include "engine/tokenizer/gguf_piece_tokenizer.h"
#include "engine/tokenizer/load_tokenizer.h"

namespace draftscope {

namespace {

Result<std::shared_ptr<const Tokenizer>> sentencePiecesOf(const Gguf& file)
{
    auto tokens = readGgufTokens(file);
    if (!tokens)
        return tl::unexpected(tokens.error());
    const std::string path = file.path().string();
    const auto* array = file.array("tokenizer.ggml.scores");
    const auto stated = array && array->size() >= tokens->texts.size() ? array->floats() : std::nullopt;
    if (!stated)
        return fail("The vocabulary of {} has no score for every token: convert the model again.", path);
    std::vector<float> scores;
    for (const double score : *stated)
        scores.push_back(float(score));
    const bool addsPrefix = file.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    return GgufPieceTokenizer::create(std::move(*tokens), std::move(scores), addsPrefix, path);
}

/// What each kind that is refused is called outside such files.
std::string_view nameOfKind(std::string_view model)
{
    using Kind = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Kind, 5> kinds = {
        Kind{"bert", ", WordPiece"}, {"t5", ", sentencepiece's unigram model"},
        {"rwkv", ", RWKV's trie"},   {"plamo2", ", PLaMo 2's"},
        {"hybriddna", ", of DNA"},
    };
    const auto found = std::ranges::find_if(kinds, [&](const Kind& kind) { return kind.first == model; });
    return found == kinds.end() ? "" : found->second;
}

Result<std::shared_ptr<const Tokenizer>> readVocabulary(const Gguf& file)
{
    const std::string path = file.path().string();
    const auto model = file.shownText("tokenizer.ggml.model");
    if (!model || *model == "no_vocab" || *model == "none")
        return fail("The file {} holds no vocabulary: convert the model again with its tokenizer.", path);
    if (*model == "llama")
        return sentencePiecesOf(file);
    if (*model == "gpt2" || *model == "gemma4" || *model == "whitespace")
        return bytePairsOfGguf(file);
    return fail("The file {} has a vocabulary of the type {}{}: use a model with byte-pair encoding (gpt2 or llama).",
                path, beginningOf(*model, 40), nameOfKind(*model));
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> tokenizerOfGguf(const Gguf& file)
{
    return withoutExceptions("The vocabulary of " + file.path().string(), [&] { return readVocabulary(file); });
}

} // namespace draftscope

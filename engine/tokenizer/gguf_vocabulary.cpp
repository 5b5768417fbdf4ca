// SPDX-License-Identifier: MIT
// A GGUF file's vocabulary: a sentencepiece model, or byte-level BPE.
#include <algorithm>

#include "engine/core/utf8.h"
#include "engine/core/without_exceptions.h"
#include "engine/formats/gguf.h"
#include "engine/tokenizer/byte_level_gguf.h"
#include "engine/tokenizer/load_tokenizer.h"
#include "engine/tokenizer/sentencepiece_tokenizer.h"

namespace draftscope {

namespace {

using Names = std::vector<std::string_view>;

/// The id that a key gives; -1 if it is absent, says "none" (4294967295) or lies past the vocabulary.
int idOf(const Gguf& file, std::string_view key, std::size_t size)
{
    const auto id = file.integer(key);
    return id && *id >= 0 && *id < std::int64_t(size) ? int(*id) : -1;
}

/// Kinds for files that do not state them.
PieceType guessedType(std::string_view piece, int id, const SentencePieceSpec& spec)
{
    if (id == spec.unknown)
        return PieceType::unknown;
    if (id == spec.bos || id == spec.eos || id == spec.pad)
        return PieceType::control;
    return isByteName(piece) ? PieceType::byte : PieceType::normal;
}

Result<std::vector<VocabularyPiece>> sentencePiecesOf(const Gguf& file, const Names& names,
                                                      const SentencePieceSpec& spec)
{
    const auto* scoresArray = file.array("tokenizer.ggml.scores");
    const auto scores = scoresArray && scoresArray->size() == names.size() ? scoresArray->floats() : std::nullopt;
    if (!scores)
        return fail("The vocabulary of {} has no score for every token: convert the model again.",
                    file.path().string());
    const auto* typesArray = file.array("tokenizer.ggml.token_type");
    const auto types = typesArray && typesArray->size() == names.size() ? typesArray->integers() : std::nullopt;
    if (!types && file.find("tokenizer.ggml.token_type"))
        return fail("The vocabulary of {} has no type for every token: convert the model again.", file.path().string());
    std::vector<VocabularyPiece> pieces;
    pieces.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::int64_t stated = types ? (*types)[i] : 0;
        if (types && (stated < 1 || stated > 6))
            return fail("The token {} of {} has the unknown type {}: convert the model again.", i, file.path().string(),
                        stated);
        const PieceType type = types ? PieceType(stated) : guessedType(names[i], int(i), spec);
        pieces.push_back({std::string(names[i]), float((*scores)[i]), type});
    }
    return pieces;
}

Result<std::shared_ptr<const Tokenizer>> readVocabulary(const Gguf& file)
{
    const std::string path = file.path().string();
    const auto model = file.shownText("tokenizer.ggml.model");
    if (!model)
        return fail("The file {} holds no vocabulary: convert the model again with its tokenizer.", path);
    if (*model == "gpt2") {
        auto vocabulary = readByteLevelGguf(file);
        return vocabulary ? ByteLevelTokenizer::create(std::move(*vocabulary), path)
                          : tl::unexpected(vocabulary.error());
    }
    if (*model != "llama")
        return fail("The file {} has a vocabulary of the type {}: use a model with byte-pair encoding (gpt2 or llama).",
                    path, beginningOf(*model, 40));
    const auto* tokens = file.array("tokenizer.ggml.tokens");
    if (tokens && tokens->size() > largestVocabulary)
        return fail("The vocabulary of {} has {} tokens, more than {}: download it again.", path, tokens->size(),
                    largestVocabulary);
    const auto names = tokens ? tokens->strings() : std::nullopt;
    if (!names || names->empty())
        return fail("The vocabulary of {} is empty: convert the model again with its tokenizer.", path);

    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    spec.unknown = std::max(0, idOf(file, "tokenizer.ggml.unknown_token_id", names->size()));
    spec.bos = idOf(file, "tokenizer.ggml.bos_token_id", names->size());
    spec.eos = idOf(file, "tokenizer.ggml.eos_token_id", names->size());
    spec.pad = idOf(file, "tokenizer.ggml.padding_token_id", names->size());
    spec.addsSpacePrefix = file.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    spec.removesExtraSpaces = file.boolean("tokenizer.ggml.remove_extra_whitespaces").value_or(false);
    auto pieces = sentencePiecesOf(file, *names, spec);
    if (!pieces)
        return tl::unexpected(pieces.error());
    spec.byteFallback =
        std::any_of(pieces->begin(), pieces->end(), [](const auto& piece) { return piece.type == PieceType::byte; });
    return SentencePieceTokenizer::fromVocabulary({std::move(*pieces), std::move(spec)}, path,
                                                  file.boolean("tokenizer.ggml.add_bos_token"));
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> tokenizerOfGguf(const Gguf& file)
{
    return withoutExceptions("The vocabulary of " + file.path().string(), [&] { return readVocabulary(file); });
}

} // namespace draftscope

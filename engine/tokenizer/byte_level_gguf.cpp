// SPDX-License-Identifier: MIT
// Keys: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
#include "engine/tokenizer/byte_level_gguf.h"

#include "engine/core/utf8.h"
#include "engine/formats/gguf.h"
#include "engine/tokenizer/byte_pair_files.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

TokenId idOf(const Gguf& file, std::string_view key)
{
    const auto id = file.integer(key);
    return id && *id >= 0 && *id < std::int64_t(largestVocabulary) ? TokenId(*id) : noToken;
}

} // namespace

Result<ByteLevelVocabulary> readByteLevelGguf(const Gguf& file)
{
    const std::string path = file.path().string();
    const std::string pre = file.shownText("tokenizer.ggml.pre").value_or("");
    const auto splits = splitsOf(pre);
    if (!splits)
        return fail("The file {} splits texts in the way {}, which is not known: use a model whose way is one of {}.",
                    path, pre.empty() ? "that it does not name" : fmt::format("\"{}\"", beginningOf(pre, 40)),
                    knownSplits());
    const auto* tokens = file.array("tokenizer.ggml.tokens");
    const auto names = tokens && tokens->size() <= largestVocabulary ? tokens->strings() : std::nullopt;
    const auto* mergesArray = file.array("tokenizer.ggml.merges");
    const auto lines = mergesArray && mergesArray->size() <= largestVocabulary ? mergesArray->strings() : std::nullopt;
    if (!names || names->empty() || !lines)
        return fail("The vocabulary of {} has no tokens or no merges: convert the model again with its tokenizer.",
                    path);
    const auto* typesArray = file.array("tokenizer.ggml.token_type");
    const auto types = typesArray && typesArray->size() == names->size() ? typesArray->integers() : std::nullopt;
    if (!types && file.find("tokenizer.ggml.token_type"))
        return fail("The vocabulary of {} has no type for every token: convert the model again.", path);

    std::vector<std::string> pieces(names->begin(), names->end());
    ByteLevelVocabulary vocabulary;
    vocabulary.splits = splits->steps;
    vocabulary.prefersWholePieces = splits->prefersWholePieces;
    vocabulary.normalizesToNfc = splits->normalizesToNfc;
    for (std::size_t id = 0; id < names->size(); ++id) {
        const std::int64_t stated = types ? (*types)[id] : std::int64_t(PieceType::normal);
        if (stated < 1 || stated > 6)
            return fail("The token {} of {} has the unknown type {}: convert the model again.", id, path, stated);
        const auto type = PieceType(stated);
        const std::string& text = pieces[id];
        const bool isAdded = type == PieceType::control || type == PieceType::userDefined || type == PieceType::unknown;
        vocabulary.pieces.push_back(isAdded || type == PieceType::unused ? "" : text);
        if (isAdded)
            vocabulary.added.push_back({.text = text, .id = TokenId(id), .isSpecial = type != PieceType::userDefined});
    }
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    for (std::size_t i = 0; i < lines->size(); ++i) {
        const auto pair = pairOfLine((*lines)[i]);
        if (!pair)
            return fail("The merge {} of {} is no pair of pieces: convert the model again.", i, path);
        pairs.push_back(*pair);
    }
    auto merges = mergesOf(pairs, pieces, path);
    if (!merges)
        return tl::unexpected(merges.error());
    vocabulary.merges = std::move(*merges);
    vocabulary.bos = idOf(file, "tokenizer.ggml.bos_token_id");
    vocabulary.eos = idOf(file, "tokenizer.ggml.eos_token_id");
    vocabulary.unknown = idOf(file, "tokenizer.ggml.unknown_token_id");
    vocabulary.addsBos = file.boolean("tokenizer.ggml.add_bos_token").value_or(splits->addsBos);
    vocabulary.addsSpacePrefix = file.boolean("tokenizer.ggml.add_space_prefix").value_or(false);
    return vocabulary;
}

} // namespace draftscope

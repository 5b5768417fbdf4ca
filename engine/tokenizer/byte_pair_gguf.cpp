// SPDX-License-Identifier: MIT
// Keys: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
#include "engine/tokenizer/byte_pair_gguf.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "engine/core/utf8.h"
#include "engine/formats/gguf.h"
#include "engine/tokenizer/byte_level_tokenizer.h"
#include "engine/tokenizer/byte_pair_files.h"
#include "engine/tokenizer/gguf_tokens.h"
#include "engine/tokenizer/pipeline_tokenizer.h"
#include "engine/tokenizer/sentencepiece_proto.h"
#include "engine/tokenizer/split_expressions.h"

namespace draftscope {

namespace {

using Merges = std::vector<BytePairMerges::Merge>;

Result<Merges> mergesOfGguf(const Gguf& file, const std::vector<std::string>& pieces, bool mayLack)
{
    const std::string path = file.path().string();
    const auto* array = file.array("tokenizer.ggml.merges");
    if (!array && mayLack)
        return Merges();
    const auto lines = array && array->size() <= largestVocabulary ? array->strings() : std::nullopt;
    if (!lines)
        return fail("The vocabulary of {} has no merges: convert the model again with its tokenizer.", path);
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    for (std::size_t i = 0; i < lines->size(); ++i) {
        const auto pair = pairOfLine((*lines)[i]);
        if (!pair)
            return fail("The merge {} of {} is no pair of pieces: convert the model again.", i, path);
        pairs.push_back(*pair);
    }
    auto merges = mergesOf(pairs, pieces, path);
    if (!merges)
        return merges;
    // Of a pair that comes twice the first merge counts here.
    std::unordered_set<std::uint64_t> known;
    known.reserve(merges->size());
    std::erase_if(*merges, [&](const auto& merge) {
        return !known.insert(std::uint64_t(std::uint32_t(merge.left)) << 32 | std::uint32_t(merge.right)).second;
    });
    return merges;
}

Result<std::shared_ptr<const Tokenizer>> ofBytes(GgufTokens tokens, Merges merges, NamedSplits splits, bool addsBos,
                                                 std::string_view path)
{
    ByteLevelVocabulary vocabulary;
    vocabulary.isGguf = true;
    vocabulary.added = tokens.found();
    vocabulary.pieces = std::move(tokens.texts);
    vocabulary.merges = std::move(merges);
    vocabulary.splits = std::move(splits.steps);
    vocabulary.prefersWholePieces = splits.prefersWholePieces;
    vocabulary.bos = tokens.bos;
    vocabulary.eos = tokens.eos;
    vocabulary.unknown = tokens.unknown;
    vocabulary.addsBos = addsBos;
    return ByteLevelTokenizer::create(std::move(vocabulary), path);
}

/// Byte-pair encoding of characters as sentencepiece writes them, by merges (Gemma 4).
Result<std::shared_ptr<const Tokenizer>> ofCharacters(GgufTokens tokens, Merges merges, NamedSplits splits,
                                                      bool addsBos, std::string_view path)
{
    PipelineVocabulary vocabulary;
    vocabulary.kind = "sentencepiece-bpe";
    vocabulary.added = tokens.found();
    vocabulary.order = AddedTokens::Order::longest;
    if (splits.marksSpaces)
        vocabulary.normalizer.push_back(TextChange::replaced(" ", std::string(spaceMark)));
    for (const SplitStep& step : splits.steps) {
        auto expression = Expression::create(step.expression, path, false);
        if (!expression)
            return tl::unexpected(expression.error());
        vocabulary.preTokenizer.push_back(WordCut::byExpression(std::move(*expression)));
    }
    if (splits.dropsSpaces)
        vocabulary.preTokenizer.insert(vocabulary.preTokenizer.begin(), {.kind = WordCut::Kind::whiteSpace});
    if (splits.takesSmallLetters)
        vocabulary.normalizer.push_back({.kind = TextChange::Kind::smallLetters});
    auto model = std::make_unique<BytePairModel>();
    model->byteFallback = BytePairModel::ByteFallback::whereThere;
    model->prefersLines = splits.keepsLines;
    model->prefersWholePieces = splits.prefersWholePieces;
    model->setVocabulary(tokens.texts, merges);
    vocabulary.model = std::move(model);
    if (splits.marksSpaces)
        vocabulary.decoder.push_back(PieceChange::replaced(std::string(spaceMark), " "));
    vocabulary.decoder.push_back({.kind = PieceChange::Kind::byteNames});
    vocabulary.bos = tokens.bos;
    vocabulary.eos = tokens.eos;
    vocabulary.unknown = tokens.unknown;
    vocabulary.addsBos = addsBos;
    vocabulary.pieces = std::move(tokens.texts);
    return PipelineTokenizer::create(std::move(vocabulary), path);
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> bytePairsOfGguf(const Gguf& file)
{
    const std::string path = file.path().string();
    const bool isGemma4 = file.text("tokenizer.ggml.model") == "gemma4";
    const std::string pre = isGemma4 ? "gemma4" : file.shownText("tokenizer.ggml.pre").value_or("");
    auto splits = splitsOf(pre);
    if (!splits || (file.text("tokenizer.ggml.model") == "whitespace" && !splits->isOfCharacters))
        return fail("The file {} splits texts in the way \"{}\", which is not known: update Draftscope, or use another "
                    "model.",
                    path, beginningOf(pre, 40));
    splits->dropsSpaces = file.text("tokenizer.ggml.model") == "whitespace";
    splits->takesSmallLetters =
        splits->dropsSpaces && file.boolean("tokenizer.ggml.normalizer.lowercase").value_or(pre != "whitespace");
    auto tokens = readGgufTokens(file);
    if (!tokens)
        return tl::unexpected(tokens.error());
    auto merges = mergesOfGguf(file, tokens->texts, splits->mayLackMerges);
    if (!merges)
        return tl::unexpected(merges.error());
    const bool addsBos = splits->alwaysAddsBos || tokens->addsBos.value_or(splits->addsBos);
    const auto make = splits->isOfCharacters ? ofCharacters : ofBytes;
    return make(std::move(*tokens), std::move(*merges), std::move(*splits), addsBos, path);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/tokenizer/pipeline_json.h"

#include <algorithm>

#include "engine/core/utf8.h"
#include "engine/tokenizer/byte_pair_files.h"
#include "engine/tokenizer/json_part.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

namespace {

using nlohmann::json;
using MergePair = std::pair<std::string_view, std::string_view>;

/// A list of "a b", or one of ["a", "b"].
Result<std::vector<MergePair>> readMergePairs(JsonPart& model, std::string_view file)
{
    std::vector<MergePair> pairs;
    const auto list = model.list("merges");
    if (model.error())
        return tl::unexpected(*model.error());
    for (const json* merge : list) {
        std::optional<MergePair> pair;
        if (merge->is_string() && list.front()->is_string()) {
            if (merge->get_ref<const std::string&>().starts_with("#version"))
                continue;
            pair = pairOfLine(merge->get_ref<const std::string&>());
        } else if (merge->is_array() && merge->size() == 2 && (*merge)[0].is_string() && (*merge)[1].is_string()
                   && list.front()->is_array()) {
            pair.emplace((*merge)[0].get_ref<const std::string&>(), (*merge)[1].get_ref<const std::string&>());
        }
        if (!pair)
            return fail("The merge {} of {} is no pair of pieces: download it again.", pairs.size(), file);
        pairs.push_back(*pair);
    }
    return pairs;
}

Result<void> readBytePairs(JsonPart& model, std::string_view file, PipelineModel& into)
{
    const auto pairs = readMergePairs(model, file);
    if (!pairs)
        return tl::unexpected(pairs.error());
    auto made = std::make_unique<BytePairModel>();
    made->continuation = model.textOrNone("continuing_subword_prefix").value_or("");
    made->ending = model.textOrNone("end_of_word_suffix").value_or("");
    made->unknown = model.textOrNone("unk_token");
    made->fusesUnknown = model.flagOrNone("fuse_unk").value_or(false);
    made->byteFallback = model.flagOrNone("byte_fallback").value_or(false) ? BytePairModel::ByteFallback::whole
                                                                           : BytePairModel::ByteFallback::none;
    made->prefersWholePieces = model.flagOrNone("ignore_merges").value_or(false);
    const json& dropout = model.value("dropout");
    if (!dropout.is_null() && !dropout.is_number())
        model.complain("dropout", "no number");
    else if (dropout.is_number() && dropout.get<double>() != 0)
        return fail("The file {} leaves out merges at random (dropout), so that a text has other tokens each time: set "
                    "its dropout to null.",
                    file);
    auto merges = mergesOf(*pairs, into.pieces, file, made->continuation);
    if (!merges)
        return tl::unexpected(merges.error());
    into.merges = std::move(*merges);
    into.unknown = made->unknown.value_or("");
    made->setVocabulary(into.pieces, into.merges);
    into.model = std::move(made);
    return {};
}

void readWordPieces(JsonPart& model, PipelineModel& into)
{
    auto made = std::make_unique<WordPieceModel>();
    made->unknown = model.text("unk_token");
    made->continuation = model.text("continuing_subword_prefix");
    made->longestWord = model.count("max_input_chars_per_word");
    for (const std::string& piece : into.pieces)
        made->longestPiece = std::max(made->longestPiece, piece.size());
    made->pieces = PieceIds(into.pieces);
    into.unknown = made->unknown;
    into.model = std::move(made);
}

void readWholeWords(JsonPart& model, PipelineModel& into)
{
    auto made = std::make_unique<WholeWordModel>();
    made->unknown = model.text("unk_token");
    made->pieces = PieceIds(into.pieces);
    into.unknown = made->unknown;
    into.model = std::move(made);
}

/// Its vocabulary is a list of [piece, score].
Result<void> readUnigram(JsonPart& model, std::string_view file, PipelineModel& into)
{
    std::vector<std::pair<std::string, double>> pieces;
    for (const json* entry : model.list("vocab")) {
        if (!entry->is_array() || entry->size() != 2 || !(*entry)[0].is_string() || !(*entry)[1].is_number())
            return fail("The entry {} of the vocabulary of {} is no piece with its score: download it again.",
                        pieces.size(), file);
        pieces.emplace_back((*entry)[0].get<std::string>(), (*entry)[1].get<double>());
        into.pieces.push_back(pieces.back().first);
    }
    if (into.pieces.size() > largestVocabulary)
        return fail("The vocabulary of {} has {} tokens, more than {}: download it again.", file, into.pieces.size(),
                    largestVocabulary);
    TokenId unknown = noToken;
    if (model.has("unk_id")) {
        const std::size_t id = model.count("unk_id");
        if (id >= pieces.size())
            model.complain("unk_id", "behind its vocabulary");
        else
            unknown = TokenId(id);
    }
    if (unknown != noToken)
        into.unknown = into.pieces[std::size_t(unknown)];
    into.model =
        std::make_unique<UnigramModel>(std::move(pieces), unknown, model.flagOrNone("byte_fallback").value_or(false));
    return {};
}

/// Files of before 2022 do not say which model they have.
std::string guessedModel(const JsonPart& model)
{
    if (model.value("merges").is_array())
        return "BPE";
    if (model.value("vocab").is_array())
        return "Unigram";
    if (model.has("max_input_chars_per_word"))
        return "WordPiece";
    return model.has("vocab") && model.has("unk_token") ? "WordLevel" : "";
}

} // namespace

Result<PipelineModel> readPipelineModel(const json& object, std::string_view file)
{
    JsonPart model(object, file, "model");
    PipelineModel made;
    made.type = model.states("type") ? model.type() : guessedModel(model);
    constexpr std::array<std::string_view, 4> known = {"BPE", "WordPiece", "WordLevel", "Unigram"};
    if (std::ranges::count(known, made.type) == 0)
        return fail("The file {} has a vocabulary of the type {}: use a model with byte-pair encoding (BPE), or one "
                    "with a tokenizer.model.",
                    file, made.type.empty() ? "unknown" : asUtf8(beginningOf(made.type, 40)));
    Result<void> read;
    if (made.type == "Unigram") {
        read = readUnigram(model, file, made);
    } else {
        auto pieces = piecesOf(model.value("vocab"), file);
        if (!pieces)
            return tl::unexpected(pieces.error());
        made.pieces = std::move(*pieces);
        if (made.type == "BPE")
            read = readBytePairs(model, file, made);
        else if (made.type == "WordPiece")
            readWordPieces(model, made);
        else
            readWholeWords(model, made);
    }
    if (!read)
        return tl::unexpected(read.error());
    if (model.error())
        return tl::unexpected(*model.error());
    return made;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/tokenizer/sentencepiece_check.h"
#include "engine/tokenizer/tokenizer.h"

#include <algorithm>

namespace draftscope {

namespace {

// A piece longer than this belongs to no vocabulary; encoding looks ahead by as much from every character.
constexpr std::size_t longestPiece = 4096;
// Size of the array in which sentencepiece collects the user-defined pieces that match at one place.
constexpr std::size_t mostNestedPieces = 64;

/// Pieces that sentencepiece puts into a trie of zero-terminated strings.
bool goesIntoTrie(const VocabularyPiece& piece, SentencePieceModel model)
{
    const bool isText = piece.type == PieceType::normal || piece.type == PieceType::unused;
    return piece.type == PieceType::userDefined || (model == SentencePieceModel::unigram && isText);
}

/// The most texts of which each begins with the one before.
std::size_t longestNesting(std::vector<std::string_view> texts)
{
    std::sort(texts.begin(), texts.end());
    std::vector<std::string_view> open; // of which the current one begins with each
    std::size_t longest = 0;
    for (const std::string_view text : texts) {
        while (!open.empty() && !text.starts_with(open.back()))
            open.pop_back();
        open.push_back(text);
        longest = std::max(longest, open.size());
    }
    return longest;
}

} // namespace

Result<void> checkSentencePieces(const SentencePieceVocabulary& vocabulary, std::string_view name)
{
    const auto& pieces = vocabulary.pieces;
    const SentencePieceSpec& spec = vocabulary.spec;
    if (spec.model != SentencePieceModel::bpe && spec.model != SentencePieceModel::unigram)
        return fail("The vocabulary of {} is of sentencepiece's word or character type: use a BPE or unigram model.",
                    name);
    if (pieces.empty() || pieces.size() > largestVocabulary)
        return fail("The vocabulary of {} has {} pieces, outside 1 to {}: download it again.", name, pieces.size(),
                    largestVocabulary);
    std::vector<std::string_view> userDefined;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const VocabularyPiece& piece = pieces[i];
        if (piece.text.size() > longestPiece)
            return fail("The piece {} of the vocabulary of {} has {} bytes, more than {}: download it again.", i, name,
                        piece.text.size(), longestPiece);
        if (goesIntoTrie(piece, spec.model) && piece.text.find('\0') != std::string::npos)
            return fail("The piece {} of the vocabulary of {} contains a zero byte: download it again.", i, name);
        if (piece.type == PieceType::userDefined)
            userDefined.push_back(piece.text);
    }
    if (longestNesting(std::move(userDefined)) > mostNestedPieces)
        return fail("The vocabulary of {} has more than {} user-defined pieces that begin with each other, which "
                    "sentencepiece cannot take: use another model.",
                    name, mostNestedPieces);
    return checkCharacterMap(spec.characterMap, name);
}

} // namespace draftscope

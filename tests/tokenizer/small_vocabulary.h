// SPDX-License-Identifier: MIT
// A byte-pair vocabulary of ten pieces, to be bent by tests.
#pragma once

#include <fmt/format.h>

#include "engine/tokenizer/sentencepiece_proto.h"

namespace draftscope::fixtures {

/// <unk> <s> </s>, the 256 bytes, then letters and two words.
inline std::vector<VocabularyPiece> smallVocabulary()
{
    std::vector<VocabularyPiece> pieces = {
        {"<unk>", 0, PieceType::unknown}, {"<s>", 0, PieceType::control}, {"</s>", 0, PieceType::control}};
    for (int byte = 0; byte < 256; ++byte)
        pieces.push_back({fmt::format("<0x{:02X}>", byte), 0, PieceType::byte});
    float score = 0;
    for (const char* text : {"▁t", "he", "▁the", "▁", "t", "h", "e"})
        pieces.push_back({text, score -= 1, PieceType::normal});
    return pieces;
}

inline SentencePieceSpec smallSpec()
{
    SentencePieceSpec spec;
    spec.model = SentencePieceModel::bpe;
    spec.removesExtraSpaces = false;
    return spec;
}

} // namespace draftscope::fixtures

// SPDX-License-Identifier: MIT
// The few fields of sentencepiece's ModelProto that are needed, by hand: Debian's package has no header of it. Field
// numbers: https://github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/added_tokens.h"

namespace draftscope {

/// Kinds of pieces, numbered alike in sentencepiece and in GGUF's token_type.
enum class PieceType { normal = 1, unknown = 2, control = 3, userDefined = 4, unused = 5, byte = 6 };

enum class SentencePieceModel { unigram = 1, bpe = 2, word = 3, character = 4 };

struct VocabularyPiece {
    std::string text;
    float score = 0;
    PieceType type = PieceType::normal;
};

/// U+2581, how sentencepiece writes a space.
inline constexpr std::string_view spaceMark = "\xE2\x96\x81";

/// "<0x0A>": how it writes a byte.
[[nodiscard]] bool isByteName(std::string_view piece);

/// What a model says about itself besides its pieces.
struct SentencePieceSpec {
    SentencePieceModel model = SentencePieceModel::unigram;
    int unknown = 0, bos = 1, eos = 2, pad = -1; ///< -1: none
    std::string characterMap;                    ///< precompiled normalisation; empty for the identity
    bool addsSpacePrefix = true;
    bool removesExtraSpaces = true;
    bool escapesSpaces = true;             ///< writes U+2581 for a space
    bool spaceIsSuffix = false;            ///< spaces belong to the word before them
    bool prefixesEveryPart = true;         ///< text behind an added token gets the space prefix, too
    std::optional<bool> byteFallback = {}; ///< unknown characters become bytes; unset: if there are byte pieces
};

/// A tokenizer.model: all of it that has to do with splitting text into tokens.
struct SentencePieceVocabulary {
    std::vector<VocabularyPiece> pieces;
    SentencePieceSpec spec;
    /// What other files say is found in texts. Control pieces, and the one for what is unknown, are found without it.
    std::vector<AddedToken> added = {};
};

/// Adds what other files of a directory say of added tokens; those past the pieces become pieces. Those that have
/// another piece's id are left out: such files are of another vocabulary. Error: an id is far behind the last piece.
[[nodiscard]] Result<void> addTokens(SentencePieceVocabulary& vocabulary, const std::vector<AddedToken>& added,
                                     std::string_view name);

/// A ModelProto of these pieces, as a tokenizer.model file holds it.
[[nodiscard]] std::string writeSentencePieceProto(const std::vector<VocabularyPiece>& pieces,
                                                  const SentencePieceSpec& spec);

/// Reads a tokenizer.model. `name` is for the error.
[[nodiscard]] Result<SentencePieceVocabulary> readSentencePieceProto(std::string_view proto, std::string_view name);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/tokenizer/sentencepiece_proto.h"

namespace draftscope {

/// Checks what the sentencepiece library takes on trust (version 0.1.97): it walks the character map's trie without
/// looking where the map ends, keeps the pieces and rules that match at one place in arrays of a fixed size, and throws
/// on some pieces. What passes here is safe to load and to encode any text with. `name` is for the error.
[[nodiscard]] Result<void> checkSentencePieces(const SentencePieceVocabulary& vocabulary, std::string_view name);

/// The part of it that is about SentencePieceSpec::characterMap: the trie's size (uint32), the trie (a double array of
/// darts-clone), and the replacements, each ended by a zero byte. Takes time and memory proportional to the map.
[[nodiscard]] Result<void> checkCharacterMap(std::string_view map, std::string_view name);

} // namespace draftscope

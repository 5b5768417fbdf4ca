// SPDX-License-Identifier: MIT
// The files that byte-level BPE vocabularies come in, each turned into a ByteLevelVocabulary. Errors name the file and say what to do.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/tokenizer/byte_level_tokenizer.h"

namespace draftscope {

class Gguf;

/// Pieces by id of a JSON object { piece: id }. Ids that nothing has are "". `name` is for errors.
[[nodiscard]] Result<std::vector<std::string>> piecesOf(const nlohmann::json& vocabulary, std::string_view name);

/// Merges of pairs of pieces, in their order. A pair of pieces that the vocabulary lacks is an Error that names it.
[[nodiscard]] Result<std::vector<BytePairMerges::Merge>> mergesOf(
    const std::vector<std::pair<std::string_view, std::string_view>>& pairs, const std::vector<std::string>& pieces,
    std::string_view name);

/// "Ġthe re" as a pair; nothing where there is not exactly one space.
[[nodiscard]] std::optional<std::pair<std::string_view, std::string_view>> pairOfLine(std::string_view line);

/// GPT-2's vocab.json and merges.txt, which say nothing of special tokens: those come with the directory's other files.
[[nodiscard]] Result<ByteLevelVocabulary> readVocabAndMerges(const std::filesystem::path& vocab,
                                                             const std::filesystem::path& merges);

/// Whether these are the beginning of a tiktoken file: lines of a token's bytes in base64 and its rank.
[[nodiscard]] bool looksLikeTiktoken(std::string_view text);

/// A tiktoken file, Llama 3's tokenizer.model: a token's rank is its id, and every pair that is a token may be merged, the lowest rank
/// first. With 128,000 tokens these are Llama 3's, and its 256 special tokens are added.
[[nodiscard]] Result<ByteLevelVocabulary> readTiktoken(std::string_view text, std::string_view name);

/// The vocabulary of a GGUF file whose tokenizer.ggml.model is "gpt2".
[[nodiscard]] Result<ByteLevelVocabulary> readByteLevelGguf(const Gguf& file);

} // namespace draftscope

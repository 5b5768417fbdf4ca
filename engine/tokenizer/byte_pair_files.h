// SPDX-License-Identifier: MIT
// What files of byte-pair encoding have in common, and the oldest kind of them. Errors name the file and say what to
// do.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/tokenizer/byte_level_tokenizer.h"

namespace draftscope {

/// Pieces by id of a JSON object { piece: id }. Ids that nothing has are "". `name` is for errors.
[[nodiscard]] Result<std::vector<std::string>> piecesOf(const nlohmann::json& vocabulary, std::string_view name);

/// Merges of pairs of pieces, in their order. A pair of pieces that the vocabulary lacks is an Error that names it.
/// `continuation`: what stands in front of every piece but a word's first, and only once in what is joined.
[[nodiscard]] Result<std::vector<BytePairMerges::Merge>> mergesOf(
    const std::vector<std::pair<std::string_view, std::string_view>>& pairs, const std::vector<std::string>& pieces,
    std::string_view name, std::string_view continuation = {});

/// "Ġthe re" as a pair; nothing where there is not exactly one space.
[[nodiscard]] std::optional<std::pair<std::string_view, std::string_view>> pairOfLine(std::string_view line);

/// GPT-2's vocab.json and merges.txt, which say nothing of special tokens: those come with the directory's other files.
[[nodiscard]] Result<ByteLevelVocabulary> readVocabAndMerges(const std::filesystem::path& vocab,
                                                             const std::filesystem::path& merges);

} // namespace draftscope

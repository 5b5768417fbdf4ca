// SPDX-License-Identifier: MIT
// The parts of a tokenizer.json as https://huggingface.co/docs/tokenizers and the library's source describe them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/tokenizer/byte_pair_merges.h"
#include "engine/tokenizer/pipeline_tokenizer.h"

namespace draftscope {

// Each reads what stands at its key, null included. Errors name the file, the part and what is missing, of another kind
// or not known.
[[nodiscard]] Result<std::vector<TextChange>> readTextChanges(const nlohmann::json& object, std::string_view file);
[[nodiscard]] Result<std::vector<WordCut>> readWordCuts(const nlohmann::json& object, std::string_view file);
[[nodiscard]] Result<std::vector<PieceChange>> readPieceChanges(const nlohmann::json& object, std::string_view file);

/// What a model is, and, of byte-pair encoding, what a class of its own may be made of.
struct PipelineModel {
    std::string type; ///< "BPE", "WordPiece", "WordLevel" or "Unigram"
    std::vector<std::string> pieces;
    std::unique_ptr<WordModel> model;
    std::vector<BytePairMerges::Merge> merges;
    std::string unknown; ///< "" where it has none
};
[[nodiscard]] Result<PipelineModel> readPipelineModel(const nlohmann::json& object, std::string_view file);

} // namespace draftscope

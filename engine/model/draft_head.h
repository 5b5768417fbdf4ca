// SPDX-License-Identifier: MIT
// Drafting heads: what Medusa (Cai et al., arXiv 2401.10774), EAGLE-1/2 (Li et al., arXiv 2401.15077, 2406.16858) and
// EAGLE-3 (arXiv 2503.01840) draft with. A head is a small model that reads hidden states of its target; it runs by
// passes of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/model.h"

namespace draftscope {

enum class DraftHeadKind { medusa, eagle, eagle3 };
[[nodiscard]] std::string_view nameOf(DraftHeadKind kind); ///< "Medusa", "EAGLE", "EAGLE-3"

/// Heads on disk made readable, for one target. Immutable; share it between sessions. Tokenizer, and where they are not
/// in the files embedding and head, are the target's own.
struct DraftHead {
    DraftHeadKind kind = DraftHeadKind::medusa;
    std::string name; ///< of the directory or the file
    std::filesystem::path path;
    /// EAGLE: one. Medusa: one for each offset; the first gives the token after the next one, offset 2, where the
    /// target's own head gives offset 1.
    std::vector<std::shared_ptr<const Model>> models;
    /// The hidden states of the target that the head reads, as HiddenStates::entering. Several are joined in this order
    /// to a row of Rows::targetFeatures (EAGLE-3); a single one is Rows::inputStates as it is (the others).
    std::vector<int> targetStates;
};

/// Opens a directory as such heads are published: Medusa's medusa_lm_head.safetensors or .pt, EAGLE's config.json with
/// model.safetensors or pytorch_model.bin, also as the speculators library wraps it; or the GGUF file of an EAGLE head,
/// or a directory with one. Quick, as openModel(). Error: a head for another target; a tensor that is missing, has
/// another shape, or that was not asked for.
[[nodiscard]] Result<std::shared_ptr<const DraftHead>> openDraftHead(const std::filesystem::path& path,
                                                                     const Model& target);

} // namespace draftscope

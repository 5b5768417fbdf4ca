// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/speculation/draft_tree.h"

namespace draftscope {

/// What the logits of a draft model or a head are about.
struct DraftVocabulary {
    std::string modelName;                  ///< for the sentence of an error
    int tokenizerSize = 0;                  ///< ids from there on are padding and get no probability
    int targetVocabulary = 0;               ///< size that q is made to have, because padded vocabularies may differ
    std::vector<TokenId> tokenOfLogit = {}; ///< as Weights::tokenOfLogit
    std::vector<float> byToken = {}; ///< [the draft's vocabulary] where tokenOfLogit is not empty: logits of one row

    [[nodiscard]] static DraftVocabulary of(const Model& draft, int targetVocabulary);
};

/// tree.q of a context, and tree.logits where they are kept, from its logits [ModelConfig::logitCount()]: what the
/// sampler makes of them, or for deterministic children q at temperature 1 without filters, so that there are several
/// of them where the target decodes greedily; 0 for tokens without a logit. And tree.unfiltered where it is wanted.
/// textLength: tokens in front of the root's children. Throws UnusableLogits.
void setDraftContext(DraftTree& tree, int context, std::span<const float> logits, const SamplerSettings& sampler,
                     DraftVocabulary& vocabulary, int textLength);

/// The same as of another context of the tree, that has it already.
void copyDraftContext(DraftTree& tree, int from, int to);

} // namespace draftscope

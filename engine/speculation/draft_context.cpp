// SPDX-License-Identifier: MIT
#include "engine/speculation/draft_context.h"

#include <algorithm>

#include "engine/model/logit_tokens.h"
#include "engine/sampling/usable_logits.h"

namespace draftscope {

DraftVocabulary DraftVocabulary::of(const Model& draft, int targetVocabulary)
{
    const std::vector<TokenId>& tokens = draft.weights.tokenOfLogit;
    const auto size = std::size_t(tokens.empty() ? 0 : draft.config.vocabularySize);
    return {draft.name, draft.tokenizer->size(), targetVocabulary, tokens, std::vector<float>(size)};
}

void setDraftContext(DraftTree& tree, int context, std::span<const float> logits, const SamplerSettings& sampler,
                     DraftVocabulary& vocabulary, int textLength)
{
    if (!vocabulary.tokenOfLogit.empty()) {
        spreadLogits(vocabulary.tokenOfLogit, logits, vocabulary.byToken);
        logits = vocabulary.byToken;
    }
    const auto at = std::size_t(context), size = std::size_t(vocabulary.targetVocabulary);
    tree.q.resize(std::max(tree.q.size(), at + 1));
    const int depth = context == 0 ? 0 : tree.nodes[at - 1].depth;
    requireUsable(logits, vocabulary.tokenizerSize, vocabulary.modelName, textLength + depth);
    const bool asIs = tree.rule == DrawRule::deterministic || sampler == SamplerSettings{};
    distributionOf(logits, asIs ? SamplerSettings{} : sampler, vocabulary.tokenizerSize, tree.q[at]);
    tree.q[at].resize(size, 0.0);
    if (tree.wantsConfidence) {
        tree.unfiltered.resize(std::max(tree.unfiltered.size(), at + 1));
        if (asIs) {
            tree.unfiltered[at] = tree.q[at];
        } else {
            distributionOf(logits, SamplerSettings{}, vocabulary.tokenizerSize, tree.unfiltered[at]);
            tree.unfiltered[at].resize(size, 0.0);
        }
    }
    if (!tree.keepsContexts)
        return;
    tree.logits.resize(std::max(tree.logits.size(), at + 1));
    tree.logits[at].assign(logits.begin(), logits.end());
    tree.logits[at].resize(size, 0.0f);
}

void copyDraftContext(DraftTree& tree, int from, int to)
{
    if (from == to)
        return;
    const auto source = std::size_t(from), at = std::size_t(to);
    tree.q.resize(std::max(tree.q.size(), at + 1));
    tree.q[at] = tree.q[source];
    if (tree.wantsConfidence) {
        tree.unfiltered.resize(std::max(tree.unfiltered.size(), at + 1));
        tree.unfiltered[at] = tree.unfiltered[source];
    }
    if (!tree.keepsContexts)
        return;
    tree.logits.resize(std::max(tree.logits.size(), at + 1));
    tree.logits[at] = tree.logits[source];
}

} // namespace draftscope

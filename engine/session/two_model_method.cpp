// SPDX-License-Identifier: MIT
// Speculative decoding with a draft model: drafts are drawn from q of a smaller model with the same vocabulary.
#include "engine/session/copy_first.h"
#include "engine/session/method_table.h"
#include "engine/speculation/two_model_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeTwoModelDrafter(const DrafterParts& parts, const Progress&)
{
    const int vocabulary = parts.pair.target->config.vocabularySize;
    return copyingFirst(parts,
                        std::make_unique<TwoModelDrafter>(
                            parts.draft, DraftVocabulary::of(*parts.pair.draft, vocabulary), parts.promptCount));
}

} // namespace

Method twoModelMethod()
{
    return {.name = "two-model",
            .title = "Two models",
            .paper = "Leviathan et al., arXiv 2211.17192; Chen et al., arXiv 2302.01318",
            .needsDraftModel = true,
            .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
            .growsTrees = true,
            .options = {copyFirstOption()},
            .makeDrafter = &makeTwoModelDrafter};
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/favoured_tokens_test.h"
#include "engine/analysis/lossless.h"
#include "engine/analysis/quantile_tests.h"
#include "engine/analysis/sampled_texts.h"

namespace draftscope {

/// Tokens of a text's beginning whose joint distribution is tested.
inline constexpr int jointTokens = 4;

/// What the sessions of a check are: the options' settings with this sampler, K and seed, with their fault, and with a
/// verifier of greedy texts where theirs is none.
[[nodiscard]] SessionSettings losslessSessionSettings(const LosslessSubject& subject, const SamplerSettings& sampler,
                                                      int draftLength, std::uint64_t seed,
                                                      const LosslessOptions& options);

/// Texts after a prompt, and what the models alone say there. Belongs to one thread.
struct LosslessTexts {
    /// progress.cancelled has to outlive them. Errors: those of sessions; a prompt without room for four tokens behind
    /// it.
    [[nodiscard]] static Result<LosslessTexts> create(const LosslessSubject& subject, const SessionSettings& settings,
                                                      const std::string& prompt, const LosslessOptions& options,
                                                      const std::shared_ptr<MemoisingBackend>& backend,
                                                      const Progress& progress);

    /// Looks at every token of a text by the distributions that it should have been drawn from; v(i) is a uniform
    /// number of token i's own. False where the target could not have written the text.
    template <class Uniforms>
    bool follow(std::span<const TokenId> text, const Model& model, const Uniforms& v,
                std::span<TokenQuantile> quantiles, FavouredTokensTest& favoured);

    SampledTexts texts;
    ContextDistributions target, draft;
    int length = 0;                ///< of the texts, unless they end
    std::size_t draftedLength = 0; ///< of their beginning, as far as the draft's context goes
};

template <class Uniforms>
bool LosslessTexts::follow(std::span<const TokenId> text, const Model& model, const Uniforms& v,
                           std::span<TokenQuantile> quantiles, FavouredTokensTest& favoured)
{
    /// A distribution whose likeliest token has more than this leaves no choice that would be worth a test.
    constexpr double openBelow = 0.95;
    int context = ContextDistributions::root, draftContext = ContextDistributions::root;
    TokenId previous = texts.prompt().back();
    bool hasEnded = false;
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
        TokenQuantile& here = quantiles[i];
        here = {previous, v(i), false};
        if (hasEnded != (i >= text.size()))
            return false;
        if (hasEnded)
            continue;
        const PossibleTokens& possible = target.at(context);
        const PossibleToken* const entry = find(possible, text[i]);
        if (!entry)
            return false;
        if (std::ranges::max(possible, {}, &PossibleToken::p).p < openBelow) {
            here.quantile = std::min(entry->below + here.quantile * entry->p, 1 - 0x1p-53); // sums may round up to 1
            here.isOpen = true;
        }
        if (i < draftedLength) {
            favoured.add(possible, draft.at(draftContext), text[i]);
            draftContext = draft.after(draftContext, text[i]);
        }
        hasEnded = model.isEndOfText(text[i]);
        context = target.after(context, text[i]);
        previous = text[i];
    }
    return true;
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "engine/speculation/draft_context.h"
#include "engine/speculation/drafter.h"

namespace draftscope {

/// Adds children of a node whose draft distribution tree.q holds, chosen as tree.rule says:
/// - independent: each drawn from q, repeats included (SpecInfer, arXiv 2305.09781);
/// - without replacement: each drawn from q without the siblings before it, for as long as anything is left of q
///   (Sequoia,
///   arXiv 2402.12374, Alg. 2, which goes on with any other token);
/// - deterministic: the likeliest tokens of q in order, the smaller id on ties.
/// A token that a person forced takes the place of the one chosen. Node::q is the probability that it was chosen with,
/// and for deterministic children that of the token in q. Returns how many were added.
int drawChildren(DraftTree& tree, Expansion expansion, const LevelDraws& draws);

/// The same for each expansion of a level, whose draft distributions are made of `logits` [level.size(),
/// ModelConfig::logitCount()] first, as setDraftContext() says. Throws UnusableLogits.
int drawChildrenFrom(std::span<const float> logits, DraftTree& tree, std::span<const Expansion> level,
                     const LevelDraws& draws, DraftVocabulary& vocabulary, int textLength);

/// norm(distribution without the token): what the next sibling is drawn from. False where nothing is left.
bool takeOut(Distribution& distribution, TokenId token);

} // namespace draftscope

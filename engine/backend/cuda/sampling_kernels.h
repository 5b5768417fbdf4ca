// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/stream.h"

// A round of a chain or of a tree, decided on the device with the same bits as on the host: sums do not depend on their
// order (ExactSum), and no operation is contracted. Vocabularies of up to 2^22. What changes from round to round lies
// in device memory, so all of these can be captured. Logits that are not usable (usable_logits.h) are marked in the
// answer, and give some token of the vocabulary.

namespace draftscope::cuda {

/// Logits of a draft that has them for a part of its tokens become all [vocabulary], minus infinity where logitOfToken
/// [vocabulary] is -1. CPU twin: spreadLogits().
void launchSpread(Stream& stream, const float* logits, int rows, int logitCount, const int* logitOfToken,
                  int vocabulary, float* all);

/// Chooses the children of the contexts that have the places from firstPlace on (PlannedContext), from the draft's
/// logits after the sampler's steps: the distributions go to these places of q; tokens, q and drawU go to the answer,
/// and the tokens to the rows of passes to come: of nextDraft by PlannedContext::draftRow (null where none follows), of
/// `verify` by context. CPU twins: distributionOf(), drawChildren().
void launchDraw(Stream& stream, const DeviceDistributions& q, int firstPlace, int places, const ContextLogits& logits,
                const RoundRequest* question, RoundResult* answer, PassRow* nextDraft, PassRow* verify);

/// Judges a chain or a tree of `nodes` nodes (0 in plain decoding) by the target's logits [nodes + 1, vocabulary] and
/// draws the token that ends the round. A chain ends with its first end-of-text token, whatever follows; where one is
/// accepted, no token is drawn. Fills p's contexts 0 to `nodes`, and all of the answer that launchDraw left; a node's
/// token may have been changed since. CPU twins: the judging of the rules that RoundPlan names. q.vocabulary may be
/// smaller than p's; what it lacks is 0.
void launchJudge(Stream& stream, const DeviceDistributions& p, const DeviceDistributions& q, int nodes, bool isChain,
                 const float* targetLogits, const RoundRequest* question, RoundResult* answer);

/// Contexts for a trace: a ListedContext and its tokens each, in no order. Contexts 0 to `nodes` are those of the
/// target's rows, empty behind the answer's nodeCount; of a tree that grows by value those of its parents follow, empty
/// where they are among the former. targetLogits [nodes + 1, p.vocabulary]. Follows launchJudge. CPU twin:
/// DistributionRecorder.
void launchListing(Stream& stream, const ListedContexts& out, const DeviceDistributions& p,
                   const DeviceDistributions& q, int nodes, const float* targetLogits, const DraftLogits& draftLogits,
                   const ListedParents& parents, const RoundRequest* question, const RoundResult* answer);

} // namespace draftscope::cuda

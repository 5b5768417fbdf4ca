// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/backend/cuda/stream.h"

// Levels of a tree that grows by value, decided on the device with the bits of the host. CPU twin: DynamicShape.

namespace draftscope::cuda {

/// A level of such a tree, from 0 on.
struct GrowingLevel {
    int number;
    int width;                ///< children of each parent, and parents of each level behind the first
    int parents, firstParent; ///< the first one's place among the parents of all levels
    int firstNode;
    int firstPlace; ///< of the parents' q
};

/// Gives the parents of a level their children, the likeliest tokens by the draft's logits after
/// RoundRequest::draftSampler.
void launchDrawCandidates(Stream& stream, const DeviceDistributions& q, const GrowingLevel& level,
                          const ContextLogits& logits, const RoundRequest* question, GrownTree* tree);

/// Chooses which nodes of the level get children: `width` rows of `next`, the pass behind `pass`, get tokens and what
/// their paths are in the list; positions, slots and the places of paths are there already. Null where no row is fed.
void launchChooseParents(Stream& stream, const GrowingLevel& level, const PassInput* pass, PassInput* next, int* list,
                         RoundRequest* question, GrownTree* tree);

/// Chooses `verified` of all candidates: rows 1 to `verified` of the target's pass, the contexts of the question, and
/// the nodes of the answer are of these, in the order in which they were drafted; a context's place is that among the
/// parents. Slots and the places of paths are there already.
void launchChooseVerified(Stream& stream, int levels, int verified, int width, PassInput* pass, int* list,
                          RoundRequest* question, GrownTree* tree, RoundResult* answer);

} // namespace draftscope::cuda

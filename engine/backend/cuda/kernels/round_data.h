// SPDX-License-Identifier: MIT
// What host and kernels agree on where a round is decided on the device. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/backend/cuda/kernels/pass_input.h"
#include "engine/sampling/draw_rule.h"

namespace draftscope::cuda {

inline constexpr int maxNodes = maxRows - 1; ///< with the root they are the rows of one pass
inline constexpr int mostEndOfText = 16;     ///< end-of-text tokens

/// The sampler's steps, as in SamplerSettings.
struct RoundSampler {
    float inverseTemperature;
    int topK;
    double topP, minP;
    int isGreedy; ///< not 0: one-hot at the largest logit
};

/// What is drafted behind a context.
struct PlannedContext {
    int firstChild, childCount; ///< nodes, one after another
    int place;    ///< of its q and of the draft's logits behind it, among the contexts that have children; -1: none
    int draftRow; ///< of the next level's pass, which begins with this context's token; -1: none
    int above;    ///< the context of its parent; -1: none
    /// its own among all that were drafted, pruned ones too, by which random numbers are drawn; of the root 0
    int number;
};

/// Lies in device memory and is written before each round; of a tree that grows by value kernels write contexts and
/// stateRow.
struct RoundRequest {
    std::uint64_t seed;
    std::uint32_t sequence, round;
    RoundSampler sampler, draftSampler; ///< that p and q follow
    DrawRule draws;                     ///< how children are chosen
    int isChain; ///< not 0: a node with an end-of-text token is the last; else there may be none that has children
    int greedyVerifier; ///< not 0: a node is accepted if it is the likeliest token, and that ends the round
    int endOfTextCount;
    int endOfText[mostEndOfText];
    PlannedContext contexts[maxRows];
    int expanded[maxNodes]; ///< by place: the context
    /// By place, behind the first level: where the draft is an EAGLE head, the row of the pass of the level above whose
    /// state the place's row begins with. Of a tree that grows by value, by row of the pass that comes next.
    int stateRow[maxNodes];
};

/// A node as it came out. u and acceptance are of judged nodes; p is of all nodes of a chain, and of judged ones of a
/// tree.
struct RoundNode {
    int token, accepted;
    double q, drawU, p, acceptance, u;
};

struct RoundResult {
    RoundNode nodes[maxNodes];
    int choices
        [maxRows]; ///< by context: p's likeliest token, the smallest id on ties, by which the greedy verifier judges
    int unusableDraft
        [maxNodes]; ///< by place: not 0 where the logits that were drawn from are not usable (usable_logits.h)
    int unusableTarget[maxRows]; ///< by context, likewise
    int lacksNodes[maxNodes];    ///< by place: not 0 where the tree would have come out with fewer nodes (RoundOutcome)
    int nodeCount;               ///< of a chain up to the first end-of-text token; those behind it count for nothing
    int judged[maxNodes];        ///< nodes in the order of their verdicts
    int judgedCount;
    int drawnToken, drawnContext; ///< token -1: none, because an end-of-text token was accepted
    double drawnU;
};

/// What the block of a part of a context's tokens leaves for the block that goes on with all of them.
struct ContextPart {
    std::uint32_t largestKey, heaviestKey; ///< of logits, of weights
    int largest, heaviest;                 ///< the tokens that they are of, the smallest ids on ties
    long long coarse, fine;                ///< a Mass, of the weights
};
/// Parts that the contexts of a vocabulary are cut into; 1 where one block is as quick.
[[nodiscard]] constexpr int partsOf(int vocabulary)
{
    const int parts = (vocabulary + 4095) / 4096;
    return parts <= 4 ? 1 : parts < 64 ? parts : 64;
}

inline constexpr int mostCandidates = 1024; ///< drafted nodes of a tree that grows by value

/// A drafted node of a tree that grows by value (RoundPlan::Growth).
struct Candidate {
    int token, parent; ///< node, -1: the root
    double q, value;   ///< value: the product of q along its path
    int verifyRow;     ///< of the target's pass; -1: it is not sent there
};

/// Lies in device memory, and is read after the round as far as there are nodes. Parents are counted through all
/// levels, in the order of their rows; the root is the first.
struct GrownTree {
    int fed[mostCandidates];        ///< by parent: the node
    int unusable[mostCandidates];   ///< by parent: not 0 where the logits behind it are not usable
    int lacksNodes[mostCandidates]; ///< by parent: not 0 where it has fewer children than were planned
    int endsText[maxNodes];         ///< by level: not 0 where a node with an end-of-text token would have children
    Candidate nodes[mostCandidates];
};

/// Distributions after the sampler's steps: entry i of context c is weights[c * vocabulary + i] * scales[c], in double.
/// Weights are what the host's distributionOf() scales, so entries have the same bits.
struct DeviceDistributions {
    float* weights; ///< [contexts, vocabulary]
    double* scales; ///< [contexts], 1 / the sum of a context's weights
    int vocabulary;
    int tokenizerSize;  ///< ids from here on are padding: weight 0
    ContextPart* parts; ///< [contexts, partsOf(vocabulary)]; null where one block takes a context
};

/// Logits [contexts, vocabulary], or of one row that all contexts share.
struct ContextLogits {
    const float* first;
    int stride; ///< from one context's to the next: the vocabulary, or 0

    [[nodiscard]] constexpr const float* of(int context) const
    {
        return first + std::size_t(context) * std::size_t(stride);
    }
};

/// One token of a context that is written down, all after the sampler's steps but the last two, which are the softmax
/// of the unchanged logits. The host's twin is DistributionRecorder.
struct ListedToken {
    int token;
    double p, q, residual, pBefore, qBefore;
};

/// What is written down of a context, in front of its tokens.
struct ListedContext {
    double residualMass; ///< sum of max(0, p - q); 0 where there is no q, and where the rule leaves something else of p
    int count;           ///< tokens that follow; some may be there twice
    /// children, from the first that is judged on, of which it is known what their rejection leaves of p
    int remainders;
};

/// Tokens that follow a ListedContext at most: top-N of both models' logits, of the residual and of so many remainders,
/// the drafted children and the drawn token.
[[nodiscard]] constexpr int listedCapacity(int topTokens, int remainders, int children)
{
    return (3 + remainders) * topTokens + children + 1;
}

/// Where contexts are written down.
struct ListedContexts {
    ListedContext* contexts; ///< [nodes + 1 + parents]
    ListedToken* tokens;     ///< [nodes + 1 + parents, capacity]
    int topTokens;
    int capacity;             ///< listedCapacity()
    int remainders = 0;       ///< of a context at most
    double* masses = nullptr; ///< [nodes]: RemainderRecord::mass
    double* remainderOf =
        nullptr; ///< [nodes, capacity]: by node what its rejection leaves of p, for each token of the list
};

/// What contexts are written down besides those of the target's rows: the parents of a tree that grows by value. Those
/// that are not sent to the target have a q and no p.
struct ListedParents {
    const GrownTree* tree = nullptr; ///< null: the tree does not grow
    int width = 0, count = 0;
};

/// The logits that q's are of.
struct DraftLogits {
    const float* first = nullptr; ///< [places, vocabulary]
    bool areByLevel = false;      ///< [levels, vocabulary]: parents of a level share them
};

} // namespace draftscope::cuda

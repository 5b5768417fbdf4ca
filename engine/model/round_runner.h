// SPDX-License-Identifier: MIT
// A whole round where the models are: a backend whose models run on a device may draft, verify and judge a chain there
// and say only what came out, so that the host waits for it once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/model/forward_pass.h"
#include "engine/sampling/sampler_settings.h"

namespace draftscope {

/// One token of a context that is written down. The first three are after every sampler step, the others the softmax
/// of the unchanged logits.
struct TokenValues {
    TokenId token = noToken;
    double p = 0, q = 0;
    double residual = 0; ///< normalised
    double pBefore = 0, qBefore = 0;
};

/// What is known of p and q after a context: some tokens in any order, possibly twice.
struct ContextValues {
    double residualMass = 0; ///< sum of max(0, p - q); 0 where there is no q
    std::vector<TokenValues> tokens;
};

/// A round of a chain that nobody has changed. Spans and rows must live until run() returns.
struct RoundPlan {
    static constexpr std::size_t mostEndOfText = 16; ///< ids that endOfText may have
    /// The draft's pass for each node, one logits row each, the last. From the second on it has one row, whose token is
    /// the node before; empty in plain decoding.
    std::span<const Rows> drafts;
    const Rows* verify = nullptr; ///< the root, then a row a node, whose tokens are the nodes'; all with logits
    SamplerSettings sampler;
    bool greedyVerifier = false; ///< else speculative sampling
    std::uint64_t seed = 0;
    std::uint32_t sequence = 0, round = 0;
    int targetTokenizerSize = 0, draftTokenizerSize = 0; ///< ids from there on are padding
    int topTokens = 0;                                   ///< as in SessionSettings; 0: no contexts
    /// A drafted one of these is the chain's last node. Accepted it ends the round, and no token is drawn after it.
    std::span<const TokenId> endOfText;
};

/// A context whose logits are not usable (sampling/usable_logits.h).
struct UnusableContext {
    bool isDraft = false; ///< of the draft: its logits after context `context`, by which that node was drawn
    int context = 0;      ///< 0: after the root, n + 1: after node n
};

struct RoundOutcome {
    struct Node {
        TokenId token = noToken;
        double q = 0, drawU = 0, p = 0;
        double acceptance = 0, u = 0; ///< of judged nodes
        bool accepted = false;
    };
    /// The first one of a round by its moments; then there is no more to the outcome.
    std::optional<UnusableContext> unusable;
    std::vector<Node> nodes; ///< as many as there are up to the first end-of-text token
    int judgedCount = 0;     ///< all up to the first rejection
    TokenId drawn = noToken; ///< none where the last node is an end-of-text token and all are accepted
    int drawnContext = 0;    ///< accepted nodes
    double drawnU = 0;
    std::vector<ContextValues> contexts; ///< [nodes + 1], or none
    /// Milliseconds of each node's pass and draw; the last also has those of passes behind an end-of-text token.
    std::vector<double> draftMs;
    double verifyMs = 0, judgeMs = 0; ///< judging, and what contexts took
};

/// Decides rounds of a target and a draft. Bit by bit what a session comes to by its moments: passes are the same, and the
/// arithmetic of sampling is exact (exact_sum.h) or IEEE's. Belongs to the session's thread.
class RoundRunner {
public:
    virtual ~RoundRunner() = default;
    /// Makes room for rounds of so many nodes and top tokens. False when they are too many for it or there is too little
    /// memory: such a round goes by its moments.
    [[nodiscard]] virtual bool prepare(int nodes, int topTokens) = 0;
    /// Runs the passes, so the caches of both models hold what the rows say, and says what came out. Precondition: prepare() said
    /// yes to as many. Throws BackendFailure.
    virtual void run(const RoundPlan& plan, RoundOutcome& outcome) = 0;
};

} // namespace draftscope

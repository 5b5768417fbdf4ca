// SPDX-License-Identifier: MIT
// A whole round where the models are: a backend whose models run on a device may draft, verify and judge a chain or a
// tree there and say only what came out, so that the host waits for it once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/model/forward_pass.h"
#include "engine/sampling/draw_rule.h"
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

/// What a rule leaves of p once a node and its siblings before it have been rejected (RemainderRecord), for listed
/// tokens.
struct RemainderValues {
    int node = 0;
    double mass = 0;
    std::vector<double> values = {}; ///< by token of the context, normalised
};

/// What is known of p and q after a context: some tokens in any order, possibly twice; where there are remainders once,
/// by rising id.
struct ContextValues {
    bool hasP = false, hasQ = false;
    double residualMass =
        0; ///< sum of max(0, p - q); 0 where there is no q, and where the rule leaves something else of p
    std::vector<TokenValues> tokens;
    std::vector<RemainderValues> remainders;
};

/// A round without overrides: of a chain, of a tree whose shape is known before anything is drafted, or of one
/// that grows by value. Spans and rows must live until run() returns.
struct RoundPlan {
    static constexpr std::size_t mostEndOfText = 16; ///< ids that endOfText may have
    static constexpr int mostCandidates = 1024;      ///< nodes that a tree which grows by value may draft
    /// By node: its parent, -1 for the root. A level comes after the one above, and siblings one after another, in the
    /// order of their parents. Of a tree all nodes are there; a chain ends with its first end-of-text token.
    std::span<const int> parents;
    bool isChain = true;
    /// A node's value is the product of q along its path. Of each level the `width` nodes of largest value get as many
    /// children each, the likeliest ones, and `nodes` of all are sent to the target, those of largest value (EAGLE-2,
    /// arXiv 2406.16858); the earlier ones first on ties. Parents are not known then, rows of the draft's passes behind
    /// the first have no ancestors, and the rows of the target's behind the root are any nodes: the device says what
    /// they are. Children are deterministic.
    struct Growth {
        int width = 0, nodes = 0;

        /// Nodes that so many levels draft.
        [[nodiscard]] static constexpr int candidates(int levels, int width)
        {
            return levels == 0 ? 0 : width + (levels - 1) * width * width;
        }
        /// Contexts that get children, the root among them.
        [[nodiscard]] static constexpr int parents(int levels, int width)
        {
            return levels == 0 ? 0 : 1 + (levels - 1) * width;
        }
    };
    std::optional<Growth> growth;
    DrawRule draws = DrawRule::independent; ///< how children are chosen; of a chain independent
    /// The draft's pass in front of each level, with logits of the level's parents, in order. The first one's logits
    /// are those of its last row, and it begins with what hidden states it names; each other has a row for each parent,
    /// whose token is that node, and which with an EAGLE head begins with the state that the head left of the row that
    /// the node was drafted after. A Medusa head's pass has one row, which all parents share. Empty in plain decoding.
    std::span<const Rows> drafts;
    /// The root, then a row a node, whose tokens are the nodes'; all with logits. What hidden states it names are
    /// filled for RoundOutcome::rowsWithStates alone.
    const Rows* verify = nullptr;
    SamplerSettings sampler;      ///< that p follows
    SamplerSettings draftSampler; ///< that q follows
    /// Else speculative sampling, of children that were drawn without replacement and of deterministic ones by the
    /// rules for these.
    bool greedyVerifier = false;
    std::uint64_t seed = 0;
    std::uint32_t sequence = 0, round = 0;
    int targetTokenizerSize = 0, draftTokenizerSize = 0; ///< ids from there on are padding
    int topTokens = 0;                                   ///< as in RoundCapacity
    /// A drafted one of these has nothing drafted behind it. Accepted it ends the round, and no token is drawn after
    /// it.
    std::span<const TokenId> endOfText;
};

/// A context whose logits are not usable (sampling/usable_logits.h).
struct UnusableContext {
    bool isDraft = false; ///< the draft's, by which children were drawn; else the target's
    int depth = 0;        ///< of the node that it is after; 0: the root
};

struct RoundOutcome {
    struct Node {
        TokenId token = noToken;
        int parent = -1;
        bool isPruned = false; ///< not sent to the target
        double q = 0, drawU = 0;
        double p = 0; ///< of a chain's nodes, of judged ones, and of all whose parent's context is listed with a p
        double acceptance = 0, u = 0; ///< of judged nodes
        bool accepted = false;
    };
    /// The tree would have come out with fewer nodes than were planned: an end-of-text token has children, or nothing
    /// was left of q to draw another child from, or too few tokens have a q. Then there is no more to the outcome, and
    /// the round has to be computed moment by moment.
    bool lacksNodes = false;
    /// The first one of a round by its moments; then there is no more to the outcome.
    std::optional<UnusableContext> unusable;
    std::vector<Node> nodes; ///< of a chain as many as there are up to the first end-of-text token
    std::vector<int> judged; ///< nodes, in the order of their verdicts
    /// Of RoundPlan::verify: the root's and those of accepted nodes, where states were asked for.
    std::vector<int> rowsWithStates;
    TokenId drawn = noToken; ///< none where the last node is an end-of-text token and all are accepted
    int drawnContext = 0;    ///< the accepted end
    double drawnU = 0;
    std::vector<ContextValues> contexts; ///< [nodes + 1], or none
    /// Milliseconds of each level's pass and draws; the last also has those of passes behind an end-of-text token.
    std::vector<double> draftMs;
    double verifyMs = 0, judgeMs = 0; ///< judging, and what contexts took
};

/// What rounds need memory for.
struct RoundCapacity {
    int nodes = 0; ///< sent to the target; with Growth it has as many levels, and is as wide, at most
    // Of contexts that are listed:
    int topTokens = 0;  ///< as in SessionSettings, no more than the tokenizer has; 0: none are listed
    int children = 1;   ///< of a context at most
    int remainders = 0; ///< likewise, of which it is listed what their rejection leaves of p
    int parents = 0;    ///< of a tree that grows by value

    /// Whether this is enough for `other`, too.
    [[nodiscard]] constexpr bool covers(const RoundCapacity& other) const { return with(other) == *this; }
    /// Enough for both.
    [[nodiscard]] constexpr RoundCapacity with(const RoundCapacity& other) const
    {
        return {std::max(nodes, other.nodes), std::max(topTokens, other.topTokens), std::max(children, other.children),
                std::max(remainders, other.remainders), std::max(parents, other.parents)};
    }
    friend constexpr bool operator==(const RoundCapacity&, const RoundCapacity&) = default;
};

/// Decides rounds of a target and a draft. Bit by bit what a session comes to by its moments: passes are the same, and
/// the arithmetic of sampling is exact (exact_sum.h) or IEEE's. Belongs to the session's thread.
class RoundRunner {
public:
    virtual ~RoundRunner() = default;
    /// Makes room for such rounds. False when they are too large for it or there is too little memory: then they are
    /// computed moment by moment.
    [[nodiscard]] virtual bool prepare(const RoundCapacity& room) = 0;
    /// Runs the passes, so the caches of both models hold what the rows say, and says what came out. Precondition:
    /// prepare() said yes to as many. Throws BackendFailure.
    virtual void run(const RoundPlan& plan, RoundOutcome& outcome) = 0;
};

} // namespace draftscope

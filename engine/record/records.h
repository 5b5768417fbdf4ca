// SPDX-License-Identifier: MIT
// The value types of every moment of a decode: what sessions produce, traces store and views draw. Plain values, copied
// between threads; no Qt, no pointers to live state.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/token.h"
#include "engine/record/verifier_traits.h"
#include "engine/sampling/sampler_settings.h"

namespace draftscope {

/// In the place of a token that is not known: a server was watched that did not tell it. No vocabulary is so large.
inline constexpr TokenId untoldToken = std::numeric_limits<TokenId>::max();

enum class Verdict : std::uint8_t { notJudged, accepted, rejected };

/// How a token came to be in the text.
enum class TokenSource : std::uint8_t { prompt, plain, accepted, residual, bonus };

/// A visible instant of a round, in this order: draft 1..K, verify, judge 1.., then one of residual | bonus | plain,
/// commit. An accepted end-of-text token ends the round: nothing is judged or drawn behind it, and the commit follows.
enum class MomentKind : std::uint8_t { draft, verify, judge, residual, bonus, plain, commit };

struct Moment {
    MomentKind kind = MomentKind::verify;
    int node = -1; ///< the node judged, or the first one that a draft moment added; -1 otherwise
    friend bool operator==(const Moment&, const Moment&) = default;
};

/// One token at one position. p, q and residual are after every sampler step; pBefore and qBefore are the softmax of
/// the unchanged logits. q values are 0 where there was no draft.
struct DistributionEntry {
    TokenId token = noToken;
    float p = 0, q = 0, residual = 0; ///< residual: what is left of p once a draft is rejected, normalised
    float pBefore = 0, qBefore = 0;
    friend bool operator==(const DistributionEntry&, const DistributionEntry&) = default;
};

/// What a rule leaves of p behind a context once a child of it and all siblings before that have been rejected.
struct RemainderRecord {
    int node = -1;   ///< that child; -1: what is left however drafts are judged, where the text goes on from here
    double mass = 0; ///< of p, that is left: the sum over all tokens
    std::vector<float> values; ///< over that sum, by DistributionRecord::top: what the next token would be drawn from
    double tail = 0;           ///< likewise of the tokens that `top` leaves out
    friend bool operator==(const RemainderRecord&, const RemainderRecord&) = default;
};

/// Numbers that some rules judge by behind a context.
struct RuleNumbers {
    std::optional<double> kept;               ///< block verification: p_i, with which drafts as far as here may be kept
    std::optional<double> divisor;            ///< K-SEQ: rho, that p is divided by
    std::optional<double> entropy, threshold; ///< typical acceptance: H of p, in nats; what p has to be above
    friend bool operator==(const RuleNumbers&, const RuleNumbers&) = default;
};

/// p, q and residual after one context (the root or a node): the union of the top-N of each, by falling max(p, q), and
/// the rest as a tail. hasP is false until the verify moment; hasQ is false where nothing was drafted (a leaf, plain
/// decoding).
struct DistributionRecord {
    std::vector<DistributionEntry> top;
    int tailTokens = 0; ///< vocabulary entries that `top` leaves out
    double tailP = 0, tailQ = 0, tailResidual = 0;
    /// Sum of max(0, p - q) before normalising = 1 - acceptance at this position. 0 where the round's verifier leaves
    /// something else of p: then `residual` is that, from the draw from it on.
    double residualMass = 0;
    bool hasP = false, hasQ = false;
    /// From the verify moment on, in the order in which the children are judged. Empty where there is one child at most
    /// and the rule leaves max(0, p - q), and where it leaves nothing.
    std::vector<RemainderRecord> remainders;
    RuleNumbers numbers; ///< likewise
    /// Of a round that is broken on purpose, from the verify moment on: the total variation distance from the target's
    /// p after the same text to what the round writes behind this context, over all drafts that might have been drawn
    /// and all verdicts. Nothing where it is not known (distanceFromTarget() in engine/session/fault_distance.cpp).
    std::optional<double> distance;
    friend bool operator==(const DistributionRecord&, const DistributionRecord&) = default;
};

/// A node of the draft tree. Node 0 is the first drafted one; parent -1 is the root, i.e. the last committed token.
struct NodeRecord {
    TokenId token = noToken;
    int parent = -1;
    int depth = 1;                    ///< 1 for children of the root
    double q = 0;                     ///< probability that the draft gave the token when it was drawn
    double drawU = 0;                 ///< the uniform number it was drawn with
    double p = 0;                     ///< probability that the target gives it; valid from the verify moment on
    std::optional<double> acceptance; ///< min(1, p/q), or the rule's own equivalent; set when judged
    std::optional<double> u;          ///< the uniform number of the verdict; set when judged
    Verdict verdict = Verdict::notJudged;
    int targetSlot = -1, draftSlot = -1; ///< K/V slots; -1 where there is none
    bool forcedToken = false, forcedU = false, forcedVerdict = false;
    bool pruned = false; ///< drafted, but left out of the target's pass: it has no p and is never judged
    int draft = 0;       ///< which draft proposed it, where the method merges several; the first is 0
    friend bool operator==(const NodeRecord&, const NodeRecord&) = default;
};

/// Which of a session's two K/V caches. A drafter that drafts with the target itself has none of its own.
enum class CacheOwner : std::uint8_t { target, draft };

/// What a K/V cache did between a moment and the one before it, for `count` slots that follow each other. Of each slot
/// a moment has one change of a kind at most; those of a moment come by cache, kind and slot.
///
/// These kinds are all. A token is never moved to another slot, because attention walks slots in path order wherever
/// they lie: accepted nodes of a tree stay where they were verified. For the same reason no gap is ever closed: a slot
/// that was freed between others is taken by the next row. Only the sequences of a synchronised batch leave gaps on
/// purpose.
struct CacheChange {
    /// In the order in which they happen to a slot within a moment.
    enum class Kind : std::uint8_t {
        rolledBack, ///< freed: its row is no longer part of anything
        written,    ///< taken for a row, speculative
        committed,  ///< part of the text from now on
        gap,        ///< left empty, so that the sequences of a batch go on in the same slot; masked out
    };
    int moment = 0; ///< index into RoundRecord::moments
    CacheOwner cache = CacheOwner::target;
    Kind kind = Kind::written;
    int slot = 0;            ///< the first one
    int count = 1;           ///< slots
    int position = -1;       ///< written: of the first row, one more for each that follows; otherwise -1
    TokenId token = noToken; ///< written, count 1: the row's
    int textIndex = -1;      ///< written, count 2 or more: the rows' tokens are those of the text from this one on
    friend bool operator==(const CacheChange&, const CacheChange&) = default;
};

/// A row that a drafter has in the target's pass beside the draft tree: it sees the text, the root and the side rows
/// before it on its path. It is never judged, and lies in the cache until the commit. What the target finds likeliest
/// behind it is the drafter's.
struct SideRow {
    TokenId token = noToken;
    int parent = -1;             ///< the side row before it on its path, which comes earlier; -1: the root
    TokenId likeliest = noToken; ///< behind it, once it has been run
    int targetSlot = -1;         ///< K/V slot, likewise
    friend bool operator==(const SideRow&, const SideRow&) = default;
};

/// The token that ends a round: drawn from the residual, the bonus position's p, or (plain decoding) p.
struct DrawRecord {
    TokenId token = noToken;
    TokenSource source = TokenSource::plain;
    int context = 0; ///< index into RoundRecord::contexts
    double u = 0;
    friend bool operator==(const DrawRecord&, const DrawRecord&) = default;
};

struct CommittedToken {
    TokenId token = noToken;
    TokenSource source = TokenSource::prompt;
    int node = -1; ///< the accepted node, else -1
    friend bool operator==(const CommittedToken&, const CommittedToken&) = default;
};

/// Wall times in milliseconds.
struct PhaseTimes {
    std::vector<double> draftSteps; ///< one a draft moment
    double verify = 0;
    double sample = 0; ///< distributions, verdicts and draws
    [[nodiscard]] double draft() const;
    [[nodiscard]] double total() const;
    friend bool operator==(const PhaseTimes&, const PhaseTimes&) = default;
};

/// A change that a person made at a paused moment. What it touched is also marked on the node.
struct OverrideRecord {
    enum class Kind : std::uint8_t { token, u, verdict, sampler, draftLength };
    Kind kind = Kind::token;
    int node = -1;
    double value = 0; ///< token id, u, 1 = accepted / 0 = rejected, or the new K
    friend bool operator==(const OverrideRecord&, const OverrideRecord&) = default;
};

/// One draft-verify-commit cycle, possibly not finished yet: `moments` says how far it has come.
struct RoundRecord {
    int round = 0;        ///< 0-based; windows and the CLI print it 1-based
    int sequence = 0;     ///< of a batch, from 0; 0 where there is one
    int prefixLength = 0; ///< tokens committed before the round, prompt included; the root sits at prefixLength - 1
    TokenId root = noToken;
    SamplerSettings sampler;                           ///< in force in this round
    std::string verifier;                              ///< likewise: "greedy", "speculative-sampling"
    VerifierTraits traits = speculativeSamplingTraits; ///< of that verifier
    int draftLength = 0;                               ///< K asked for in this round
    double stopBelow = 0; ///< a draft that is less likely at temperature 1 is the last of its path; 0: none is for that
    double matchRate =
        0; ///< by which a schedule chose stopBelow: accepted of drafted tokens, smoothed; 0 where none did
    /// Nothing was drafted although K asked for it, because the draft's context is full (draftContextNote()).
    bool draftContextFull = false;
    /// Its drafts are a copy of the text in place of the method's own (CopyFirstDrafter), as many as there are; K does
    /// not count.
    bool copied = false;
    std::vector<NodeRecord> nodes;
    std::vector<DistributionRecord> contexts; ///< [0] after the root, [n + 1] after node n; empty when tracing is off
    /// What the target finds likeliest after each context, from the verify moment on: kept where the drafter reads it
    /// in later rounds (lookahead), whether contexts are kept or not. Else empty.
    std::vector<TokenId> likeliest;
    std::vector<SideRow> sideRows;         ///< of the target's pass, from the verify moment on
    std::optional<DrawRecord> draw;        ///< none (yet), and none at all where an end-of-text token was accepted
    std::vector<CommittedToken> committed; ///< filled at the commit moment
    std::vector<Moment> moments;           ///< those that have happened
    std::vector<OverrideRecord> overrides;
    std::vector<CacheChange> cacheChanges; ///< by moment; empty when tracing is off and in traces of format 1
    PhaseTimes times;
    /// Passes of the target that it stands for: 1, but where a server was watched, which may tell several at once. 0
    /// where it does not tell how many, and for the first token, which reading the prompt gave.
    int steps = 1;
    bool endOfText = false; ///< an end-of-text token was committed
    [[nodiscard]] bool isFinished() const { return !moments.empty() && moments.back().kind == MomentKind::commit; }
    [[nodiscard]] bool isVerified() const; ///< the target has seen its drafts
    [[nodiscard]] int acceptedCount() const;
    [[nodiscard]] int judgedCount() const;
    [[nodiscard]] int acceptedEnd() const; ///< the last accepted node, where the committed path ends; -1 for none
    /// The verdict that a person forced for a judged node, if one did. A rule that compares paths may reject a node all
    /// the same that a person wanted accepted.
    [[nodiscard]] std::optional<bool> wantedVerdict(int node) const;
    /// Whether its verifier leaves nothing to chance: records hold a u of 0 that was not drawn.
    [[nodiscard]] bool isGreedy() const;
    /// Whether the token that ends the round is the target's likeliest, and nothing is drawn.
    [[nodiscard]] bool takesLikeliest() const;
    /// What is left of p behind a context by the verdicts so far; null where that is p, or max(0, p - q) says it.
    [[nodiscard]] const RemainderRecord* remainderAt(int context) const;
    /// What was left of p when a node was judged, or will be if its siblings before it are rejected; null as above.
    [[nodiscard]] const RemainderRecord* remainderBefore(int node) const;
    friend bool operator==(const RoundRecord&, const RoundRecord&) = default;
};

/// The round as it stood after its first `momentCount` moments: later nodes, verdicts, draws and commits are taken
/// away. Stepping back in the window is this function and nothing else.
[[nodiscard]] RoundRecord atMoment(const RoundRecord& round, int momentCount);

/// What a trace says about a model.
struct ModelRecord {
    std::string name; ///< shown to people: "Tales 6M"
    std::string path;
    std::string hash;       ///< of the weights' file sizes and sampled contents; empty when unknown
    std::string weightType; ///< of the layers: "bf16", "f16", "f32", "Q4_1"
    std::int64_t parameters = 0;
    int layers = 0, hidden = 0, vocabulary = 0, context = 0;
    int draftVocabulary = 0; ///< tokens that a draft has logits for, where they are a part of the vocabulary; else 0
    friend bool operator==(const ModelRecord&, const ModelRecord&) = default;
};

/// A line of the decode that left another one at a moment. Branch 0 is the original run and has parent -1.
struct BranchRecord {
    int branch = 0;
    int parent = -1;
    int forkRound = 0;     ///< rounds before this one are the parent's
    int forkMoment = 0;    ///< moments of forkRound that the branch kept
    std::string reason;    ///< "forced u = 0.10 at draft 2"
    std::string name = {}; ///< what a person calls it, UTF-8; empty where it has no name
    /// Out of sight. Its rounds are kept, because it may come back, and others may have begun on it.
    bool isRemoved = false;
    friend bool operator==(const BranchRecord&, const BranchRecord&) = default;
};

/// A place in a recording. moment = number of moments of the round that have happened (1-based count).
struct Position {
    int branch = 0, round = 0, moment = 0;
    friend bool operator==(const Position&, const Position&) = default;
};

struct TraceHeader {
    static constexpr int currentFormat = 2;
    int format = currentFormat;
    std::string producer;                     ///< "draftscope 0.1.0"
    std::string backend;                      ///< "CPU · AVX-512 BF16 · 2 threads"
    std::string method;                       ///< "plain", "two-model"
    std::map<std::string, int> options;       ///< the method's own
    std::map<std::string, std::string> files; ///< that method and shape read: paths by name
    std::string shape = "chain";              ///< of what is drafted: "fixed-widths"
    std::string draws;    ///< how drafts are chosen: "independent"; empty: as goes with shape and sampler
    std::string verifier; ///< "greedy", "speculative-sampling"; that of rounds until the sampler is changed
    VerifierTraits traits = speculativeSamplingTraits; ///< of that verifier
    ModelRecord target;
    std::optional<ModelRecord> draft;
    std::string head; ///< directory of the head that drafts, also where none was named; empty: none does
    SamplerSettings sampler;
    int draftLength = 0;            ///< K
    std::vector<TokenId> endTokens; ///< each of these ends a text; empty where that was not recorded
    std::uint64_t seed = 0;
    std::string prompt;
    std::vector<TokenId> promptTokens;
    bool isWholePrompt = false; ///< a chat template made it, and nothing was put in front of it
    bool lossless = true;       ///< whether `verifier` keeps the target's distribution; a round by another one names it
    std::string fault;          ///< what was broken on purpose: "keep-rejected-kv"; empty: nothing
    friend bool operator==(const TraceHeader&, const TraceHeader&) = default;
};

/// The sentence for a round with draftContextFull: "The draft's context of 256 tokens is full: ..."
[[nodiscard]] std::string draftContextNote(const TraceHeader& header);

} // namespace draftscope

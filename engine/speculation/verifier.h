// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/record/records.h"
#include "engine/sampling/partial_distribution.h"
#include "engine/speculation/draft_tree.h"

namespace draftscope {

/// A node's verdict and what it was judged by.
struct Judgement {
    int node = -1;
    double acceptance = 0; ///< probability with which it is accepted
    double u = 0;
    Verdict verdict = Verdict::notJudged;
};

/// The token that ends the round and where it was drawn: context 0 = the root's position, n + 1 = after node n.
struct Draw {
    TokenId token = noToken;
    TokenSource source = TokenSource::bonus; ///< residual or bonus; plain where nothing was drafted
    int context = 0;
    double u = 0;
};

/// Where uniform numbers come from; node is the node judged, or the context of a draw.
using UniformSource = std::function<double(int node, Purpose purpose)>;

/// What a person forced for a node, if anything.
struct ForcedVerdict {
    std::optional<double> u;
    std::optional<bool> accepted;
};
using ForceSource = std::function<ForcedVerdict(int node)>;

/// The target's distribution after a context: 0 after the root, n + 1 after node n. Computed when it is asked for;
/// stays where it is for as long as the round is judged. Not to be asked for contexts of pruned nodes.
using DistributionSource = std::function<const Distribution&(int context)>;

/// One round's verification, a judgement at a time. Refers to the tree, which must outlive it, and looks at no node
/// that was pruned.
class Judging {
public:
    virtual ~Judging() = default;
    /// The next judgement, or nothing when the path has ended (a rejection with no sibling left, or a leaf).
    [[nodiscard]] virtual std::optional<Judgement> next() = 0;
    /// Once next() returned nothing: the residual or bonus token.
    [[nodiscard]] virtual Draw draw() = 0;
    /// The last accepted node, -1 for none. All above it are accepted with it.
    [[nodiscard]] virtual int acceptedEnd() const = 0;
    /// What the token would be drawn from if the path ended at this context now, a child of which has been rejected.
    /// Null where that is p. Valid until the next call of anything.
    [[nodiscard]] virtual const Distribution* remaining(int /*context*/) { return nullptr; }
};

/// Is told what is left of p once a node and its siblings before it have been rejected, normalised, and how much of p
/// that is. Node -1: however drafts are judged.
using RemainderSink = std::function<void(int node, const Distribution& left, double mass)>;

/// What a rule has to know of p.
struct NeedOfP {
    KnownOfP known = KnownOfP::all;
    std::string_view reason = {}; ///< why it needs all: "the verifier needs all of p, because it {reason}"
};
struct PartialTarget; // partial_judging.h

/// A rule for accepting drafts. Stateless; one object serves all sessions. A new one is a file of its own and a line in
/// verifiers.h.
class Verifier {
public:
    virtual ~Verifier() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;  ///< "speculative-sampling"
    [[nodiscard]] virtual std::string_view title() const = 0; ///< "Speculative sampling"
    [[nodiscard]] virtual std::string_view paper() const = 0; ///< who described it, with the arXiv number; may be empty
    /// What records and views say of the rule. test_verifier_traits compares it with what is really drawn from.
    [[nodiscard]] virtual VerifierTraits traits() const = 0;
    [[nodiscard]] bool isLossless() const { return traits().isLossless; }
    /// Whether the rule keeps its promise for nodes that were chosen in this way.
    [[nodiscard]] virtual bool supports(DrawRule rule) const = 0;
    /// Whether it can only judge nodes that have one child each.
    [[nodiscard]] virtual bool onlyChains() const { return false; }
    /// Whether siblings may have been drawn from different q's, each from its own (DraftTree::qOf()).
    [[nodiscard]] virtual bool allowsDifferentQ() const { return false; }
    /// Whether begin() decides about all nodes: what a person forces after it needs another Judging.
    [[nodiscard]] bool decidesAtOnce() const { return traits().comparesPaths; }
    /// What the rule makes of p and q behind a context whose p is there, for people to see: what it would leave of p as
    /// the children are rejected one after another, and the numbers by which it decides. Any thread.
    virtual RuleNumbers arithmetic(const DraftTree& /*tree*/, int /*context*/, const DistributionSource& /*p*/,
                                   const RemainderSink& /*see*/) const
    {
        return {};
    }
    [[nodiscard]] virtual std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p,
                                                         UniformSource uniforms, ForceSource forces) const = 0;
    /// How much of p the rule has to know (checkKnown() in partial_judging.h). Where that is less than all of it,
    /// beginPartly() judges with a part, by the same random numbers for verdicts.
    [[nodiscard]] virtual NeedOfP needOfP() const = 0;
    /// Null where all of p is needed.
    [[nodiscard]] virtual std::unique_ptr<Judging> beginPartly(const DraftTree& tree, PartialTarget target,
                                                               UniformSource uniforms, ForceSource forces) const;
};

/// "independent", "without-replacement", "deterministic": as on the command line and in traces.
[[nodiscard]] std::string_view nameOf(DrawRule rule);
[[nodiscard]] std::optional<DrawRule> drawRuleNamed(std::string_view name);
/// How drafts were chosen, to be read after that word: "without chance".
[[nodiscard]] std::string_view wordsFor(DrawRule rule);

/// Whether a verifier may judge what a method drafts. The Error says why not.
[[nodiscard]] Result<void> checkRule(const Verifier& verifier, DrawRule rule, std::string_view method);

/// The default rule for a sampler and a way of drafting.
[[nodiscard]] const Verifier& defaultVerifier(bool isGreedy, DrawRule rule);

/// An Error lists the names that exist.
[[nodiscard]] Result<const Verifier*> verifierNamed(std::string_view name);
[[nodiscard]] std::vector<const Verifier*> allVerifiers();

} // namespace draftscope

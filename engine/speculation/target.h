// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <span>
#include <string>

#include "engine/core/progress.h"
#include "engine/record/records.h"
#include "engine/sampling/distribution.h"
#include "engine/speculation/draft_tree.h"
#include "engine/speculation/partial_judging.h"

namespace draftscope {

class LocalTarget;

/// What rounds are verified against, wherever it computes: a model in this process (LocalTarget), one behind a server,
/// or a script in a test. A round goes align(), plan(), verify(), beginSampling(), p() of the contexts that are asked
/// for, commit(). Contexts are numbered as everywhere: 0 after the root, n + 1 after node n. So of a chain of K drafts
/// verify() answers for K + 1 contexts at once. Belongs to the session's thread.
class Target {
public:
    virtual ~Target() = default;
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;

    // What it is.
    [[nodiscard]] virtual std::string name() const = 0;        ///< for sentences
    [[nodiscard]] virtual std::string backendName() const = 0; ///< what it computes on, as traces say it
    [[nodiscard]] virtual int vocabularySize() const = 0;      ///< entries of p, padding included
    [[nodiscard]] virtual int tokenizerSize() const = 0;       ///< ids from there on are padding and have p 0
    /// Positions behind the last token of a text of so many that drafts may take before keys of the whole text have to
    /// be made again (LongRoPE).
    [[nodiscard]] virtual int roomOfRope(int /*textLength*/) const { return std::numeric_limits<int>::max(); }
    /// For drafters that read its layers or hidden states; null where those are out of reach.
    [[nodiscard]] virtual LocalTarget* asLocal() { return nullptr; }

    /// Before all else of a call of the session, which `progress` may cancel, and for as long as that call lasts: what
    /// takes none below, draws among it, may throw Cancelled by this one.
    virtual void watch(const Progress& /*progress*/) {}
    /// Has it hold all of `text` but its last token, the root of the round to come. A text that is no continuation of
    /// the one before is a rewind. Throws Cancelled and TargetUnavailable: call it again to go on.
    virtual void align(std::span<const TokenId> text, const Progress& progress = {}) = 0;
    /// Lays out what a round asks: the root, which is the last token of the text of `textLength` tokens, and every node
    /// of the tree that is not pruned. `tree` is read now and not kept. Precondition: align() to that text; the deepest
    /// node is at a position of the context.
    /// Side rows are run beside the tree and see the text, the root and their own path. They are no contexts: nothing
    /// is sampled or judged behind them. Only a local target takes some.
    virtual void plan(TokenId root, int textLength, const DraftTree& tree, std::span<const SideRow> sideRows = {}) = 0;
    /// Computes what was planned. Throws Cancelled, BackendFailure, and TargetUnavailable; after Cancelled and
    /// TargetUnavailable the round is begun again with align().
    virtual void verify(const Progress& progress = {}) = 0;
    /// Whether verify() computed the context: not where its node was pruned.
    [[nodiscard]] virtual bool isVerified(int context) const = 0;

    /// From now on p follows this sampler. Throws UnusableLogits.
    virtual void beginSampling(const SamplerSettings& sampler) = 0;
    /// Computes p of every context that was verified, on all threads.
    virtual void sampleAll() = 0;
    /// Whether p of a context is there already.
    [[nodiscard]] virtual bool isSampled(int context) const = 0;
    /// How much of p it tells where tokens are chosen so. Behind a server that tells the likeliest tokens only, that is
    /// all of p for a greedy sampler, whose p is one-hot, and for a top-k that is as small, but where the server names
    /// tokens by strings that several of them have.
    [[nodiscard]] virtual KnownOfP tells(const SamplerSettings& /*sampler*/) const { return KnownOfP::all; }
    /// What rules ask where that is less than all; refers to this object. p is after the sampler's steps.
    [[nodiscard]] virtual PartialTarget partly() { return {}; }
    /// p after a context, [vocabularySize()], computed if it is not there. Stays where it is until the next
    /// beginSampling(). Precondition: the context was verified, and all of p is told.
    [[nodiscard]] virtual const Distribution& p(int context) = 0;
    /// Unchanged logits [vocabularySize()] after a context that was verified, until the next verify(); empty where only
    /// probabilities are known.
    [[nodiscard]] virtual std::span<const float> logits(int /*context*/) const { return {}; }

    /// The K/V slot of a planned node as it is shown to people; -1 where it was pruned or the cache is out of reach.
    [[nodiscard]] virtual int shownSlotOf(int /*node*/) const { return -1; }
    /// Nodes of the accepted path, from the root's child on, that now belong to the text; all others and side rows are
    /// rolled back.
    virtual void commit(std::span<const int> path) = 0;
    /// Forgets everything it holds of a text.
    virtual void reset() = 0;

protected:
    Target() = default;
};

} // namespace draftscope

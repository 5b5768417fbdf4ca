// SPDX-License-Identifier: MIT
// What is behind a Session; private to this folder. The round's record says what has happened; the rest of the members
// are what that took to compute, and can be computed again from the record (replay), which is all that resuming is.
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "engine/core/each_on_threads.h"
#include "engine/session/distribution_recorder.h"
#include "engine/session/forced.h"
#include "engine/session/methods.h"
#include "engine/session/session.h"
#include "engine/session/shapes.h"
#include "engine/speculation/target.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

struct Session::State {
    State(Pair models, SessionSettings wanted, std::string promptText, std::vector<TokenId> promptIds,
          const Method& way, std::unique_ptr<Target> verifies, std::unique_ptr<Drafter> proposes,
          std::shared_ptr<ThreadPool> pool);

    // open_round.cpp
    void openRound();
    /// Levels worth drafting now: K, but no more than can be committed or than either context holds.
    [[nodiscard]] int plannedDraftLength() const;
    /// The same without the draft's own limit.
    [[nodiscard]] int wantedDraftLength() const;
    [[nodiscard]] EndReason endReason() const;
    [[nodiscard]] int generatedCount() const { return int(tokens.size() - promptTokens.size()); }

    // moments.cpp: each does one moment; false where there is nothing of its kind left to do
    Moment advance(const Progress& progress);
    bool draft(const Progress& progress);
    /// What the next level is to have; empty where nothing more is drafted.
    [[nodiscard]] std::vector<Expansion> nextLevel() const;
    void verify(const Progress& progress);
    bool judge();
    void draw();
    void commit();
    /// Verdicts and draws of the round are all there: a token was drawn, or an end-of-text token was accepted.
    [[nodiscard]] bool isDecided() const;
    [[nodiscard]] bool endsText(int node) const; ///< -1: no
    /// How the drafts of the round are chosen.
    [[nodiscard]] DrawRule drawRule() const;
    /// The settings with the round's sampler.
    [[nodiscard]] SessionSettings settingsInForce() const;
    /// Nodes that the target gets of what was drafted.
    void prune();
    /// The rule that the round is judged by.
    [[nodiscard]] const Verifier& verifier() const;
    void runVerifyPass(const Progress& progress);
    void beginJudging();

    // chain_round.cpp
    /// Does all moments of a round that has not begun but its commit, if the backend can do that in one go and nobody
    /// has changed anything in it.
    bool decideAtOnce(const Progress& progress);
    [[nodiscard]] bool canDecideAtOnce() const;
    void takeOver(ChainAnswer& answer);

    // contexts.cpp
    void recordContexts();
    void recordContext(DistributionRecorder& recorder, int context, int topTokens, DistributionRecord& out);
    void recordDrawn();
    [[nodiscard]] ContextSource contextSource(int context);
    /// Whether what is left of p at a drafted context is norm(max(0, p - q)), once a draft is rejected there.
    [[nodiscard]] bool leavesPWithoutQ(int context) const;

    // resume.cpp
    void resume(const Recording& recording, Position at);
    /// Makes caches, tree, p and judging agree with `round` again.
    void replay(const Progress& progress = {});
    [[nodiscard]] ForcedVerdict forcedVerdict(int node) const;

    /// Does step(), which throws Cancelled in the middle or commits the round last of all. Where it is cancelled, the
    /// record is as before; caches and distributions follow it with the next moment, as after resume().
    template <class Step>
    decltype(auto) undoneWhereCancelled(const Progress& progress, const Step& step)
    {
        if (!progress.cancelled)
            return step();
        auto before = std::tuple(round, nextOverrides, nextRound, isOpen);
        try {
            return step();
        } catch (const Cancelled&) {
            std::tie(round, nextOverrides, nextRound, isOpen) = std::move(before);
            isLive = false;
            throw;
        }
    }

    [[nodiscard]] bool isVerified() const;

    Pair pair;
    SessionSettings settings; ///< sampler and K: those of the next round
    std::string prompt;
    std::vector<TokenId> promptTokens;
    const Method& method;
    std::unique_ptr<Target> ownTarget; ///< where the drafter may refer to it
    Target& target;
    std::unique_ptr<Drafter> drafter;
    std::unique_ptr<ChainRunner> chainRunner; ///< where the backend has one

    std::vector<CommittedToken> text;
    std::vector<TokenId> tokens; ///< of text, as the models take them
    RoundRecord round;
    int nextRound = 0;
    bool isOpen = false; ///< `round` has begun and is not committed
    EndReason ended = EndReason::none;
    Forced forced;                             ///< for the round in progress or, between rounds, the next one
    std::vector<OverrideRecord> nextOverrides; ///< of sampler and K, written down in the next round
    bool isWatched = true; ///< somebody looks at draft moments; their contexts are written down as they come

    bool isLive = false; ///< what follows agrees with `round`
    std::unique_ptr<DraftShape> shape;
    DraftTree tree;
    bool draftEnded = false;                     ///< the drafter had nothing more to propose
    std::unique_ptr<Judging> judging;            ///< from the verify moment on
    std::shared_ptr<ThreadPool> threads;         ///< the backend's, if it has some: contexts are written down on them
    std::vector<DistributionRecorder> recorders; ///< by thread
};

} // namespace draftscope

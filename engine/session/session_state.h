// SPDX-License-Identifier: MIT
// What is behind a Session; private to this folder. The round's record says what has happened; the rest of the members
// are what that took to compute, and can be computed again from the record (replay), which is all that resuming is.
#pragma once

#include <new>
#include <optional>
#include <string_view>

#include "engine/core/decode_failure.h"
#include "engine/core/each_on_threads.h"
#include "engine/core/target_unavailable.h"
#include "engine/session/cache_recorder.h"
#include "engine/session/distribution_recorder.h"
#include "engine/session/faults.h"
#include "engine/session/forced.h"
#include "engine/session/methods.h"
#include "engine/session/session.h"
#include "engine/session/session_plan.h"
#include "engine/session/shapes.h"
#include "engine/speculation/local_target.h"
#include "engine/speculation/partial_judging.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// What the target was asked in a finished round, and what it kept of that.
struct VerifiedRound {
    int prefixLength = 0;
    DraftTree tree;        ///< nodes only
    std::vector<int> path; ///< nodes whose K/V belongs to the text
    std::vector<int> left; ///< nodes whose K/V should have gone
};

/// Does some of a decode. Where memory runs out, that is what the decode ends with.
template <class Work>
auto decodeOn(const Work& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        throw DecodeFailure("There is not enough memory to go on: close other programs, or choose a smaller model.");
    }
}

struct Session::State {
    /// `plan` is of these settings and this prompt. target: null for one that runs the passes' own. Errors: those of the
    /// files that method and shape read, but for `data`; a method that reaches into a target that is elsewhere.
    [[nodiscard]] static Result<std::unique_ptr<State>> create(std::unique_ptr<Target> target, Pair pair,
                                                               SessionSettings settings, std::string prompt,
                                                               SessionPlan plan, const MethodData& data,
                                                               const SessionPasses& passes, Backend& backend,
                                                               const Progress& progress);
    /// A session of its own, with passes of its own; the plan has no slots of `data` yet. Errors: the same, and too
    /// little memory.
    [[nodiscard]] static Result<std::unique_ptr<Session>> createSession(std::unique_ptr<Target> target, Pair pair,
                                                                        SessionSettings settings, std::string prompt,
                                                                        SessionPlan plan, const MethodData& data,
                                                                        Backend& backend, const Progress& progress);
    State(Pair models, SessionSettings wanted, std::string promptText, std::vector<TokenId> promptIds,
          const Method& way, std::unique_ptr<Target> verifies, std::unique_ptr<Drafter> proposes,
          std::unique_ptr<DraftShape> grows, std::shared_ptr<ThreadPool> pool);

    [[nodiscard]] TraceHeader header() const; ///< session.cpp

    // open_round.cpp
    void openRound();
    /// Levels worth drafting now: K, or as many as a copy has, but no more than can be committed or than either context
    /// holds.
    [[nodiscard]] int plannedDraftLength() const;
    /// The same without the draft's own limit.
    [[nodiscard]] int wantedDraftLength() const;
    [[nodiscard]] EndReason endReason() const;
    [[nodiscard]] int generatedCount() const { return int(tokens.size() - promptTokens.size()); }

    // moments.cpp: each does one moment; false where there is nothing of its kind left to do
    Moment advance(const Progress& progress);
    /// Writes down that it has happened, and what the caches did for it.
    void note(Moment moment);
    bool draft(const Progress& progress);
    /// What the next level is to have; empty where nothing more is drafted.
    [[nodiscard]] std::vector<Expansion> nextLevel() const;
    [[nodiscard]] LevelDraws levelDraws() const;
    /// The draft moment of the newest level, which begins with that node and took so long. False where it has no node.
    bool noteLevel(int first, double ms);
    [[nodiscard]] int draftSlotOf(int node) const; ///< as it is shown; -1: none
    void verify(const Progress& progress);
    /// The verify moment, once the pass has been run in so long.
    void noteVerified(double ms);
    bool judge();
    void draw();
    void commit() { commitText(), finishCommit(); }
    /// Its first half: the text goes on and the caches follow. The other: the moment.
    void commitText();
    void finishCommit();
    /// Verdicts and draws of the round are all there: a token was drawn, or an end-of-text token was accepted.
    [[nodiscard]] bool isDecided() const;
    [[nodiscard]] bool endsText(int node) const; ///< -1: no
    /// How the drafts of the round are chosen.
    [[nodiscard]] DrawRule drawRule() const;
    /// The settings with the round's sampler.
    [[nodiscard]] SessionSettings settingsInForce() const;
    /// How large the round's tree may become.
    [[nodiscard]] ShapeLimits treeLimits() const;
    /// Nodes that the target gets of what was drafted.
    void prune();
    /// The rule that the round is judged by.
    [[nodiscard]] const Verifier& verifier() const;
    void planVerifyPass() { target.plan(round.root, round.prefixLength, tree, round.sideRows); }
    void runVerifyPass(const Progress& progress);
    void beginJudging();
    /// Whether the target tells all of p; otherwise rules ask what it knows.
    [[nodiscard]] bool tellsAll() const { return target.tells(round.sampler) == KnownOfP::all; }
    /// p of a node whose context was verified.
    [[nodiscard]] double pOfNode(int node);

    /// Where a fault says so: puts another q in place of the one that drafts were drawn from.
    void replaceQ();
    /// The round will have no token of its own because a fault leaves it out.
    [[nodiscard]] bool skipsBonus() const;

    // stale_kv.cpp, for faults that leave K/V behind
    void leaveKv();
    void recallVerified(const Recording& recording, Position at);
    /// Brings the target's cache to where the rounds before this one left it.
    void verifyAgain(const Progress& progress);

    // fault_distance.cpp, for rounds that are broken on purpose
    /// Has the target see the round's tree behind a cache that holds the text and nothing else, where that is compared.
    void verifyUndisturbed(const Progress& progress);
    /// DistributionRecord::distance of a context. Any thread, once p is there of all.
    [[nodiscard]] std::optional<double> distanceFromTarget(int context);

    // fused_round.cpp
    /// Does all moments of a round that has not begun but its commit, if the backend can do that in one go and nobody
    /// has changed anything in it.
    bool decideAtOnce(const Progress& progress);
    [[nodiscard]] bool canDecideAtOnce() const;
    [[nodiscard]] bool isChain() const; ///< its shape
    /// Where the round's tree grows by value; nothing where it does not, or no node of it is drafted.
    [[nodiscard]] std::optional<RoundPlan::Growth> plannedGrowth() const;
    /// The next rounds go by their moments, since a planned tree came out with fewer nodes: more of them each time in a
    /// row, for where q has few tokens it will be so again.
    void backOffToStepwise();
    /// Tokens of each list of a context that is written down.
    [[nodiscard]] int listedTokens() const;
    /// What a round needs in which a tree is decided at once that has been planned, or grows.
    [[nodiscard]] RoundCapacity roomFor(const DraftTree& planned, int levels,
                                        const std::optional<RoundPlan::Growth>& growth) const;
    /// A plan with all but its tree and its passes; no planner in plain decoding.
    [[nodiscard]] RoundPlan askedOf(const LevelPlanner* planner) const;
    /// Has tree, target and drafter go on from what came out. isGrown: of a tree that grows by value.
    void adoptTree(const RoundOutcome& outcome, LevelPlanner* planner, bool isGrown);
    void takeOver(RoundOutcome& outcome);
    void noteCaches();

    // contexts.cpp
    void recordContexts();
    /// `also`: tokens that are listed besides.
    void recordContext(DistributionRecorder& recorder, int context, int topTokens, DistributionRecord& out,
                       std::vector<TokenId> also = {});
    void recordDrawn();
    [[nodiscard]] ContextSource contextSource(int context);
    /// Whether what is left of p at a drafted context is norm(max(0, p - q)), once a draft is rejected there.
    [[nodiscard]] bool leavesPWithoutQ(int context) const;
    /// Whether the rule's own arithmetic says more of a context than p, q and max(0, p - q).
    [[nodiscard]] bool wantsArithmetic(int context) const;

    // learned_rounds.cpp
    /// Has the drafter learn from a finished round behind `before`, if it is one that learns.
    void learn(std::span<const TokenId> before, const RoundRecord& finished);
    /// From all rounds of a recording as far as a position, and nothing else.
    void learnAgain(const Recording& recording, Position at);
    /// Side rows that the drafter wants in the round's pass; none where they have no room there, or no round follows.
    [[nodiscard]] std::vector<SideRow> wantedSideRows() const;
    /// Writes down what the target finds likeliest after each context of the round and after its side rows.
    void recordLikeliest();

    // resume.cpp
    void resume(const Recording& recording, Position at);
    /// Makes caches, tree, p and judging agree with `round` again.
    void replay(const Progress& progress = {});
    [[nodiscard]] ForcedVerdict forcedVerdict(int node) const;
    /// Something has been forced: a rule that has decided about all nodes decides again, with the next moment.
    void judgeAnew();

    /// What a step leaves as it was that is cancelled, or whose target could not be asked.
    struct Before {
        RoundRecord round;
        std::vector<OverrideRecord> nextOverrides;
        int nextRound;
        bool isOpen;
    };
    [[nodiscard]] Before before() const { return {round, nextOverrides, nextRound, isOpen}; }
    /// Caches and distributions follow with the next moment, as after resume().
    void goBackTo(Before&& before)
    {
        round = std::move(before.round);
        nextOverrides = std::move(before.nextOverrides);
        nextRound = before.nextRound;
        isOpen = before.isOpen;
        isLive = false;
        if (cacheRecorder)
            cacheRecorder->suspend();
    }

    /// Does step(), which throws Cancelled or TargetUnavailable in the middle, or commits the round last of all.
    template <class Step>
    decltype(auto) undoneWhereCancelled(const Progress& progress, const Step& step)
    {
        if (!progress.cancelled && local)
            return step();
        Before asItWas = before();
        try {
            return step();
        } catch (const Cancelled&) {
            goBackTo(std::move(asItWas));
            throw;
        } catch (const TargetUnavailable&) {
            goBackTo(std::move(asItWas));
            throw;
        }
    }

    [[nodiscard]] bool isVerified() const;

    Pair pair;
    SessionSettings settings; ///< sampler and K: those of the next round
    std::string prompt;
    std::vector<TokenId> promptTokens;
    int sequence = 0; ///< of a batch; written down only, random numbers do not depend on it
    const Method& method;
    std::unique_ptr<Target> ownTarget; ///< where the drafter may refer to it
    Target& target;
    LocalTarget* local; ///< the same, where it is in this process
    std::unique_ptr<Drafter> drafter;
    std::shared_ptr<const DraftHead> head;                ///< that it drafts with; mostly null
    std::vector<std::shared_ptr<const Model>> moreDrafts; ///< that it drafts with beside the pair's; mostly none
    const Fault* fault = nullptr;                         ///< done wrongly on purpose; mostly null
    /// Where K/V is left behind: the same target with a cache of its own, in which nothing is. Null where contexts are
    /// not written down, and in batches.
    std::unique_ptr<LocalTarget> undisturbed;
    std::vector<Distribution> drawnFrom; ///< by context, where another q takes its place: what drafts were drawn from
    std::unique_ptr<RoundRunner> roundRunner;  ///< where the backend has one
    int stepwiseRounds = 0, lackingInARow = 0; ///< backOffToStepwise()

    std::vector<CommittedToken> text;
    std::vector<TokenId> tokens; ///< of text, as the models take them
    RoundRecord round;
    int nextRound = 0;
    bool isOpen = false; ///< `round` has begun and is not committed
    EndReason ended = EndReason::none;
    Forced forced;                             ///< for the round in progress or, between rounds, the next one
    std::vector<OverrideRecord> nextOverrides; ///< of sampler and K, written down in the next round
    bool isWatched = true; ///< somebody looks at draft moments; their contexts are written down as they come

    /// After a resume, where a fault leaves K/V behind: what the target has to see again before it goes on.
    std::optional<std::vector<VerifiedRound>> toVerifyAgain;

    bool isLive = false; ///< what follows agrees with `round`
    std::unique_ptr<DraftShape> shape;
    DraftTree tree;
    bool draftEnded = false; ///< the drafter had nothing more to propose
    std::optional<int>
        copyLength;       ///< of a chain that takes the place of what shape and K say (Drafter::ownLengthAfter())
    PartialTarget partly; ///< from the verify moment on, where the target tells a part of p
    std::unique_ptr<Judging> judging;            ///< from the verify moment on
    std::shared_ptr<ThreadPool> threads;         ///< the backend's, if it has some: contexts are written down on them
    std::vector<DistributionRecorder> recorders; ///< by thread
    std::optional<CacheRecorder> cacheRecorder;  ///< where contexts are written down, too
};

} // namespace draftscope

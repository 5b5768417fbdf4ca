// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/model/round_runner.h"
#include "engine/record/recording.h"
#include "engine/session/cache_recorder.h"
#include "engine/session/context_recorder.h"
#include "engine/session/decoded_text.h"
#include "engine/session/round_inputs.h"
#include "engine/session/round_terms.h"

namespace draftscope {

class Replay;

/// The round of a decode that is in progress, or the one just finished. It goes open(); nextLevel() and noteLevel()
/// until nothing more is drafted; planVerifyPass() and, when the target has verified it, noteVerified(); judge() until
/// that returns false; draw(); commitText() and finishCommit(). Passes are run by RoundPasses or, all at once, by
/// FusedRound.
///
/// Its record says what has happened. The rest (caches, tree, p, judging) is what that took to compute, and can be
/// computed again from the record, by replay(), which is all that going back is.
class Round {
public:
    /// They outlive it. sequence: of a batch; it is written down only, random numbers do not depend on it.
    Round(const DecodeSetup& setup, DecodedText& text, RoundInputs& inputs, int sequence);

    [[nodiscard]] const RoundRecord& record() const { return m_record; }
    [[nodiscard]] RoundTerms terms() const { return {m_setup, m_record, m_copyLength}; }
    [[nodiscard]] DraftTree& tree() { return m_tree; }     ///< for what drafts
    [[nodiscard]] bool isOpen() const { return m_isOpen; } ///< it has begun and is not committed
    /// Verdicts and draws are all there: a token was drawn, or an end-of-text token was accepted.
    [[nodiscard]] bool isDecided() const;

    /// Begins the next round, unless one is open.
    void open();
    /// Makes caches, tree, p and judging agree with the record, unless they do. Throws Cancelled.
    void replay(Replay& replay, const Progress& progress);
    /// They no longer do: its distributions are where its models are, or what was planned for it in one go came to
    /// nothing, which took so long.
    void needReplay(double lostMs = 0) { m_isLive = false, m_record.times.sample += lostMs; }
    /// Something has been forced: a rule that has decided about all nodes decides again, with the next moment.
    void judgeAnew();

    /// What the next level is to have; empty where nothing more is drafted.
    [[nodiscard]] std::vector<Expansion> nextLevel() const;
    [[nodiscard]] LevelDraws levelDraws() const;
    /// The draft moment of the newest level, which begins with that node and took so long. False where it has no node.
    /// isWatched: its contexts are written down now, and not with the verify moment.
    bool noteLevel(int first, double ms, bool isWatched);
    /// Time that the draft took besides.
    void addDraftTime(double ms) { m_record.times.draftSteps.back() += ms; }
    /// Chooses the nodes that the target gets of what was drafted, and has it lay them out.
    void planVerifyPass();
    /// The verify moment, once the pass has been run in so long. Throws Cancelled where it has to be compared.
    void noteVerified(double ms, const Progress& progress);
    bool judge(); ///< false where no verdict is left
    void draw();
    void commitText();   ///< the text goes on and the caches follow
    void finishCommit(); ///< the moment
    /// All moments but the commit, as a backend decided them at once; the tree is that already.
    void takeOver(RoundOutcome& outcome);

    /// What a step leaves as it was that is cancelled, or whose target could not be asked.
    struct Before {
        RoundRecord record;
        std::vector<OverrideRecord> changes;
        int next;
        bool isOpen;
    };
    [[nodiscard]] Before before() const { return {m_record, m_inputs.changes(), m_next, m_isOpen}; }
    void goBackTo(Before&& before);
    /// To a round of a recording as it stood, which is the one before `next`.
    void goTo(RoundRecord record, int next, bool isOpen, const Recording& recording, int branch);
    /// Of a context, with so many tokens and `also` those that are listed besides. Precondition: replay().
    [[nodiscard]] DistributionRecord distribution(int context, int topTokens, std::vector<TokenId> also);

private:
    void note(Moment moment);
    /// The record of a node that has just been drafted, without what the target and the rule say of it.
    NodeRecord& addNode(const DraftTree::Node& drawn);
    [[nodiscard]] static MomentKind momentOfDraw(TokenSource source);
    void noteCachesOfAll();
    void takeOverDraw(const RoundOutcome& outcome, int count);
    [[nodiscard]] int generatedCount() const { return m_text.generatedCount(); }
    [[nodiscard]] bool endsText(int node) const; ///< -1: no
    /// It will have no token of its own because a fault leaves it out.
    [[nodiscard]] bool skipsBonus() const;
    [[nodiscard]] int draftSlotOf(int node) const; ///< as it is shown; -1: none
    void prune();
    void verifyUndisturbed(const Progress& progress);
    /// p of every context, and the rule that judges by it.
    void beginJudging();
    /// Where a fault says so: puts another q in place of the one that drafts were drawn from.
    void replaceQ();
    [[nodiscard]] ForcedVerdict forcedVerdict(int node) const;
    [[nodiscard]] double pOfNode(int node); ///< whose context was verified
    void draftAgain(const Progress& progress);
    void judgeAgain();
    [[nodiscard]] ContextRecorder::View view(const Verifier& rule) const;

    const DecodeSetup& m_setup;
    DecodedText& m_text;
    RoundInputs& m_inputs;
    int m_sequence;
    RoundRecord m_record;
    int m_next = 0; ///< number of the round to come
    bool m_isOpen = false;
    ContextRecorder m_contexts;
    std::optional<CacheRecorder> m_caches; ///< where contexts are written down, too

    bool m_isLive = false; ///< what follows agrees with m_record
    DraftTree m_tree;
    bool m_draftEnded = false;             ///< the drafter had nothing more to propose
    std::optional<int> m_copyLength;       ///< of a chain that takes the place of what shape and K say
    PartialTarget m_partly;                ///< from the verify moment on, where the target tells a part of p
    std::unique_ptr<Judging> m_judging;    ///< from the verify moment on
    std::vector<Distribution> m_drawnFrom; ///< by context, where another q takes its place: what drafts were drawn from
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <memory>
#include <optional>

#include "engine/model/round_runner.h"
#include "engine/session/replay.h"
#include "engine/session/round.h"

namespace draftscope {

/// Has a backend decide a round in one go, where it can. What comes out is what the moments would have come to, bit by
/// bit.
class FusedRound {
public:
    /// Of a decode alone, on a target of this process.
    FusedRound(const DecodeSetup& setup, Backend& backend);

    /// Does all moments of a round that has not begun but its commit, if the backend can do that and nothing has been
    /// changed in it by hand. Throws as Session::advance().
    bool decide(Round& round, const RoundInputs& inputs, Replay& replay, const Progress& progress);
    /// Sampler or place in the text are others: what was learnt of rounds that cannot be decided is no longer true.
    void startAnew() { m_stepwiseRounds = m_lackingInARow = 0; }

private:
    [[nodiscard]] bool canDecide(const Round& round, const RoundInputs& inputs, const Verifier& rule) const;
    /// Where the round's tree grows by value; nothing where it does not, or no node of it is drafted.
    [[nodiscard]] std::optional<RoundPlan::Growth> plannedGrowth(const RoundTerms& terms) const;
    /// The next rounds are computed moment by moment, since a planned tree came out with fewer nodes: more of them each
    /// time in a row, for where q has few tokens it will be so again.
    void backOffToStepwise();
    /// Tokens of each list of a context that is written down.
    [[nodiscard]] int listedTokens() const;
    /// What a round needs in which a tree is decided at once that has been planned, or grows.
    [[nodiscard]] RoundCapacity roomFor(const DraftTree& planned, int levels,
                                        const std::optional<RoundPlan::Growth>& growth, const Verifier& rule) const;
    /// A plan with all but its tree and its passes; no planner in plain decoding.
    [[nodiscard]] RoundPlan askedOf(Round& round, const LevelPlanner* planner, const Verifier& rule) const;
    /// Has tree, target and drafter go on from what came out. isGrown: of a tree that grows by value.
    void adoptTree(const RoundOutcome& outcome, Round& round, LevelPlanner* planner, bool isGrown) const;

    const DecodeSetup& m_setup;
    std::unique_ptr<RoundRunner> m_runner;         ///< null where the backend has none for such rounds
    int m_stepwiseRounds = 0, m_lackingInARow = 0; ///< backOffToStepwise()
};

} // namespace draftscope

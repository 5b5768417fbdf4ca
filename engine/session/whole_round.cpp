// SPDX-License-Identifier: MIT
// A round that the backend decides in one go. What comes out is what the moments would have come to, bit by bit.
#include <cassert>

#include "engine/sampling/usable_logits.h"
#include "engine/session/session_state.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {

bool Session::State::canDecideAtOnce() const
{
    if (fault || !roundRunner || !round.moments.empty() || !forced.empty() || round.stopBelow > 0
        || pair.target->config.endOfText.size() > RoundPlan::mostEndOfText)
        return false;
    const Verifier& rule = verifier();
    return drawRule() == DrawRule::independent
        && (&rule == &greedyVerifier() || &rule == &speculativeSamplingVerifier());
}

bool Session::State::decideAtOnce(const Progress& progress)
{
    assert(ended == EndReason::none);
    if (!isOpen)
        openRound();
    const int length = plannedDraftLength();
    if (!canDecideAtOnce() || !roundRunner->prepare(length, settings.topTokens))
        return false;
    replay(progress); // an empty round: makes the caches agree with the text
    LevelPlanner* const chain = drafter ? drafter->asLevelPlanner() : nullptr;
    const std::span<const Rows> drafts = length > 0 ? chain->plan(length) : std::span<const Rows>();
    for (int n = 0; n < int(drafts.size()); ++n)
        tree.nodes.push_back({noToken, n - 1, n + 1});
    target.plan(round.root, round.prefixLength, tree);

    RoundPlan plan;
    plan.drafts = drafts;
    plan.verify = &target.plannedRows();
    plan.sampler = round.sampler;
    plan.greedyVerifier = &verifier() == &greedyVerifier();
    plan.seed = settings.seed;
    plan.round = std::uint32_t(round.round);
    plan.targetTokenizerSize = target.tokenizerSize();
    plan.draftTokenizerSize = chain ? chain->tokenizerSize() : 0;
    plan.topTokens = settings.topTokens;
    plan.endOfText = pair.target->config.endOfText;
    RoundOutcome outcome;
    roundRunner->run(plan, outcome);
    if (outcome.unusable)
        throw UnusableLogits(outcome.unusable->isDraft ? pair.draft->name : pair.target->name,
                             round.prefixLength + outcome.unusable->context);

    tree.nodes.resize(outcome.nodes.size()); // those behind an end-of-text token are none
    std::vector<TokenId> drafted;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        drafted.push_back(outcome.nodes[n].token);
        tree.nodes[n].token = drafted.back();
        tree.nodes[n].q = outcome.nodes[n].q;
        tree.nodes[n].drawU = outcome.nodes[n].drawU;
    }
    target.adopt(drafted);
    if (!drafted.empty())
        chain->adopt(drafted);
    takeOver(outcome);
    noteCaches();
    return true;
}

/// A chain has a row at each position, so positions say in which moment it would have been written.
void Session::State::noteCaches()
{
    if (!cacheRecorder)
        return;
    const int length = round.prefixLength, verify = int(round.nodes.size());
    cacheRecorder->note(round, tokens, [&](const CacheChange& change) {
        if (change.kind == CacheChange::Kind::rolledBack)
            return 0; // what the text no longer has, before anything else
        if (change.cache == CacheOwner::target)
            return change.position < length - 1 ? 0 : verify;
        return change.position < length ? 0 : change.position - length + 1;
    });
}

/// Writes the outcome down as draft(), verify(), judge() and draw() would have.
void Session::State::takeOver(RoundOutcome& outcome)
{
    const int count = int(outcome.nodes.size());
    for (int n = 0; n < count; ++n) {
        const RoundOutcome::Node& node = outcome.nodes[std::size_t(n)];
        NodeRecord& record = round.nodes.emplace_back();
        record.token = node.token;
        record.parent = n - 1;
        record.depth = n + 1;
        record.q = node.q;
        record.drawU = node.drawU;
        record.p = node.p;
        record.targetSlot = target.slotOf(n);
        record.draftSlot = drafter->slotOf(n);
        round.moments.push_back({MomentKind::draft, n});
    }
    round.moments.push_back({MomentKind::verify, -1});
    for (int n = 0; n < outcome.judgedCount; ++n) {
        const RoundOutcome::Node& node = outcome.nodes[std::size_t(n)];
        NodeRecord& record = round.nodes[std::size_t(n)];
        record.acceptance = node.acceptance;
        record.u = node.u;
        record.verdict = node.accepted ? Verdict::accepted : Verdict::rejected;
        round.moments.push_back({MomentKind::judge, n});
    }
    round.contexts.resize(outcome.contexts.size());
    for (int c = 0; c < int(outcome.contexts.size()); ++c)
        DistributionRecorder::compose(outcome.contexts[std::size_t(c)], true, c < count, target.config().vocabularySize,
                                      round.contexts[std::size_t(c)]);
    round.times.draftSteps = outcome.draftMs;
    round.times.verify = outcome.verifyMs;
    round.times.sample = outcome.judgeMs;
    if (isDecided()) // by an end of the text
        return;
    const bool rejected = outcome.judgedCount > 0 && !outcome.nodes[std::size_t(outcome.judgedCount - 1)].accepted;
    const TokenSource source = count == 0 ? TokenSource::plain : rejected ? TokenSource::residual : TokenSource::bonus;
    round.draw = DrawRecord{outcome.drawn, source, outcome.drawnContext, outcome.drawnU};
    round.moments.push_back({count == 0 ? MomentKind::plain : rejected ? MomentKind::residual : MomentKind::bonus, -1});
}

} // namespace draftscope

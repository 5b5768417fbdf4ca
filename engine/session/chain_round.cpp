// SPDX-License-Identifier: MIT
// A round that the backend decides in one go. What comes out is what the moments would have come to, bit by bit.
#include <cassert>

#include "engine/sampling/usable_logits.h"
#include "engine/session/session_state.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {

bool Session::State::canDecideAtOnce() const
{
    if (fault || !chainRunner || !round.moments.empty() || !forced.empty() || round.stopBelow > 0
        || pair.target->config.endOfText.size() > ChainQuestion::mostEndOfText)
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
    if (!canDecideAtOnce() || !chainRunner->prepare(length, settings.topTokens))
        return false;
    replay(progress); // an empty round: makes the caches agree with the text
    ChainDrafter* const chain = drafter ? drafter->asChainDrafter() : nullptr;
    const std::span<const Rows> drafts = length > 0 ? chain->plan(length) : std::span<const Rows>();
    for (int n = 0; n < int(drafts.size()); ++n)
        tree.nodes.push_back({noToken, n - 1, n + 1});
    target.plan(round.root, round.prefixLength, tree);

    ChainQuestion question;
    question.drafts = drafts;
    question.verify = &target.plannedRows();
    question.sampler = round.sampler;
    question.greedyVerifier = &verifier() == &greedyVerifier();
    question.seed = settings.seed;
    question.round = std::uint32_t(round.round);
    question.targetTokenizerSize = target.tokenizerSize();
    question.draftTokenizerSize = chain ? chain->tokenizerSize() : 0;
    question.topTokens = settings.topTokens;
    question.endOfText = pair.target->config.endOfText;
    ChainAnswer answer;
    chainRunner->run(question, answer);
    if (answer.unusable)
        throw UnusableLogits(answer.unusable->isDraft ? pair.draft->name : pair.target->name,
                             round.prefixLength + answer.unusable->context);

    tree.nodes.resize(answer.nodes.size()); // those behind an end-of-text token are none
    std::vector<TokenId> drafted;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        drafted.push_back(answer.nodes[n].token);
        tree.nodes[n].token = drafted.back();
        tree.nodes[n].q = answer.nodes[n].q;
        tree.nodes[n].drawU = answer.nodes[n].drawU;
    }
    target.adopt(drafted);
    if (!drafted.empty())
        chain->adopt(drafted);
    takeOver(answer);
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

/// Writes the answer down as draft(), verify(), judge() and draw() would have.
void Session::State::takeOver(ChainAnswer& answer)
{
    const int count = int(answer.nodes.size());
    for (int n = 0; n < count; ++n) {
        const ChainAnswer::Node& node = answer.nodes[std::size_t(n)];
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
    for (int n = 0; n < answer.judgedCount; ++n) {
        const ChainAnswer::Node& node = answer.nodes[std::size_t(n)];
        NodeRecord& record = round.nodes[std::size_t(n)];
        record.acceptance = node.acceptance;
        record.u = node.u;
        record.verdict = node.accepted ? Verdict::accepted : Verdict::rejected;
        round.moments.push_back({MomentKind::judge, n});
    }
    round.contexts.resize(answer.contexts.size());
    for (int c = 0; c < int(answer.contexts.size()); ++c)
        DistributionRecorder::compose(answer.contexts[std::size_t(c)], true, c < count, target.config().vocabularySize,
                                      round.contexts[std::size_t(c)]);
    round.times.draftSteps = answer.draftMs;
    round.times.verify = answer.verifyMs;
    round.times.sample = answer.judgeMs;
    if (isDecided()) // by an end of the text
        return;
    const bool rejected = answer.judgedCount > 0 && !answer.nodes[std::size_t(answer.judgedCount - 1)].accepted;
    const TokenSource source = count == 0 ? TokenSource::plain : rejected ? TokenSource::residual : TokenSource::bonus;
    round.draw = DrawRecord{answer.drawn, source, answer.drawnContext, answer.drawnU};
    round.moments.push_back({count == 0 ? MomentKind::plain : rejected ? MomentKind::residual : MomentKind::bonus, -1});
}

} // namespace draftscope

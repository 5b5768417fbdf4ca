// SPDX-License-Identifier: MIT
// A round that the backend decides in one go. What comes out is what the moments would have come to, bit by bit.
#include <algorithm>
#include <cassert>

#include "engine/core/stopwatch.h"
#include "engine/sampling/usable_logits.h"
#include "engine/session/session_state.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {

namespace {

/// The tree of a round whose shape does not look at tokens, all of it planned and none of it drafted.
DraftTree plannedTree(const DraftShape& shape, ShapeLimits limits)
{
    DraftTree tree;
    for (auto level = shape.nextLevel(tree, limits); !level.empty(); level = shape.nextLevel(tree, limits)) {
        const int depth = tree.depth() + 1;
        for (const Expansion& expansion : level)
            for (int child = 0; child < expansion.children; ++child)
                tree.nodes.push_back({noToken, expansion.parent, depth});
    }
    return tree;
}

/// That a context has.
int mostChildren(const DraftTree& tree)
{
    int most = 0;
    for (int context = 0; context <= int(tree.nodes.size()); ++context)
        most = std::max(most, int(std::ranges::count(tree.nodes, context - 1, &DraftTree::Node::parent)));
    return most;
}

} // namespace

bool Session::State::canDecideAtOnce() const
{
    if (fault || !roundRunner || !round.moments.empty() || !forced.empty() || round.stopBelow > 0
        || pair.target->config.endOfText.size() > RoundPlan::mostEndOfText
        || copyLength) // nothing is drafted by passes
        return false;
    const DrawRule draws = drawRule();
    if (isChain() && draws != DrawRule::independent) // there a chain is judged by the q that its nodes were drawn from
        return false;
    return &verifier() == &greedyVerifier() || &verifier() == &defaultVerifier(false, draws);
}

bool Session::State::isChain() const
{
    return (*shapeNamed(settings.shape))->isChain();
}

std::optional<RoundPlan::Growth> Session::State::plannedGrowth() const
{
    const ShapeLimits limits = treeLimits();
    if (!drafter || limits.depth == 0)
        return std::nullopt;
    const std::optional<ValueGrowth> growth = shape->growsByValue();
    if (!growth)
        return std::nullopt;
    const int candidates = RoundPlan::Growth::candidates(limits.depth, growth->width);
    return RoundPlan::Growth{growth->width, std::min({growth->nodes, limits.nodes, candidates})};
}

void Session::State::backOffToStepwise()
{
    constexpr int most = 6;
    lackingInARow = std::min(lackingInARow + 1, most);
    stepwiseRounds = (1 << lackingInARow) - 2; // none at first
}

bool Session::State::decideAtOnce(const Progress& progress)
{
    assert(ended == EndReason::none);
    if (!isOpen)
        openRound();
    if (!canDecideAtOnce())
        return false;
    if (stepwiseRounds > 0) {
        --stepwiseRounds;
        return false;
    }
    const std::optional<RoundPlan::Growth> growth = plannedGrowth();
    DraftTree planned;
    if (growth) // of this many nodes, whichever they are
        planned.nodes.assign(std::size_t(growth->nodes), {});
    else if (drafter)
        planned = plannedTree(*shape, treeLimits());
    const int levels = growth ? plannedDraftLength() : planned.depth();
    if (!roundRunner->prepare(roomFor(planned, levels, growth)))
        return false;
    replay(progress); // an empty round: makes the caches agree with the text
    LevelPlanner* const planner = drafter ? drafter->asLevelPlanner() : nullptr;
    if (planner && levels > 0 && !planner->canPlan())
        return false;
    tree.nodes = planned.nodes;
    RoundPlan plan = askedOf(planner);
    if (levels > 0)
        plan.drafts = growth ? planner->plan(levels, growth->width) : planner->plan(tree);
    target.plan(round.root, round.prefixLength, tree);
    plan.verify = &local->rowsToRun();
    std::vector<int> parents;
    for (const DraftTree::Node& node : tree.nodes)
        parents.push_back(node.parent);
    if (!growth)
        plan.parents = parents;
    plan.growth = growth;
    RoundOutcome outcome;
    Stopwatch watch;
    roundRunner->run(plan, outcome);
    if (outcome.unusable)
        throw UnusableLogits(outcome.unusable->isDraft ? planner->vocabulary().modelName : pair.target->name,
                             round.prefixLength + outcome.unusable->depth);
    if (outcome.lacksNodes) {
        isLive = false; // the slots that were planned are taken for nothing
        round.times.sample += watch.lap();
        backOffToStepwise();
        return false;
    }
    lackingInARow = 0;
    adoptTree(outcome, planner, growth.has_value());
    takeOver(outcome);
    noteCaches();
    return true;
}

int Session::State::listedTokens() const
{
    return std::min(settings.topTokens, target.tokenizerSize());
}

RoundCapacity Session::State::roomFor(const DraftTree& planned, int levels,
                                      const std::optional<RoundPlan::Growth>& growth) const
{
    const int width = growth ? growth->width : 0;
    RoundCapacity room = {std::max({int(planned.nodes.size()), levels, width}), listedTokens()};
    if (room.topTokens == 0 || isChain())
        return room;
    room.children = growth ? width : mostChildren(planned);
    room.remainders = &verifier() == &greedyVerifier() ? 0 : room.children;
    room.parents = growth ? RoundPlan::Growth::parents(levels, width) : 0;
    return room;
}

RoundPlan Session::State::askedOf(const LevelPlanner* planner) const
{
    RoundPlan plan;
    plan.isChain = isChain();
    plan.draws = tree.rule;
    plan.sampler = round.sampler;
    if (tree.rule != DrawRule::deterministic)
        plan.draftSampler = round.sampler;
    plan.greedyVerifier = &verifier() == &greedyVerifier();
    plan.seed = settings.seed;
    plan.round = std::uint32_t(round.round);
    plan.targetTokenizerSize = target.tokenizerSize();
    plan.draftTokenizerSize = planner ? planner->vocabulary().tokenizerSize : 0;
    plan.topTokens = listedTokens();
    plan.endOfText = pair.target->config.endOfText;
    return plan;
}

void Session::State::adoptTree(const RoundOutcome& outcome, LevelPlanner* planner, bool isGrown)
{
    tree.nodes.clear(); // those behind an end-of-text token are none
    std::vector<TokenId> drafted;
    for (const RoundOutcome::Node& node : outcome.nodes) {
        DraftTree::Node& drawn = tree.nodes.emplace_back();
        drafted.push_back(node.token);
        drawn.token = node.token;
        drawn.parent = node.parent;
        drawn.depth = node.parent < 0 ? 1 : tree.nodes[std::size_t(node.parent)].depth + 1;
        drawn.q = node.q;
        drawn.drawU = node.drawU;
        drawn.pruned = node.isPruned;
    }
    if (isGrown)
        local->adopt(round.root, round.prefixLength, tree, outcome.rowsWithStates);
    else
        local->adopt(drafted, outcome.rowsWithStates);
    if (!drafted.empty())
        planner->adopt(tree);
}

/// The rows of a level have the same position, so positions say in which moment they would have been written.
void Session::State::noteCaches()
{
    if (!cacheRecorder)
        return;
    const int length = round.prefixLength;
    const int verify = int(std::ranges::count(round.moments, MomentKind::draft, &Moment::kind));
    const SequenceCache* const ofDraft = drafter ? drafter->cache() : nullptr;
    const int firstNode =
        ofDraft && ofDraft->config().isHead() ? length - 1 : length; // a head has no row for the first token
    cacheRecorder->note(round, tokens, [&](const CacheChange& change) {
        if (change.kind == CacheChange::Kind::rolledBack)
            return 0; // what the text no longer has, before anything else
        if (change.cache == CacheOwner::target)
            return change.position < length - 1 ? 0 : verify;
        return change.position < firstNode ? 0 : change.position - firstNode + 1;
    });
}

/// Writes the outcome down as draft(), verify(), judge() and draw() would have.
void Session::State::takeOver(RoundOutcome& outcome)
{
    const int count = int(outcome.nodes.size());
    for (int n = 0; n < count; ++n) {
        const RoundOutcome::Node& node = outcome.nodes[std::size_t(n)];
        const DraftTree::Node& drawn = tree.nodes[std::size_t(n)];
        if (n == 0 || drawn.depth > round.nodes.back().depth)
            round.moments.push_back({MomentKind::draft, n});
        NodeRecord& record = round.nodes.emplace_back();
        record.token = node.token;
        record.parent = drawn.parent;
        record.depth = drawn.depth;
        record.q = node.q;
        record.drawU = node.drawU;
        record.p = node.p;
        record.pruned = node.isPruned;
        record.targetSlot = local->slotOf(n);
        record.draftSlot = drafter->slotOf(n);
    }
    round.moments.push_back({MomentKind::verify, -1});
    for (const int n : outcome.judged) {
        const RoundOutcome::Node& node = outcome.nodes[std::size_t(n)];
        NodeRecord& record = round.nodes[std::size_t(n)];
        record.acceptance = node.acceptance;
        record.u = node.u;
        record.verdict = node.accepted ? Verdict::accepted : Verdict::rejected;
        round.moments.push_back({MomentKind::judge, n});
    }
    round.contexts.resize(outcome.contexts.size());
    for (std::size_t c = 0; c < outcome.contexts.size(); ++c)
        if (ContextValues& values = outcome.contexts[c]; values.hasP || values.hasQ)
            DistributionRecorder::compose(values, target.vocabularySize(), round.contexts[c]);
    round.times.draftSteps = outcome.draftMs;
    round.times.verify = outcome.verifyMs;
    round.times.sample = outcome.judgeMs;
    if (isDecided()) // by an end of the text
        return;
    const bool rejected = !outcome.judged.empty() && !outcome.nodes[std::size_t(outcome.judged.back())].accepted;
    const TokenSource source = count == 0 ? TokenSource::plain : rejected ? TokenSource::residual : TokenSource::bonus;
    round.draw = DrawRecord{outcome.drawn, source, outcome.drawnContext, outcome.drawnU};
    round.moments.push_back({count == 0 ? MomentKind::plain : rejected ? MomentKind::residual : MomentKind::bonus, -1});
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
// A round that the backend decides in one go. What comes out is what the moments would have come to, bit by bit.
#include "engine/session/fused_round.h"

#include <algorithm>

#include "engine/core/stopwatch.h"
#include "engine/sampling/usable_logits.h"
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

FusedRound::FusedRound(const DecodeSetup& setup, Backend& backend) : m_setup(setup)
{
    Drafter* const drafter = setup.drafter();
    const bool isPlannable = setup.isChain() || setup.shape().isStatic() || setup.shape().growsByValue();
    LevelPlanner* const planner = drafter && isPlannable ? drafter->asLevelPlanner() : nullptr;
    if (setup.local() && (!drafter || planner))
        m_runner = backend.makeRoundRunner(setup.local()->cache().pass(),
                                           planner ? planner->passes() : std::vector<ForwardPass*>());
}

bool FusedRound::canDecide(const Round& round, const RoundInputs& inputs, const Verifier& rule) const
{
    if (m_setup.fault() || !m_runner || !round.record().moments.empty() || !inputs.empty()
        || round.record().stopBelow > 0 || m_setup.pair().target->config.endOfText.size() > RoundPlan::mostEndOfText
        || round.terms().copies()) // nothing is drafted by passes
        return false;
    const DrawRule draws = round.terms().drawRule();
    if (m_setup.isChain()
        && draws != DrawRule::independent) // there a chain is judged by the q that its nodes were drawn from
        return false;
    return &rule == &greedyVerifier() || &rule == &defaultVerifier(false, draws);
}

std::optional<RoundPlan::Growth> FusedRound::plannedGrowth(const RoundTerms& terms) const
{
    const ShapeLimits limits = terms.treeLimits();
    if (!m_setup.drafter() || limits.depth == 0)
        return std::nullopt;
    const std::optional<ValueGrowth> growth = m_setup.shape().growsByValue();
    if (!growth)
        return std::nullopt;
    const int candidates = RoundPlan::Growth::candidates(limits.depth, growth->width);
    return RoundPlan::Growth{growth->width, std::min({growth->nodes, limits.nodes, candidates})};
}

void FusedRound::backOffToStepwise()
{
    constexpr int most = 6;
    m_lackingInARow = std::min(m_lackingInARow + 1, most);
    m_stepwiseRounds = (1 << m_lackingInARow) - 2; // none at first
}

bool FusedRound::decide(Round& round, const RoundInputs& inputs, Replay& replay, const Progress& progress)
{
    round.open();
    if (!m_runner)
        return false;
    const RoundTerms terms = round.terms();
    const Verifier& rule = terms.verifier();
    if (!canDecide(round, inputs, rule))
        return false;
    if (m_stepwiseRounds > 0) {
        --m_stepwiseRounds;
        return false;
    }
    const std::optional<RoundPlan::Growth> growth = plannedGrowth(terms);
    DraftTree planned;
    if (growth) // of this many nodes, whichever they are
        planned.nodes.assign(std::size_t(growth->nodes), {});
    else if (m_setup.drafter())
        planned = plannedTree(m_setup.shape(), terms.treeLimits());
    const int levels = growth ? terms.plannedDraftLength() : planned.depth();
    if (!m_runner->prepare(roomFor(planned, levels, growth, rule)))
        return false;
    round.replay(replay, progress); // an empty round: makes the caches agree with the text
    LevelPlanner* const planner = m_setup.drafter() ? m_setup.drafter()->asLevelPlanner() : nullptr;
    if (planner && levels > 0 && !planner->canPlan())
        return false;
    DraftTree& tree = round.tree();
    tree.nodes = planned.nodes;
    RoundPlan plan = askedOf(round, planner, rule);
    if (levels > 0)
        plan.drafts = growth ? planner->plan(levels, growth->width) : planner->plan(tree);
    m_setup.target().plan(round.record().root, round.record().prefixLength, tree);
    plan.verify = &m_setup.local()->rowsToRun();
    std::vector<int> parents;
    for (const DraftTree::Node& node : tree.nodes)
        parents.push_back(node.parent);
    if (!growth)
        plan.parents = parents;
    plan.growth = growth;
    RoundOutcome outcome;
    Stopwatch watch;
    m_runner->run(plan, outcome);
    if (outcome.unusable)
        throw UnusableLogits(outcome.unusable->isDraft ? planner->vocabulary().modelName : m_setup.target().name(),
                             round.record().prefixLength + outcome.unusable->depth);
    if (outcome.lacksNodes) {
        round.needReplay(watch.lap()); // the slots that were planned are taken for nothing
        backOffToStepwise();
        return false;
    }
    m_lackingInARow = 0;
    adoptTree(outcome, round, planner, growth.has_value());
    round.takeOver(outcome);
    return true;
}

int FusedRound::listedTokens() const
{
    return std::min(m_setup.settings().topTokens, m_setup.target().tokenizerSize());
}

RoundCapacity FusedRound::roomFor(const DraftTree& planned, int levels, const std::optional<RoundPlan::Growth>& growth,
                                  const Verifier& rule) const
{
    const int width = growth ? growth->width : 0;
    RoundCapacity room = {std::max({int(planned.nodes.size()), levels, width}), listedTokens()};
    if (room.topTokens == 0 || m_setup.isChain())
        return room;
    room.children = growth ? width : mostChildren(planned);
    room.remainders = &rule == &greedyVerifier() ? 0 : room.children;
    room.parents = growth ? RoundPlan::Growth::parents(levels, width) : 0;
    return room;
}

RoundPlan FusedRound::askedOf(Round& round, const LevelPlanner* planner, const Verifier& rule) const
{
    const DrawRule draws = round.tree().rule;
    RoundPlan plan;
    plan.isChain = m_setup.isChain();
    plan.draws = draws;
    plan.sampler = round.record().sampler;
    if (draws != DrawRule::deterministic)
        plan.draftSampler = round.record().sampler;
    plan.greedyVerifier = &rule == &greedyVerifier();
    plan.seed = m_setup.settings().seed;
    plan.round = std::uint32_t(round.record().round);
    plan.targetTokenizerSize = m_setup.target().tokenizerSize();
    plan.draftTokenizerSize = planner ? planner->vocabulary().tokenizerSize : 0;
    plan.topTokens = listedTokens();
    plan.endOfText = m_setup.pair().target->config.endOfText;
    return plan;
}

void FusedRound::adoptTree(const RoundOutcome& outcome, Round& round, LevelPlanner* planner, bool isGrown) const
{
    DraftTree& tree = round.tree();
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
        m_setup.local()->adopt(round.record().root, round.record().prefixLength, tree, outcome.rowsWithStates);
    else
        m_setup.local()->adopt(drafted, outcome.rowsWithStates);
    if (!drafted.empty())
        planner->adopt(tree);
}

/// The rows of a level have the same position, so positions say in which moment they would have been written.
void Round::noteCachesOfAll()
{
    if (!m_caches)
        return;
    const int length = m_record.prefixLength;
    const int verify = int(std::ranges::count(m_record.moments, MomentKind::draft, &Moment::kind));
    const SequenceCache* const ofDraft = m_setup.draftCache();
    const int firstNode =
        ofDraft && ofDraft->config().isHead() ? length - 1 : length; // a head has no row for the first token
    m_caches->note(m_record, m_text.tokens(), [&](const CacheChange& change) {
        if (change.kind == CacheChange::Kind::rolledBack)
            return 0; // what the text no longer has, before anything else
        if (change.cache == CacheOwner::target)
            return change.position < length - 1 ? 0 : verify;
        return change.position < firstNode ? 0 : change.position - firstNode + 1;
    });
}

/// Writes the outcome down as draft(), verify(), judge() and draw() would have.
void Round::takeOver(RoundOutcome& outcome)
{
    const int count = int(outcome.nodes.size());
    for (int n = 0; n < count; ++n) {
        const RoundOutcome::Node& node = outcome.nodes[std::size_t(n)];
        const DraftTree::Node& drawn = m_tree.nodes[std::size_t(n)];
        if (n == 0 || drawn.depth > m_record.nodes.back().depth)
            m_record.moments.push_back({MomentKind::draft, n});
        NodeRecord& record = addNode(drawn);
        record.p = node.p;
        record.pruned = node.isPruned;
        record.targetSlot = m_setup.local()->slotOf(n);
        record.draftSlot = m_setup.drafter()->slotOf(n);
    }
    m_record.moments.push_back({MomentKind::verify, -1});
    for (const int n : outcome.judged) {
        const RoundOutcome::Node& node = outcome.nodes[std::size_t(n)];
        NodeRecord& record = m_record.nodes[std::size_t(n)];
        record.acceptance = node.acceptance;
        record.u = node.u;
        record.verdict = node.accepted ? Verdict::accepted : Verdict::rejected;
        m_record.moments.push_back({MomentKind::judge, n});
    }
    m_record.contexts.resize(outcome.contexts.size());
    for (std::size_t c = 0; c < outcome.contexts.size(); ++c)
        if (ContextValues& values = outcome.contexts[c]; values.hasP || values.hasQ)
            DistributionRecorder::compose(values, m_setup.target().vocabularySize(), m_record.contexts[c]);
    m_record.times.draftSteps = outcome.draftMs;
    m_record.times.verify = outcome.verifyMs;
    m_record.times.sample = outcome.judgeMs;
    if (!isDecided()) // by an end of the text
        takeOverDraw(outcome, count);
    noteCachesOfAll();
}

void Round::takeOverDraw(const RoundOutcome& outcome, int count)
{
    const bool rejected = !outcome.judged.empty() && !outcome.nodes[std::size_t(outcome.judged.back())].accepted;
    const TokenSource source = count == 0 ? TokenSource::plain : rejected ? TokenSource::residual : TokenSource::bonus;
    m_record.draw = DrawRecord{outcome.drawn, source, outcome.drawnContext, outcome.drawnU};
    m_record.moments.push_back({momentOfDraw(source), -1});
}

} // namespace draftscope

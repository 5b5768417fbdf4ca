// SPDX-License-Identifier: MIT
// A round, moment by moment: draft.., verify, judge.., residual | bonus | plain, commit.
#include <algorithm>
#include <cassert>

#include "engine/core/random.h"
#include "engine/core/stopwatch.h"
#include "engine/session/session_state.h"
#include "engine/speculation/faulty_verifier.h"

namespace draftscope {

bool Session::State::isVerified() const
{
    return round.isVerified();
}

bool Session::State::endsText(int node) const
{
    return node >= 0 && pair.target->isEndOfText(round.nodes[std::size_t(node)].token);
}

bool Session::State::isDecided() const
{
    return round.draw.has_value() || endsText(round.acceptedEnd()) || skipsBonus();
}

bool Session::State::skipsBonus() const
{
    const int end = round.acceptedEnd();
    return fault && fault->skipsBonus && end >= 0 && std::ranges::none_of(round.nodes, [end](const NodeRecord& node) {
               return node.parent == end && !node.pruned;
           });
}

Moment Session::State::advance(const Progress& progress)
{
    assert(ended == EndReason::none);
    if (!isOpen)
        openRound();
    if (!isLive)
        replay(progress);
    if (!isVerified()) {
        if (!draft(progress))
            verify(progress);
    } else if (!isDecided()) {
        if (!judge())
            draw();
    } else {
        commit();
    }
    return round.moments.back();
}

void Session::State::note(Moment moment)
{
    const int index = int(round.moments.size());
    round.moments.push_back(moment);
    if (cacheRecorder)
        cacheRecorder->note(round, tokens, [index](const CacheChange&) { return index; });
}

std::vector<Expansion> Session::State::nextLevel() const
{
    if (draftEnded)
        return {};
    const ChainShape chain;
    const DraftShape& grows = copyLength ? static_cast<const DraftShape&>(chain) : *shape;
    std::vector<Expansion> level = grows.nextLevel(tree, treeLimits());
    // Nothing behind an end-of-text token could be committed. Random numbers belong to nodes, so drafting fewer of them
    // leaves what is committed as it is.
    // Likewise behind a token of which the draft is not sure. That is a function of what was drafted as far as this
    // token, and every rule keeps the target's distribution behind whatever tokens it has accepted, however much was
    // drafted there: so it stays lossless (test_losslessness.cpp adds it up). The token itself stays, or its being
    // there would depend on it.
    std::erase_if(level, [this](const Expansion& expansion) {
        const int parent = expansion.parent;
        return endsText(parent) || (parent >= 0 && tree.nodes[std::size_t(parent)].confidence < round.stopBelow);
    });
    return level;
}

bool Session::State::draft(const Progress& progress)
{
    const int first = int(round.nodes.size());
    const std::vector<Expansion> level = nextLevel();
    if (level.empty())
        return false;
    Stopwatch watch;
    drafter->addLevel(tree, level, levelDraws(), progress);
    return noteLevel(first, watch.lap());
}

LevelDraws Session::State::levelDraws() const
{
    return {
        round.sampler,
        [this](int n) {
            return uniform(settings.seed, 0, std::uint32_t(round.round), std::uint32_t(n), Purpose::draft);
        },
        [this](int n) { return forced.token(n); },
    };
}

int Session::State::draftSlotOf(int node) const
{
    const SequenceCache* const cache = drafter->cache();
    return cache ? cache->shownSlot(drafter->slotOf(node)) : drafter->slotOf(node);
}

bool Session::State::noteLevel(int first, double ms)
{
    if (first == int(tree.nodes.size())) {
        draftEnded = true;
        return false;
    }
    round.times.draftSteps.push_back(ms);
    Stopwatch watch;
    for (int n = first; n < int(tree.nodes.size()); ++n) {
        const DraftTree::Node& drawn = tree.nodes[std::size_t(n)];
        NodeRecord& record = round.nodes.emplace_back();
        record.token = drawn.token;
        record.parent = drawn.parent;
        record.depth = drawn.depth;
        record.q = drawn.q;
        record.drawU = drawn.drawU;
        record.draft = drawn.draft;
        if (const auto wanted = forced.token(n)) {
            record.forcedToken = true;
            round.overrides.push_back({OverrideRecord::Kind::token, n, double(*wanted)});
        }
    }
    for (int n = 0; n < int(round.nodes.size()); ++n)
        round.nodes[std::size_t(n)].draftSlot = draftSlotOf(n);
    note({MomentKind::draft, first});
    if (isWatched)
        recordContexts();
    round.times.sample += watch.lap();
    return true;
}

void Session::State::runVerifyPass(const Progress& progress)
{
    planVerifyPass();
    target.verify(progress);
}

/// The rule that the round is judged by.
const Verifier& Session::State::verifier() const
{
    if (fault && fault->verifier)
        return fault->verifier();
    const auto named = verifierNamed(verifierNameFor(settingsInForce()));
    assert(named);
    return **named;
}

DrawRule Session::State::drawRule() const
{
    return drawRuleFor(settingsInForce());
}

SessionSettings Session::State::settingsInForce() const
{
    SessionSettings inForce = settings;
    inForce.sampler = round.sampler;
    return inForce;
}

ShapeLimits Session::State::treeLimits() const
{
    const int levels = optionFor(settings, "tree-levels") ? optionOf(settings, "tree-levels") : 0;
    const int depth = plannedDraftLength();
    return {levels > 0 ? std::min(levels, depth) : depth, maxDraftNodes - int(wantedSideRows().size())};
}

void Session::State::prune()
{
    if (!copyLength)
        shape->prune(tree, treeLimits());
    if (fault && fault->dropsRepeats)
        dropRepeats(tree);
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
        round.nodes[n].pruned = tree.nodes[n].pruned;
}

/// p of every context, and the rule that judges by it.
void Session::State::beginJudging()
{
    target.beginSampling(round.sampler);
    // All of it is written down; and of a chain most of it is asked for, so that it is computed on all threads.
    if (settings.topTokens > 0 || isChain())
        target.sampleAll();
    assert(verifier().supports(tree.rule));
    replaceQ();
    const auto uniforms = [this](int node, Purpose purpose) {
        return uniform(settings.seed, 0, std::uint32_t(round.round), std::uint32_t(node), purpose);
    };
    const auto forces = [this](int node) { return forcedVerdict(node); };
    if (tellsAll()) {
        judging = verifier().begin(
            tree, [this](int context) -> const Distribution& { return target.p(context); }, uniforms, forces);
    } else {
        partly = target.partly();
        judging = verifier().beginPartly(tree, partly, uniforms, forces);
    }
}

double Session::State::pOfNode(int node)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    const int context = record.parent + 1;
    if (!tellsAll()) // a rule that judges without it has no use for it
        return partly.p(context).at(record.token).value_or(0);
    return target.p(context)[std::size_t(record.token)];
}

void Session::State::replaceQ()
{
    if (!fault || !fault->replacesQ())
        return;
    if (settings.topTokens > 0)
        drawnFrom = tree.q;
    int before = -2;
    for (const DraftTree::Node& node : tree.nodes) { // siblings are neighbours
        if (node.parent == before)
            continue;
        before = node.parent;
        const auto context = std::size_t(node.parent + 1);
        if (fault->samplerOfQ)
            distributionOf(tree.logits[context], fault->samplerOfQ(round.sampler), target.tokenizerSize(),
                           tree.q[context]);
        if (fault->changesQ)
            fault->changesQ(tree.q[context]);
    }
}

void Session::State::verify(const Progress& progress)
{
    Stopwatch watch;
    prune();
    round.sideRows = wantedSideRows();
    runVerifyPass(progress);
    const double ms = watch.lap(); // not what comes of a fault, which is looked at besides
    verifyUndisturbed(progress);
    noteVerified(ms);
}

void Session::State::noteVerified(double ms)
{
    round.times.verify = ms;
    Stopwatch watch;
    beginJudging();
    if (drafter && drafter->asLearningDrafter())
        recordLikeliest();
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        NodeRecord& node = round.nodes[n];
        if (tellsAll() ? target.isSampled(node.parent + 1) : target.isVerified(node.parent + 1))
            node.p = pOfNode(int(n));
        node.targetSlot = target.shownSlotOf(int(n));
    }
    note({MomentKind::verify, -1});
    recordContexts();
    round.times.sample += watch.lap();
}

bool Session::State::judge()
{
    Stopwatch watch;
    const auto judgement = judging->next();
    if (!judgement)
        return false;
    NodeRecord& node = round.nodes[std::size_t(judgement->node)];
    const ForcedVerdict wish = forcedVerdict(judgement->node);
    node.p = pOfNode(judgement->node);
    node.acceptance = judgement->acceptance;
    node.u = judgement->u;
    node.verdict = judgement->verdict;
    if (node.verdict == Verdict::accepted) // a rule that looks at the end first brings along what is before it
        for (int above = node.parent; above >= 0; above = round.nodes[std::size_t(above)].parent)
            round.nodes[std::size_t(above)].verdict = Verdict::accepted;
    if (wish.u) {
        node.forcedU = true;
        round.overrides.push_back({OverrideRecord::Kind::u, judgement->node, *wish.u});
    }
    if (wish.accepted) {
        node.forcedVerdict = true;
        round.overrides.push_back({OverrideRecord::Kind::verdict, judgement->node, *wish.accepted ? 1.0 : 0.0});
    }
    note({MomentKind::judge, judgement->node});
    round.times.sample += watch.lap();
    return true;
}

void Session::State::draw()
{
    Stopwatch watch;
    const Draw drawn = judging->draw();
    round.draw = DrawRecord{drawn.token, drawn.source, drawn.context, drawn.u};
    recordDrawn();
    const MomentKind kind = drawn.source == TokenSource::residual ? MomentKind::residual
        : drawn.source == TokenSource::bonus                      ? MomentKind::bonus
                                                                  : MomentKind::plain;
    note({kind, -1});
    round.times.sample += watch.lap();
}

void Session::State::commitText()
{
    const std::vector<int> path = tree.pathTo(round.acceptedEnd());
    const auto room = std::size_t(settings.maxTokens - generatedCount());
    const auto add = [&](TokenId token, TokenSource source, int node) {
        if (round.endOfText || round.committed.size() >= room)
            return;
        round.committed.push_back({token, source, node});
        round.endOfText = pair.target->isEndOfText(token);
    };
    for (const int node : path)
        add(round.nodes[std::size_t(node)].token, TokenSource::accepted, node);
    if (round.draw)
        add(round.draw->token, round.draw->source, -1);

    learn(tokens, round);
    for (const CommittedToken& committed : round.committed) {
        text.push_back(committed);
        tokens.push_back(committed.token);
    }
    // The last committed token is the next round's root, so its key and value come with that round's pass.
    if (fault && fault->leavesKv())
        leaveKv();
    target.commit(std::span(path).first(round.committed.size() - 1));
    if (undisturbed)
        undisturbed->commit(std::span(path).first(round.committed.size() - 1));
    if (drafter && !tree.nodes.empty()) {
        Stopwatch watch;
        drafter->begin(tokens);              // now, so that its slots show what the next round starts with
        if (!round.times.draftSteps.empty()) // it may take a pass, for accepted tokens that a draft has not seen yet
            round.times.draftSteps.back() += watch.lap();
    }
}

void Session::State::finishCommit()
{
    note({MomentKind::commit, -1});
    isOpen = false;
    forced.clear();
    ended = endReason();
}

} // namespace draftscope

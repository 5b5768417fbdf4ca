// SPDX-License-Identifier: MIT
// A round, moment by moment: draft.., verify, judge.., residual | bonus | plain, commit.
#include "engine/session/round.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/core/random.h"
#include "engine/core/stopwatch.h"
#include "engine/session/draft_length.h"
#include "engine/session/learned_rounds.h"
#include "engine/session/stale_kv.h"
#include "engine/speculation/faulty_verifier.h"

namespace draftscope {

Round::Round(const DecodeSetup& setup, DecodedText& text, RoundInputs& inputs, int sequence)
    : m_setup(setup), m_text(text), m_inputs(inputs), m_sequence(sequence), m_contexts(setup)
{
    if (setup.settings().topTokens > 0)
        m_caches.emplace(setup.local() ? &setup.local()->cache() : nullptr, setup.draftCache());
}

void Round::open()
{
    if (m_isOpen)
        return;
    const RoundRecord before = std::exchange(m_record, {});
    m_record.round = m_next++;
    m_record.sequence = m_sequence;
    m_record.prefixLength = int(m_text.tokens().size());
    m_record.root = m_text.tokens().back();
    m_record.sampler = m_setup.settings().sampler;
    m_record.verifier = terms().verifier().name();
    m_record.traits = (*verifierNamed(m_record.verifier))->traits(); // a fault stands in for that rule
    m_record.overrides = m_inputs.takeChanges();
    Drafter* const drafter = m_setup.drafter();
    if (drafter)
        planDraftLength(m_record, before, m_setup.settings());
    m_copyLength = drafter ? drafter->ownLengthAfter(m_text.tokens()) : std::nullopt;
    const int wanted = terms().wantedDraftLength();
    m_record.copied = m_copyLength && wanted > 0;
    m_record.draftContextFull = !m_copyLength && wanted > 0 && drafter->roomAfter(m_record.prefixLength) == 0;
    m_isOpen = true;
    m_isLive = false;
    if (m_caches)
        m_caches->beginRound(before, m_text.tokens());
}

bool Round::endsText(int node) const
{
    return node >= 0 && m_setup.pair().target->isEndOfText(m_record.nodes[std::size_t(node)].token);
}

bool Round::isDecided() const
{
    return m_record.draw.has_value() || endsText(m_record.acceptedEnd()) || skipsBonus();
}

bool Round::skipsBonus() const
{
    const Fault* const fault = m_setup.fault();
    const int end = m_record.acceptedEnd();
    return fault && fault->skipsBonus && end >= 0
        && std::ranges::none_of(m_record.nodes,
                                [end](const NodeRecord& node) { return node.parent == end && !node.pruned; });
}

/// Writes down that it has happened, and what the caches did for it.
void Round::note(Moment moment)
{
    const int index = int(m_record.moments.size());
    m_record.moments.push_back(moment);
    if (m_caches)
        m_caches->note(m_record, m_text.tokens(), [index](const CacheChange&) { return index; });
}

std::vector<Expansion> Round::nextLevel() const
{
    if (m_draftEnded)
        return {};
    const ChainShape chain;
    const DraftShape& grows = m_copyLength ? static_cast<const DraftShape&>(chain) : m_setup.shape();
    std::vector<Expansion> level = grows.nextLevel(m_tree, terms().treeLimits());
    // Nothing behind an end-of-text token could be committed. Random numbers belong to nodes, so drafting fewer of them
    // leaves what is committed as it is.
    // Likewise behind a token of which the draft is not sure. That is a function of what was drafted as far as this
    // token, and every rule keeps the target's distribution behind whatever tokens it has accepted, however much was
    // drafted there: so it stays lossless (test_losslessness.cpp adds it up). The token itself stays, or its being
    // there would depend on it.
    std::erase_if(level, [this](const Expansion& expansion) {
        const int parent = expansion.parent;
        return endsText(parent) || (parent >= 0 && m_tree.nodes[std::size_t(parent)].confidence < m_record.stopBelow);
    });
    return level;
}

LevelDraws Round::levelDraws() const
{
    return {
        m_record.sampler,
        [this](int n) {
            return uniform(m_setup.settings().seed, 0, std::uint32_t(m_record.round), std::uint32_t(n), Purpose::draft);
        },
        [this](int n) { return m_inputs.token(n); },
    };
}

int Round::draftSlotOf(int node) const
{
    const Drafter* const drafter = m_setup.drafter();
    const SequenceCache* const cache = m_setup.draftCache();
    return cache ? cache->shownSlot(drafter->slotOf(node)) : drafter->slotOf(node);
}

NodeRecord& Round::addNode(const DraftTree::Node& drawn)
{
    NodeRecord& record = m_record.nodes.emplace_back();
    record.token = drawn.token;
    record.parent = drawn.parent;
    record.depth = drawn.depth;
    record.q = drawn.q;
    record.drawU = drawn.drawU;
    record.draft = drawn.draft;
    return record;
}

bool Round::noteLevel(int first, double ms, bool isWatched)
{
    if (first == int(m_tree.nodes.size())) {
        m_draftEnded = true;
        return false;
    }
    m_record.times.draftSteps.push_back(ms);
    Stopwatch watch;
    for (int n = first; n < int(m_tree.nodes.size()); ++n) {
        NodeRecord& record = addNode(m_tree.nodes[std::size_t(n)]);
        if (const auto wanted = m_inputs.token(n)) {
            record.forcedToken = true;
            m_record.overrides.push_back({OverrideRecord::Kind::token, n, double(*wanted)});
        }
    }
    for (int n = 0; n < int(m_record.nodes.size()); ++n)
        m_record.nodes[std::size_t(n)].draftSlot = draftSlotOf(n);
    note({MomentKind::draft, first});
    if (isWatched)
        m_contexts.recordNewest(view(terms().verifier()), m_record.contexts);
    m_record.times.sample += watch.lap();
    return true;
}

void Round::prune()
{
    if (!m_copyLength)
        m_setup.shape().prune(m_tree, terms().treeLimits());
    if (m_setup.fault() && m_setup.fault()->dropsRepeats)
        dropRepeats(m_tree);
    for (std::size_t n = 0; n < m_tree.nodes.size(); ++n)
        m_record.nodes[n].pruned = m_tree.nodes[n].pruned;
}

void Round::planVerifyPass()
{
    prune();
    m_record.sideRows = terms().wantedSideRows();
    m_setup.target().plan(m_record.root, m_record.prefixLength, m_tree, m_record.sideRows);
}

void Round::verifyUndisturbed(const Progress& progress)
{
    LocalTarget* const undisturbed = m_setup.undisturbed();
    if (!undisturbed)
        return;
    undisturbed->align(std::span<const TokenId>(m_text.tokens()).first(std::size_t(m_record.prefixLength)),
                       progress.saying("The target reads the text"));
    undisturbed->plan(m_record.root, m_record.prefixLength, m_tree);
    undisturbed->verify(progress);
    undisturbed->beginSampling(m_record.sampler);
    undisturbed->sampleAll();
}

void Round::beginJudging()
{
    Target& target = m_setup.target();
    target.beginSampling(m_record.sampler);
    // All of it is written down; and of a chain most of it is asked for, so that it is computed on all threads.
    if (m_setup.settings().topTokens > 0 || m_setup.isChain())
        target.sampleAll();
    const Verifier& rule = terms().verifier();
    assert(rule.supports(m_tree.rule));
    replaceQ();
    const auto uniforms = [this](int node, Purpose purpose) {
        return uniform(m_setup.settings().seed, 0, std::uint32_t(m_record.round), std::uint32_t(node), purpose);
    };
    const auto forces = [this](int node) { return forcedVerdict(node); };
    if (terms().tellsAll()) {
        m_judging = rule.begin(
            m_tree, [&target](int context) -> const Distribution& { return target.p(context); }, uniforms, forces);
    } else {
        m_partly = target.partly();
        m_judging = rule.beginPartly(m_tree, m_partly, uniforms, forces);
    }
}

double Round::pOfNode(int node)
{
    const NodeRecord& record = m_record.nodes[std::size_t(node)];
    const int context = record.parent + 1;
    if (!terms().tellsAll()) // a rule that judges without it has no use for it
        return m_partly.p(context).at(record.token).value_or(0);
    return m_setup.target().p(context)[std::size_t(record.token)];
}

void Round::replaceQ()
{
    const Fault* const fault = m_setup.fault();
    if (!fault || !fault->replacesQ())
        return;
    if (m_setup.settings().topTokens > 0)
        m_drawnFrom = m_tree.q;
    int before = -2;
    for (const DraftTree::Node& node : m_tree.nodes) { // siblings are neighbours
        if (node.parent == before)
            continue;
        before = node.parent;
        const auto context = std::size_t(node.parent + 1);
        if (fault->samplerOfQ)
            distributionOf(m_tree.logits[context], fault->samplerOfQ(m_record.sampler),
                           m_setup.target().tokenizerSize(), m_tree.q[context]);
        if (fault->changesQ)
            fault->changesQ(m_tree.q[context]);
    }
}

ContextRecorder::View Round::view(const Verifier& rule) const
{
    return {m_record, m_tree, rule, m_judging.get(), terms().tellsAll() ? nullptr : &m_partly, m_drawnFrom};
}

void Round::noteVerified(double ms, const Progress& progress)
{
    verifyUndisturbed(progress);
    m_record.times.verify = ms;
    Stopwatch watch;
    beginJudging();
    if (m_setup.learning())
        recordLikeliest(m_setup, int(m_tree.nodes.size()) + 1, m_record);
    const Target& target = m_setup.target();
    const bool tellsAll = terms().tellsAll();
    for (std::size_t n = 0; n < m_record.nodes.size(); ++n) {
        NodeRecord& node = m_record.nodes[n];
        if (tellsAll ? target.isSampled(node.parent + 1) : target.isVerified(node.parent + 1))
            node.p = pOfNode(int(n));
        node.targetSlot = target.shownSlotOf(int(n));
    }
    note({MomentKind::verify, -1});
    m_contexts.recordNewest(view(terms().verifier()), m_record.contexts);
    m_record.times.sample += watch.lap();
}

bool Round::judge()
{
    Stopwatch watch;
    const auto judgement = m_judging->next();
    if (!judgement)
        return false;
    NodeRecord& node = m_record.nodes[std::size_t(judgement->node)];
    const ForcedVerdict wish = forcedVerdict(judgement->node);
    node.p = pOfNode(judgement->node);
    node.acceptance = judgement->acceptance;
    node.u = judgement->u;
    node.verdict = judgement->verdict;
    if (node.verdict == Verdict::accepted) // a rule that looks at the end first brings along what is before it
        for (int above = node.parent; above >= 0; above = m_record.nodes[std::size_t(above)].parent)
            m_record.nodes[std::size_t(above)].verdict = Verdict::accepted;
    if (wish.u) {
        node.forcedU = true;
        m_record.overrides.push_back({OverrideRecord::Kind::u, judgement->node, *wish.u});
    }
    if (wish.accepted) {
        node.forcedVerdict = true;
        m_record.overrides.push_back({OverrideRecord::Kind::verdict, judgement->node, *wish.accepted ? 1.0 : 0.0});
    }
    note({MomentKind::judge, judgement->node});
    m_record.times.sample += watch.lap();
    return true;
}

MomentKind Round::momentOfDraw(TokenSource source)
{
    return source == TokenSource::residual ? MomentKind::residual
        : source == TokenSource::bonus     ? MomentKind::bonus
                                           : MomentKind::plain;
}

void Round::draw()
{
    Stopwatch watch;
    const Draw drawn = m_judging->draw();
    m_record.draw = DrawRecord{drawn.token, drawn.source, drawn.context, drawn.u};
    m_contexts.recordDrawn(view(terms().verifier()), m_record.contexts);
    note({momentOfDraw(drawn.source), -1});
    m_record.times.sample += watch.lap();
}

void Round::commitText()
{
    const std::vector<int> path = m_tree.pathTo(m_record.acceptedEnd());
    const auto room = std::size_t(m_setup.settings().maxTokens - generatedCount());
    const auto add = [&](TokenId token, TokenSource source, int node) {
        if (m_record.endOfText || m_record.committed.size() >= room)
            return;
        m_record.committed.push_back({token, source, node});
        m_record.endOfText = m_setup.pair().target->isEndOfText(token);
    };
    for (const int node : path)
        add(m_record.nodes[std::size_t(node)].token, TokenSource::accepted, node);
    if (m_record.draw)
        add(m_record.draw->token, m_record.draw->source, -1);

    learnFrom(m_setup, m_text.tokens(), m_record);
    for (const CommittedToken& committed : m_record.committed)
        m_text.add(committed);
    // The last committed token is the next round's root, so its key and value come with that round's pass.
    const auto kept = std::span(path).first(m_record.committed.size() - 1);
    if (m_setup.fault() && m_setup.fault()->leavesKv())
        m_setup.local()->keepStale(verifiedRoundOf(m_record, *m_setup.fault()).left);
    m_setup.target().commit(kept);
    if (m_setup.undisturbed())
        m_setup.undisturbed()->commit(kept);
    if (m_setup.drafter() && !m_tree.nodes.empty()) {
        Stopwatch watch;
        m_setup.drafter()->begin(m_text.tokens()); // now, so that its slots show what the next round starts with
        if (!m_record.times.draftSteps.empty()) // it may take a pass, for accepted tokens that a draft has not seen yet
            addDraftTime(watch.lap());
    }
}

void Round::finishCommit()
{
    note({MomentKind::commit, -1});
    m_isOpen = false;
    m_inputs.clear();
}

void Round::goBackTo(Before&& before)
{
    m_record = std::move(before.record);
    m_inputs.setChanges(std::move(before.changes));
    m_next = before.next;
    m_isOpen = before.isOpen;
    m_isLive = false;
    if (m_caches)
        m_caches->suspend();
}

void Round::goTo(RoundRecord record, int next, bool isOpen, const Recording& recording, int branch)
{
    m_record = std::move(record);
    m_next = next;
    m_isOpen = isOpen;
    m_isLive = false;
    if (m_caches)
        m_caches->startFrom(cacheAt(recording, {branch, m_record.round, 0}));
}

DistributionRecord Round::distribution(int context, int topTokens, std::vector<TokenId> also)
{
    return m_contexts.record(view(terms().verifier()), context, topTokens, std::move(also));
}

} // namespace draftscope

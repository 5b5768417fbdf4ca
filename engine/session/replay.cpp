// SPDX-License-Identifier: MIT
#include "engine/session/replay.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/core/decode_failure.h"
#include "engine/session/draft_length.h"
#include "engine/session/learned_rounds.h"

namespace draftscope {

void Replay::resume(const Recording& recording, Position at, DecodedText& text, RoundInputs& inputs, Round& round)
{
    std::vector<CommittedToken> before = recording.tokensBefore(at.branch, at.round);
    RoundRecord shown;
    bool isOpen = false;
    int next = at.round;
    std::vector<OverrideRecord> changes;
    const bool isRecorded = at.round < recording.roundCount(at.branch);
    if (isRecorded || at.round > 0) {
        const RoundRecord& recorded = recording.round(at.branch, isRecorded ? at.round : at.round - 1);
        const bool knowsLength = lengthScheduleOf(m_setup.settings()) != LengthSchedule::additive; // else its rounds do
        m_setup.returnTo(recorded.sampler, knowsLength ? recorded.draftLength : 0);
        if (isRecorded && at.moment > 0) {
            shown = atMoment(recorded, at.moment);
            next = at.round + 1;
            isOpen = !shown.isFinished();
            before.insert(before.end(), shown.committed.begin(), shown.committed.end());
        } else if (isRecorded) { // it will be opened again as it was, with its changes of sampler and K
            std::ranges::copy_if(recorded.overrides, std::back_inserter(changes),
                                 [](const OverrideRecord& change) { return change.node < 0; });
        }
    } else {
        m_setup.returnTo(recording.header().sampler, recording.header().draftLength);
    }
    if (at.moment == 0 && at.round > 0)
        shown = recording.round(at.branch, at.round - 1);
    if (m_setup.fault() && m_setup.fault()->leavesKv())
        recallVerified(recording, at, shown);
    learnAgain(m_setup, recording, at, shown);
    text.replaceBy(std::move(before));
    inputs.clear();
    inputs.setChanges(std::move(changes));
    round.goTo(std::move(shown), next, isOpen, recording, at.branch);
}

void Replay::recallVerified(const Recording& recording, Position at, const RoundRecord& shown)
{
    std::vector<VerifiedRound>& rounds = m_toVerifyAgain.emplace();
    for (int r = 0; r < at.round; ++r)
        rounds.push_back(verifiedRoundOf(recording.round(at.branch, r), *m_setup.fault()));
    if (at.moment > 0 && shown.isFinished())
        rounds.push_back(verifiedRoundOf(shown, *m_setup.fault()));
}

void Replay::align(std::span<const TokenId> text, int prefixLength, bool isShown, const Progress& progress)
{
    if (m_toVerifyAgain) {
        LocalTarget& target = *m_setup.local(); // without which there is no such fault
        target.reset();
        for (std::size_t r = 0; r + (isShown ? 1 : 0) < m_toVerifyAgain->size(); ++r) {
            const VerifiedRound& past = (*m_toVerifyAgain)[r];
            const auto before = text.first(std::size_t(past.prefixLength));
            target.align(before, progress);
            target.plan(before.back(), past.prefixLength, past.tree);
            target.verify(progress);
            target.keepStale(past.left);
            target.commit(past.path);
        }
        if (!isShown) // else the next round needs all of them
            m_toVerifyAgain.reset();
    }
    m_setup.target().align(text.first(std::size_t(prefixLength)), progress);
}

void Round::replay(Replay& replay, const Progress& progress)
{
    if (m_isLive)
        return;
    const std::vector<TokenId>& tokens = m_text.tokens();
    if (m_caches && !m_record.moments.empty())
        m_caches->suspend();
    replay.align(tokens, m_record.prefixLength, m_record.isFinished(), progress.saying("The target reads the text"));
    draftAgain(progress);
    if (m_record.isVerified()) {
        m_setup.target().plan(m_record.root, m_record.prefixLength, m_tree, m_record.sideRows);
        m_setup.target().verify(progress);
        verifyUndisturbed(progress);
        judgeAgain();
    }
    m_isLive = true;
    if (m_caches)
        m_caches->catchUp(m_setup.drafter() && (terms().plannedDraftLength() > 0 || !m_record.nodes.empty()));
}

void Round::draftAgain(const Progress& progress)
{
    const auto prefix = std::span<const TokenId>(m_text.tokens()).first(std::size_t(m_record.prefixLength));
    Drafter* const drafter = m_setup.drafter();
    m_copyLength = drafter ? drafter->ownLengthAfter(prefix) : std::nullopt;
    m_judging.reset(); // it refers to the tree
    m_tree.clear();
    m_tree.rule = terms().drawRule();
    m_draftEnded = false;
    if (drafter && (terms().plannedDraftLength() > 0 || !m_record.nodes.empty()))
        drafter->begin(prefix, progress.saying("The draft reads the text"));
    m_tree.keepsContexts = m_setup.settings().topTokens > 0 || (m_setup.fault() && m_setup.fault()->replacesQ());
    m_tree.wantsConfidence = m_record.stopBelow > 0;
    const LevelDraws asRecorded = {
        m_record.sampler,
        [this](int n) { return m_record.nodes[std::size_t(n)].drawU; },
        [this](int n) { return std::optional(m_record.nodes[std::size_t(n)].token); },
    };
    DraftTree recorded;
    for (const NodeRecord& node : m_record.nodes)
        recorded.nodes.push_back({node.token, node.parent, node.depth});
    for (const std::vector<Expansion>& level : levelsOf(recorded)) {
        int children = 0;
        for (const Expansion& expansion : level)
            children += expansion.children;
        if (drafter->addLevel(m_tree, level, asRecorded, progress) != children)
            throw DecodeFailure("The recorded round cannot be drafted again: restart the run.");
    }
    for (std::size_t n = 0; n < m_tree.nodes.size(); ++n)
        m_tree.nodes[n].pruned = m_record.nodes[n].pruned;
}

void Round::judgeAgain()
{
    beginJudging();
    const bool mayDiffer = terms().verifier().decidesAtOnce(); // from what it said before a node to come was forced
    for (const Moment& moment : m_record.moments)
        if (moment.kind == MomentKind::judge)
            if (const auto judgement = m_judging->next(); judgement && mayDiffer)
                m_record.nodes[std::size_t(judgement->node)].verdict = judgement->verdict;
}

void Round::judgeAnew()
{
    if (m_isOpen && m_record.isVerified() && !isDecided() && terms().verifier().decidesAtOnce())
        m_isLive = false;
}

/// A judged node is judged again as it was; one to come as a person wants it.
ForcedVerdict Round::forcedVerdict(int node) const
{
    ForcedVerdict verdict;
    const NodeRecord& record = m_record.nodes[std::size_t(node)];
    if (record.verdict != Verdict::notJudged) {
        if (record.forcedU)
            verdict.u = record.u;
        verdict.accepted = m_record.wantedVerdict(node);
    } else {
        verdict = m_inputs.verdict(node);
    }
    return verdict;
}

} // namespace draftscope

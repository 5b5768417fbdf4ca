// SPDX-License-Identifier: MIT
#include "engine/session/round_passes.h"

#include <algorithm>
#include <array>

#include "engine/core/stopwatch.h"
#include "engine/session/batch_columns.h"

namespace draftscope {

void RoundPasses::begin(DecodeSequence& sequence, const Progress& progress)
{
    sequence.setup().target().watch(progress);
    sequence.round().open();
    sequence.round().replay(sequence.replay(), progress);
}

Moment RoundPasses::advance(DecodeSequence& sequence, const Progress& progress)
{
    Round& round = sequence.round();
    begin(sequence, progress);
    if (!round.record().isVerified()) {
        const std::array one = {&sequence};
        if (!draftLevel(one, true, progress))
            verify(one, progress);
    } else if (!round.isDecided()) {
        if (!round.judge())
            round.draw();
    } else {
        round.commitText();
        round.finishCommit();
    }
    return round.record().moments.back();
}

void RoundPasses::finishRounds(Sequences sequences, BatchColumns* columns, const Progress& progress)
{
    std::vector<DecodeSequence*> unverified;
    for (DecodeSequence* const sequence : sequences) {
        begin(*sequence, progress);
        if (!sequence->round().record().isVerified())
            unverified.push_back(sequence);
    }
    if (!unverified.empty()) {
        while (draftLevel(unverified, false, progress)) {}
        verify(unverified, progress);
    }
    for (DecodeSequence* const sequence : sequences) {
        Round& round = sequence->round();
        while (!round.isDecided())
            if (!round.judge())
                round.draw();
        round.commitText();
    }
    if (columns)
        columns->finish(sequences, m_merged);
    for (DecodeSequence* const sequence : sequences)
        sequence->round().finishCommit();
}

bool RoundPasses::draftLevel(Sequences sequences, bool isWatched, const Progress& progress)
{
    std::vector<Drafting> drafting;
    for (DecodeSequence* const sequence : sequences) // one that drafts no more waits for the others
        if (std::vector<Expansion> level = sequence->round().nextLevel(); !level.empty())
            drafting.push_back({sequence, std::move(level), sequence->setup().drafter()->asPassDrafter()});
    Stopwatch watch;
    m_requests.clear();
    for (Drafting& one : drafting) {
        if (!one.merged)
            continue;
        if (const auto planned = one.merged->planLevel(one.sequence->round().tree(), one.level))
            m_requests.push_back(*planned);
        else
            one.level.clear();
    }
    m_merged.run(m_requests, progress);
    const double passMs = watch.lap();
    bool drafted = false;
    for (Drafting& one : drafting) {
        Round& round = one.sequence->round();
        const int first = int(round.tree().nodes.size());
        if (!one.merged)
            one.sequence->setup().drafter()->addLevel(round.tree(), one.level, round.levelDraws(), progress);
        else if (!one.level.empty())
            one.merged->drawLevel(round.tree(), one.level, round.levelDraws());
        drafted = round.noteLevel(first, (one.merged ? passMs : 0.0) + watch.lap(), isWatched) || drafted;
    }
    return drafted;
}

void RoundPasses::verify(Sequences sequences, const Progress& progress)
{
    Stopwatch watch;
    m_requests.clear();
    const auto mergedTarget = [](const DecodeSequence& sequence) {
        LocalTarget* const local = sequence.setup().local();
        return local && local->verifiesInOnePass() ? local : nullptr; // else its drafter has run some layers of it
    };
    for (DecodeSequence* const sequence : sequences) {
        sequence->round().planVerifyPass();
        if (LocalTarget* const local = mergedTarget(*sequence))
            m_requests.push_back(local->request());
    }
    m_merged.run(m_requests, progress);
    for (DecodeSequence* const sequence : sequences) {
        if (LocalTarget* const local = mergedTarget(*sequence))
            local->verified();
        else
            sequence->setup().target().verify(progress);
    }
    const double passMs = watch.lap(); // without what comes of a fault, which is compared besides
    for (DecodeSequence* const sequence : sequences)
        sequence->round().noteVerified(passMs, progress);
}

} // namespace draftscope

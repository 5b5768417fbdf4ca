// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/moment_name.h"

#include <QCoreApplication>

#include "widgets/words/round_words.h"

namespace draftscope {

namespace {

struct MomentNameWords {
    Q_DECLARE_TR_FUNCTIONS(MomentNameWords)
};

} // namespace

QString nameOfMoment(const Playhead& playhead, Position shared)
{
    const Recordings& all = playhead.recordings();
    const Recording& recording = playhead.recording();
    if (!all.isDecoding(all.currentSequence(), shared)) // it waits, or has ended
        return MomentNameWords::tr("Round %1 of the batch").arg(shared.round + 1);
    const Position at = all.ownOf(all.currentSequence(), shared);
    const bool isRecorded = at.round < recording.roundCount(at.branch) && at.moment > 0
        && at.moment <= int(recording.round(at.branch, at.round).moments.size());
    QString name = MomentNameWords::tr("Before round %1").arg(at.round + 1);
    if (isRecorded) {
        const RoundRecord& round = recording.round(at.branch, at.round);
        const Moment& moment = round.moments[std::size_t(at.moment) - 1];
        const Drafts drafts = playhead.drafts();
        name = MomentNameWords::tr("Round %1 · %2")
                   .arg(at.round + 1)
                   .arg(nameOf(moment, {round.moments.begin(), round.moments.begin() + at.moment}, drafts,
                               nodeName(round, moment, recording, drafts)));
    }
    if (recording.branches().size() > 1)
        name += MomentNameWords::tr(" · branch %1").arg(at.branch);
    return name;
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/decode.h"

#include <utility>

namespace draftscope {

Decode::Decode(SessionThread& thread, QObject* parent) : QObject(parent), m_loader(thread), m_run(thread) {}

bool Decode::hasBranch(int branch) const
{
    return m_run.isThere() && branch >= 0 && branch < int(recording().branches().size());
}

void Decode::take(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    m_run.begin(job, run, setup);
    m_playhead.rewind();
}

void Decode::take(const Job& job, const std::shared_ptr<LoadedTrace>& trace, const RunSetup& setup)
{
    m_run.begin(job, std::move(*trace), setup);
    m_playhead.rewind();
}

} // namespace draftscope

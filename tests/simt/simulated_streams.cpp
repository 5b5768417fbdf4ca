// SPDX-License-Identifier: MIT
#include "tests/simt/simulated_streams.h"

namespace draftscope::cuda::runtime {

void StreamState::add(Work work, bool lazy, std::shared_ptr<Mark> mark)
{
    if (capture) {
        capture->nodes.push_back(std::move(work));
        if (capture->origin != this) {
            Capture::Member& member = capture->members[this];
            member.last = capture->nodes.size();
            member.isJoined = false;
        }
    } else if (lazy) {
        pending.push_back({std::move(work), std::move(mark)});
    } else {
        work();
    }
}

void StreamState::doNext()
{
    const Work work = std::move(pending.front().work);
    pending.pop_front();
    try {
        work();
    } catch (...) { // a device that failed does nothing more
        for (const Pending& dropped : pending)
            if (dropped.mark)
                dropped.mark->done = true;
        pending.clear();
        throw;
    }
}

void StreamState::drain(const Mark* until)
{
    while (!pending.empty() && !(until && until->done))
        doNext();
}

} // namespace draftscope::cuda::runtime

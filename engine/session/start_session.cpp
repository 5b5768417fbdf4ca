// SPDX-License-Identifier: MIT
#include "engine/session/start_session.h"

namespace draftscope {

Result<StartedSession> startSession(const Pair& pair, const SessionSettings& settings, const std::string& prompt,
                                    Backends& backends, const Progress& progress)
{
    const auto passes = passesFor(pair, settings, prompt);
    if (!passes)
        return tl::unexpected(passes.error());
    auto chosen = backends.choose(*passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    auto session = Session::create(pair, settings, prompt, chosen->backend, progress);
    if (!session && chosen->backend->name() != "cpu" && !progress.isCancelled()) {
        chosen = backends.chooseAgain(*passes, session.error());
        if (!chosen)
            return tl::unexpected(chosen.error());
        session = Session::create(pair, settings, prompt, chosen->backend, progress);
    }
    if (!session)
        return tl::unexpected(session.error());
    return StartedSession{std::move(*session), std::move(*chosen)};
}

} // namespace draftscope

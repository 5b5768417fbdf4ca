// SPDX-License-Identifier: MIT
#include "engine/session/start_session.h"

#include <algorithm>

#include "engine/session/tree_size.h"

namespace draftscope {

Result<std::unique_ptr<Session>> createSized(const Pair& pair, const SessionSettings& settings,
                                             const std::string& prompt, const std::shared_ptr<Backend>& backend,
                                             const Progress& progress)
{
    const auto sized = withTreeSize(pair, settings, backend, 1, progress);
    if (!sized)
        return tl::unexpected(sized.error());
    return Session::create(pair, *sized, prompt, backend, progress);
}

Result<std::unique_ptr<BatchSession>> createSizedBatch(const Pair& pair, const SessionSettings& settings,
                                                       const std::vector<BatchText>& texts, const BatchSettings& batch,
                                                       const std::shared_ptr<Backend>& backend,
                                                       const Progress& progress)
{
    const int together = std::clamp(batch.size, 1, std::max(1, int(texts.size())));
    const auto sized = withTreeSize(pair, settings, backend, together, progress);
    if (!sized)
        return tl::unexpected(sized.error());
    return BatchSession::create(pair, *sized, texts, batch, backend, progress);
}

Result<StartedSession> startSession(const Pair& pair, const SessionSettings& settings, const std::string& prompt,
                                    Backends& backends, const Progress& progress)
{
    const auto passes = passesFor(pair, settings, prompt);
    if (!passes)
        return tl::unexpected(passes.error());
    auto chosen = backends.choose(*passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    auto session = createSized(pair, settings, prompt, chosen->backend, progress);
    if (!session && chosen->backend->name() != "cpu" && !progress.isCancelled()) {
        chosen = backends.chooseAgain(*passes, session.error());
        if (!chosen)
            return tl::unexpected(chosen.error());
        session = createSized(pair, settings, prompt, chosen->backend, progress);
    }
    if (!session)
        return tl::unexpected(session.error());
    return StartedSession{std::move(*session), std::move(*chosen)};
}

} // namespace draftscope

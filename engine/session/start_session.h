// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/backend/backends.h"
#include "engine/session/batch_session.h"
#include "engine/session/session.h"

namespace draftscope {

/// A session that is ready to decode, and the backend that it runs on.
struct StartedSession {
    std::unique_ptr<Session> session;
    ChosenBackend on;
};

/// Session::create() with trees of the size that is worth most on that backend, where the settings leave it to the
/// machine (withTreeSize()).
[[nodiscard]] Result<std::unique_ptr<Session>> createSized(const Pair& pair, const SessionSettings& settings,
                                                           const std::string& prompt,
                                                           const std::shared_ptr<Backend>& backend,
                                                           const Progress& progress = {});
/// The same of BatchSession::create(): all sequences share each pass.
[[nodiscard]] Result<std::unique_ptr<BatchSession>> createSizedBatch(const Pair& pair, const SessionSettings& settings,
                                                                     const std::vector<BatchText>& texts,
                                                                     const BatchSettings& batch,
                                                                     const std::shared_ptr<Backend>& backend,
                                                                     const Progress& progress = {});

/// Chooses a backend (Backends::choose()) and creates a session on it. Where the choice is automatic and the session
/// cannot be created on the device, it is created on the CPU instead, and ChosenBackend::reason says why. Errors: those
/// of Backends::choose() and of Session::create().
[[nodiscard]] Result<StartedSession> startSession(const Pair& pair, const SessionSettings& settings,
                                                  const std::string& prompt, Backends& backends,
                                                  const Progress& progress = {});

} // namespace draftscope

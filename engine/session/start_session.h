// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/backend/backends.h"
#include "engine/session/session.h"

namespace draftscope {

/// A session that is ready to decode, and the backend that it runs on.
struct StartedSession {
    std::unique_ptr<Session> session;
    ChosenBackend on;
};

/// Chooses a backend (Backends::choose()) and creates a session on it. Where the choice is automatic and the session
/// cannot be created on the device, it is created on the CPU instead, and ChosenBackend::reason says why. Errors: those of
/// Backends::choose() and of Session::create().
[[nodiscard]] Result<StartedSession> startSession(const Pair& pair, const SessionSettings& settings,
                                                  const std::string& prompt, Backends& backends,
                                                  const Progress& progress = {});

} // namespace draftscope

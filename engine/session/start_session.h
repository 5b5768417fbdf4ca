// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "engine/backend/backends.h"
#include "engine/session/session.h"

namespace draftscope {

/// A session that is ready, and what it runs on.
struct StartedSession {
    std::unique_ptr<Session> session;
    ChosenBackend on;
};

/// Session::create() on the backend that `backends` chooses for it. Errors: as there, and those of the choice; a device
/// that has too little memory, or fails before anything was decoded, is none where the choice is automatic: it is the
/// CPU then, and the reason says why.
[[nodiscard]] Result<StartedSession> startSession(const Pair& pair, const SessionSettings& settings,
                                                  const std::string& prompt, Backends& backends,
                                                  const Progress& progress = {});

} // namespace draftscope

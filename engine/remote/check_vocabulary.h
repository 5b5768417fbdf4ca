// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include "engine/remote/remote_server.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// Whether the server's ids stand for the texts that they stand for here, and a prompt is split alike there. The Error
/// names two that differ. Throws TargetUnavailable and Cancelled.
[[nodiscard]] Result<void> checkVocabulary(RemoteServer& server, const Tokenizer& tokenizer, const std::string& owner,
                                           const Progress& progress);

} // namespace draftscope

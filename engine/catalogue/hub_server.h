// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "engine/core/error.h"
#include "engine/core/http_client.h"
#include "engine/core/progress.h"

namespace draftscope {

/// The Hugging Face Hub, or a server that answers as it does.
struct HubServer {
    std::string address = "https://huggingface.co"; ///< without a slash at its end
    std::string token = {};                         ///< of a user; empty: asks as anybody
    std::string tokenPlace = "HF_TOKEN";            ///< where that is: a variable or a file
    std::chrono::milliseconds pause{1000};          ///< before it is asked once more; each time twice as long
};

/// What HF_ENDPOINT, HF_TOKEN and the others of hub_places.h say, and the token of a user who has logged in
/// (HF_TOKEN_PATH). Error: HF_ENDPOINT is no address, the token is none, or HF_HUB_OFFLINE says that nothing may be
/// fetched.
[[nodiscard]] Result<HubServer> defaultHubServer();

/// Who takes an answer, if need be in several pieces.
struct HubReceiver {
    std::function<std::uint64_t()> from;              ///< the first byte that is still wanted
    std::function<Result<void>(std::uint64_t)> begin; ///< what comes now begins there
    /// Before begin(), which takes back what is there: why this answer is none, if so. May be left out.
    std::function<Result<void>(const HttpHead&)> check = {};
    std::function<Result<void>(std::span<const std::byte>)> take; ///< the next bytes
    std::function<bool()> isWhole;                                ///< asked when the answer has ended
};

/// "The server HOST sends 20 bytes where ..." and so on: what came is not what was asked for, and nothing of it is
/// kept.
[[nodiscard]] tl::unexpected<Error> anotherAnswer(const HubServer& server, const Message& what, const Message& came);

/// Asks for `path` ("/api/models/OWNER/NAME"), `what` it is in sentences ("config.json of OWNER/NAME"). A server that
/// is busy or broken (429, 5xx) or that closes early is asked a few times more, after a pause; where an answer got
/// further in between, as many tries follow again. An answer that has ended, and was not cut off, before it is whole
/// was another one: begin(0) takes it back. Errors: cancelled, the receiver's, and a sentence each for whatever may be
/// wrong with network and server.
[[nodiscard]] Result<void> askHub(const HubServer& server, const std::string& path, const Message& what,
                                  const HubReceiver& receiver, const Progress& progress);

} // namespace draftscope

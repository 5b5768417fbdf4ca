// SPDX-License-Identifier: MIT
// How the address of a server is written where a model's name could stand.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// "http://127.0.0.1:8080#probabilities=20&silence=60&kind=vllm": an address with what is wanted of it behind a '#',
/// which is never sent. So it goes wherever a model's name goes: command lines, lanes, traces, recent files.
struct ServerSpec {
    static constexpr int automatic = -1, allOfThem = 0;
    static constexpr int mostProbabilities = 1'000'000; ///< no vocabulary has more tokens
    std::string url;               ///< without a slash at its end and without what stands behind '#'
    int probabilities = automatic; ///< likeliest tokens to ask for behind a text; allOfThem; automatic
    std::chrono::seconds silence{120};
    std::string kind; ///< one of serverKinds(); empty: found out
    friend bool operator==(const ServerSpec&, const ServerSpec&) = default;
};

/// Errors: no address, a key in it, what is behind '#'.
[[nodiscard]] Result<ServerSpec> readServerSpec(std::string_view written);
/// As readServerSpec() reads it; what is as usual is left out.
[[nodiscard]] std::string written(const ServerSpec& spec);

} // namespace draftscope

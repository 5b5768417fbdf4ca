// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "engine/backend/backends.h"
#include "engine/trace/json_line.h"

namespace draftscope {

/// What runs, why, and what memory it takes, a line each: "CPU · AVX-512 · 2 threads", "There is no CUDA device in this
/// machine.", "tales-6m needs 24.7 MB of 3.10 GB free in this machine." `backend` is a pass's backendName().
[[nodiscard]] std::string whatRuns(std::string_view backend, const ChosenBackend& chosen);

/// The same as fields of the open object: backend, backend_reason ("" where there is none) and memory.
void addWhatRuns(JsonLine& line, std::string_view backend, const ChosenBackend& chosen);

} // namespace draftscope

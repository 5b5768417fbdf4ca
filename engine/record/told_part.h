// SPDX-License-Identifier: MIT
#pragma once

#include "engine/record/records.h"

namespace draftscope {

/// Whether what a round's contexts have of p beyond the listed tokens is not known: its target is behind a server that
/// was asked for the likeliest tokens only, as the address in the trace says, and the sampler needs more than these.
[[nodiscard]] bool isTailUnknown(const TraceHeader& header, const SamplerSettings& sampler);

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope {

/// How a drafter chose the children of a node. A verifier is valid for some of these and refuses the others.
enum class DrawRule : unsigned char { independent, withoutReplacement, deterministic };

} // namespace draftscope

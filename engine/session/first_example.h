// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/session/session.h"

namespace draftscope {

/// What the program decodes with the embedded pair where a person has said nothing: the window at its first start, and
/// `draftscope-cli generate` without a prompt. Its first round accepts three drafts and rejects the fourth with a
/// residual of 0.83 of p, and the text is a whole story.
struct FirstExample {
    std::string prompt;       ///< the first of embeddedPrompts(); without these the beginning of any story
    SessionSettings settings; ///< default but for K, temperature and seed
};
[[nodiscard]] FirstExample firstExample();

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace draftscope {

struct PromptChoice {
    QString title, text;
};

/// The prompts that come with the program, beside its models; none where they are missing.
[[nodiscard]] std::vector<PromptChoice> promptLibrary();

} // namespace draftscope

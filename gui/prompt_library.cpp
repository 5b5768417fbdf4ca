// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/prompt_library.h"

#include "engine/model/prompts.h"

namespace draftscope {

std::vector<PromptChoice> promptLibrary()
{
    const auto prompts = embeddedPrompts();
    if (!prompts)
        return {};
    std::vector<PromptChoice> choices;
    for (const Prompt& prompt : *prompts)
        choices.push_back({QString::fromStdString(prompt.title), QString::fromStdString(prompt.text)});
    return choices;
}

} // namespace draftscope

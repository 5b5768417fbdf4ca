// SPDX-License-Identifier: MIT
#include "engine/session/first_example.h"

#include "engine/catalogue/prompts.h"

namespace draftscope {

FirstExample firstExample()
{
    FirstExample example;
    const auto prompts = embeddedPrompts();
    example.prompt = prompts && !prompts->empty() ? prompts->front().text : "Once upon a time";
    example.settings.draftLength = 5;
    example.settings.sampler.temperature = 0.8;
    example.settings.seed = 6;
    return example;
}

} // namespace draftscope

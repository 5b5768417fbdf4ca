// SPDX-License-Identifier: MIT
#include "engine/session/copy_first.h"

#include <utility>

#include "engine/session/shapes.h"
#include "engine/speculation/copy_first_drafter.h"

namespace draftscope {
namespace {

constexpr int shortestMatch = 3; ///< tokens, as the suffix automaton usually has it

} // namespace

MethodOption copyFirstOption()
{
    return {copyFirstName,
            "Copy first",
            "Where the last 3 tokens or more occur earlier in the text, what followed there is proposed instead of the "
            "method's own drafts: as many tokens as match, at most this many; 0 is off",
            0,
            maxDraftLength,
            0};
}

int copyFirstOf(const SessionSettings& settings)
{
    return optionFor(settings, copyFirstName) ? optionOf(settings, copyFirstName) : 0;
}

std::unique_ptr<Drafter> copyingFirst(const DrafterParts& parts, std::unique_ptr<Drafter> drafter)
{
    const int length = copyFirstOf(parts.settings);
    if (length == 0)
        return drafter;
    return std::make_unique<CopyFirstDrafter>(std::move(drafter), shortestMatch, length,
                                              parts.pair.target->config.vocabularySize);
}

} // namespace draftscope

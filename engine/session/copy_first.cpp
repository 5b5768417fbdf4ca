// SPDX-License-Identifier: MIT
#include "engine/session/copy_first.h"

#include <utility>

#include "engine/session/draft_length.h"
#include "engine/speculation/copy_first_drafter.h"

namespace draftscope {
namespace {

constexpr std::string_view optionName = "copy-first";
constexpr int shortestMatch = 3; ///< tokens, as the suffix automaton usually has it

/// Where there are copies in front of drafts; of merged drafts the second one may go first.
bool beginsWithACopy(const RoundRecord& round)
{
    return !round.nodes.empty() && round.nodes.front().draft == CopyFirstDrafter::copyDraft;
}

} // namespace

MethodOption copyFirstOption()
{
    return {optionName,
            "Copy first",
            "Where the last 3 tokens or more stand earlier in the text, as many that followed there are proposed in "
            "place of the method's own drafts, but at most so many; 0 is off",
            0,
            maxDraftLength,
            0};
}

int copyFirstOf(const SessionSettings& settings)
{
    return optionFor(settings, optionName) ? optionOf(settings, optionName) : 0;
}

Result<void> checkCopyFirst(const SessionSettings& settings)
{
    if (copyFirstOf(settings) > 0 && lengthScheduleOf(settings) == LengthSchedule::additive)
        return fail(
            "Copies (copy-first) have a length of their own, which the additive schedule (length-schedule 1) would "
            "go on from: choose copy-first 0 or another schedule.");
    return {};
}

std::unique_ptr<Drafter> copyingFirst(const DrafterParts& parts, std::unique_ptr<Drafter> drafter)
{
    const int length = copyFirstOf(parts.settings);
    if (length == 0)
        return drafter;
    return std::make_unique<CopyFirstDrafter>(std::move(drafter), shortestMatch, length,
                                              parts.pair.target->config.vocabularySize);
}

bool isCopy(const RoundRecord& round, const SessionSettings& settings)
{
    return copyFirstOf(settings) > 0 && beginsWithACopy(round);
}

bool isCopy(const RoundRecord& round, const TraceHeader& header)
{
    const auto option = header.options.find(std::string(optionName));
    return option != header.options.end() && option->second > 0 && beginsWithACopy(round);
}

} // namespace draftscope

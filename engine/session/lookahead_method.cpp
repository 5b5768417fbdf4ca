// SPDX-License-Identifier: MIT
// Lookahead decoding: guesses beside the drafts in the target's pass (Jacobi) fill a pool of n-grams.
#include "engine/session/method_table.h"
#include "engine/session/shapes.h"
#include "engine/speculation/lookahead_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeLookaheadDrafter(const DrafterParts& parts, const Progress&)
{
    if (const auto local = localTargetOf(parts); !local) // it learns from the logits of rows beside the tree
        return tl::unexpected(local.error());
    const LookaheadDrafter::Sizes sizes = {optionOf(parts.settings, "lookahead-window"),
                                           optionOf(parts.settings, "lookahead-ngram"),
                                           optionOf(parts.settings, "lookahead-guesses")};
    return std::make_unique<LookaheadDrafter>(sizes, parts.pair.target->config.vocabularySize);
}

int lookaheadRows(const SessionSettings& settings)
{
    return LookaheadWindow::rowCount(optionOf(settings, "lookahead-window"), optionOf(settings, "lookahead-ngram") - 1);
}

Result<void> checkLookahead(const SessionSettings& settings)
{
    const int rows = lookaheadRows(settings);
    if (rows + settings.draftLength > maxDraftNodes)
        return fail("The lookahead branch of {} columns and {}-grams is {} rows and K is {}, and a pass of the target "
                    "takes {} rows beside the root: choose fewer columns, shorter n-grams or a smaller K.",
                    optionOf(settings, "lookahead-window"), optionOf(settings, "lookahead-ngram"), rows,
                    settings.draftLength, maxDraftNodes);
    return {};
}

} // namespace

Method lookaheadMethod()
{
    return {
        .name = "lookahead",
        .title = "Lookahead (Jacobi)",
        .paper = "Santilli et al., arXiv 2305.10427; Fu et al., arXiv 2402.02057",
        .rules = {DrawRule::deterministic},
        .mergesChains = true,
        .options = {{"lookahead-window", "Window (W)",
                     "Columns of guesses that the target's pass takes beside the drafts, N - 1 rows each; 0 is none", 0,
                     32, 1},
                    {"lookahead-ngram", "N-gram (N)",
                     "Tokens of the n-grams in the pool, the last of which is drafted behind the others", 2, 9, 4},
                    {"lookahead-guesses", "Guesses (G)",
                     "N-grams of the pool that a tree drafts at most; a chain drafts the newest one", 1, 16, 4}},
        .makeDrafter = &makeLookaheadDrafter,
        .sideRowCount = &lookaheadRows,
        .checkOptions = &checkLookahead};
}

} // namespace draftscope

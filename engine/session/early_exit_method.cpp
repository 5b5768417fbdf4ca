// SPDX-License-Identifier: MIT
// Self-speculative decoding: the target drafts with its first layers, and its own norm and head behind them.
#include "engine/session/method_table.h"
#include "engine/speculation/self_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeEarlyExitDrafter(const DrafterParts& parts, const Progress&)
{
    const Model& target = *parts.pair.target;
    const int wanted = optionOf(parts.settings, "exit-layer"), layers = target.config.layerCount;
    if (wanted > layers)
        return fail("The exit layer is {} and {} has {} layers: choose a smaller one.", wanted, target.name, layers);
    const int exit = wanted > 0 ? wanted : std::max(1, layers / 3);
    const auto local = localTargetOf(parts);
    if (!local)
        return tl::unexpected(local.error());
    return std::make_unique<SelfDrafter>(**local, PassPart{.endLayer = exit});
}

} // namespace

Method earlyExitMethod()
{
    return {.name = "early-exit",
            .title = "Early exit",
            .paper = "Elhoushi et al., arXiv 2404.16710",
            .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
            .growsTrees = true,
            .draftsWithTarget = true,
            .options = {{"exit-layer", "Exit layer",
                         "Layers that draft, before the target's own norm and head; 0 is a third of the target's", 0,
                         255, 0}},
            .makeDrafter = &makeEarlyExitDrafter};
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Self-speculative decoding: the target drafts without some of its sublayers.
#include "engine/model/skipped_sublayers.h"
#include "engine/session/method_table.h"
#include "engine/speculation/self_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<Drafter>> makeLayerSkippingDrafter(const DrafterParts& parts, const Progress&)
{
    const Model& target = *parts.pair.target;
    const std::string file = fileOf(parts.settings, "skip");
    auto skipped = file.empty() ? Result<SkippedSublayers>(defaultSkippedSublayers(target.config.layerCount))
                                : readSkippedSublayers(file, target.config.layerCount, target.name);
    if (!skipped)
        return tl::unexpected(skipped.error());
    const auto local = localTargetOf(parts);
    if (!local)
        return tl::unexpected(local.error());
    return std::make_unique<SelfDrafter>(**local, skipped->part());
}

} // namespace

Method layerSkippingMethod()
{
    return {
        .name = "layer-skipping",
        .title = "Layer skipping",
        .paper = "Zhang et al., arXiv 2309.08168",
        .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
        .growsTrees = true,
        .draftsWithTarget = true,
        .files =
            {{"skip", "Skipped sublayers",
              "The sublayers that drafting leaves out, as draftscope-cli search-skip finds them; without it both of "
              "every second layer"}},
        .makeDrafter = &makeLayerSkippingDrafter};
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/session/head_methods.h"

#include <cassert>
#include <utility>

#include "engine/model/embedded.h"
#include "engine/speculation/eagle_drafter.h"
#include "engine/speculation/medusa_drafter.h"

namespace draftscope {
namespace {

const Method& methodWith(DraftHeadKind kind)
{
    for (const Method& method : allMethods())
        if (method.head == kind)
            return method;
    assert(false);
    return allMethods().front();
}

std::vector<PlannedPass> passesOf(const DraftHead& head, const SessionSettings& settings, int slotCount)
{
    std::vector<PlannedPass> passes;
    for (const auto& model : head.models) // Medusa's have no cache, and one slot that nobody looks at
        passes.push_back({model, head.kind == DraftHeadKind::medusa ? 1 : draftSlotCount(*model, slotCount, settings)});
    return passes;
}

Result<std::unique_ptr<Drafter>> makeHeadDrafter(const DrafterParts& parts, const Progress& progress)
{
    auto head = openHead(*parts.pair.target, parts.settings);
    if (!head)
        return tl::unexpected(head.error());
    std::vector<std::unique_ptr<ForwardPass>> passes;
    for (const PlannedPass& planned : passesOf(**head, parts.settings, parts.slotCount)) {
        if (const auto read = readWeights(*planned.model, progress); !read)
            return tl::unexpected(read.error());
        auto pass = parts.backend.makePass(planned.model, planned.slotCount, progress);
        if (!pass)
            return tl::unexpected(pass.error());
        passes.push_back(std::move(*pass));
    }
    if ((*head)->kind == DraftHeadKind::medusa)
        return std::make_unique<MedusaDrafter>(**head, std::move(passes), parts.target);
    return std::make_unique<EagleDrafter>(std::move(*head), std::move(passes.front()), parts.target);
}

Method headMethod(DraftHeadKind kind, std::string_view name, std::string_view paper, std::string_view explanation)
{
    return {.name = name,
            .title = nameOf(kind),
            .paper = paper,
            .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
            .growsTrees = true,
            .files = {{.name = "head", .title = "Head", .explanation = explanation, .isDirectory = true}},
            .head = kind,
            .makeDrafter = &makeHeadDrafter};
}

} // namespace

Method medusaMethod()
{
    return headMethod(DraftHeadKind::medusa, "medusa", "Cai et al., arXiv 2401.10774",
                      "The directory of Medusa heads; the embedded target has some of its own");
}

Method eagleMethod()
{
    return headMethod(DraftHeadKind::eagle, "eagle", "Li et al., arXiv 2401.15077, 2406.16858",
                      "The directory of an EAGLE or EAGLE-2 head; the embedded target has one of its own");
}

Method eagle3Method()
{
    return headMethod(DraftHeadKind::eagle3, "eagle3", "Li et al., arXiv 2503.01840",
                      "The directory of an EAGLE-3 head; the embedded target has one of its own");
}

Result<std::shared_ptr<const DraftHead>> openHead(const Model& target, const SessionSettings& settings)
{
    const Method& method = **methodNamed(settings.method);
    assert(method.head);
    const std::filesystem::path path = resolveHead(fileOf(settings, "head"), method.name, target.path);
    if (path.empty())
        return fail("The method {} needs a head that was trained for {}: choose its directory, or another method.",
                    method.name, target.name);
    auto head = openDraftHead(path, target);
    if (head && (*head)->kind != *method.head)
        return fail("{} is the directory of a head of the kind {}: choose the method {} for it, or another directory.",
                    path.string(), nameOf((*head)->kind), methodWith((*head)->kind).name);
    return head;
}

Result<std::vector<PlannedPass>> headPasses(const Model& target, const SessionSettings& settings, int slotCount)
{
    const auto head = openHead(target, settings);
    if (!head)
        return tl::unexpected(head.error());
    return passesOf(**head, settings, slotCount);
}

} // namespace draftscope

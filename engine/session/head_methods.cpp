// SPDX-License-Identifier: MIT
#include "engine/session/head_methods.h"

#include <cassert>

#include "engine/catalogue/embedded.h"
#include "engine/session/copy_first.h"
#include "engine/session/method_table.h"
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

Result<std::unique_ptr<Drafter>> makeHeadDrafter(const DrafterParts& parts, const Progress&)
{
    const std::shared_ptr<const DraftHead>& head = parts.data.head;
    assert(head && parts.heads.size() == head->models.size());
    const auto local = localTargetOf(parts);
    if (!local)
        return tl::unexpected(local.error());
    if (head->kind == DraftHeadKind::medusa)
        return copyingFirst(parts, std::make_unique<MedusaDrafter>(*head, parts.heads, **local));
    return copyingFirst(parts, std::make_unique<EagleDrafter>(head, parts.heads.front(), **local));
}

Method headMethod(DraftHeadKind kind, std::string_view name, std::string_view paper, std::string_view explanation)
{
    return {.name = name,
            .title = nameOf(kind),
            .paper = paper,
            .rules = {DrawRule::independent, DrawRule::withoutReplacement, DrawRule::deterministic},
            .growsTrees = true,
            .options = {copyFirstOption()},
            .files = {{.name = "head", .title = "Head", .explanation = explanation, .isModel = true}},
            .head = kind,
            .makeDrafter = &makeHeadDrafter};
}

} // namespace

Method medusaMethod()
{
    return headMethod(DraftHeadKind::medusa, "medusa", "Cai et al., arXiv 2401.10774",
                      "The directory of Medusa heads; the embedded target has some of its own");
}

/// EAGLE-1 and EAGLE-2, whose heads are the same.
Method eagleMethod()
{
    return headMethod(
        DraftHeadKind::eagle, "eagle", "Li et al., arXiv 2401.15077, 2406.16858",
        "The directory of an EAGLE or EAGLE-2 head, or its GGUF file; the embedded target has one of its own");
}

Method eagle3Method()
{
    return headMethod(DraftHeadKind::eagle3, "eagle3", "Li et al., arXiv 2503.01840",
                      "The directory of an EAGLE-3 head, or its GGUF file; the embedded target has one of "
                      "its own");
}

Result<std::shared_ptr<const DraftHead>> openHead(const Model& target, const SessionSettings& settings)
{
    const Method& method = **methodNamed(settings.method);
    if (!method.head)
        return nullptr;
    const std::filesystem::path path =
        resolveHead(fileOf(settings, "head"), method.name, target.path, target.record.hash);
    if (path.empty())
        return fail(
            "The method {} needs a head that was trained for {}: choose its directory or GGUF file, or another method.",
            method.name, target.name);
    auto head = openDraftHead(path, target);
    if (head && (*head)->kind != *method.head)
        return fail("{} is a head of the kind {}: choose the method {} for it, or another head.", path.string(),
                    nameOf((*head)->kind), methodWith((*head)->kind).name);
    return head;
}

int headSlotCount(const DraftHead& head, int slotCount, const SessionSettings& settings)
{
    if (head.kind == DraftHeadKind::medusa)
        return 1; // they have no cache, and one slot that is never read
    return draftSlotCount(*head.models.front(), slotCount, settings);
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/session/shapes.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "engine/catalogue/embedded.h"
#include "engine/model/round_runner.h"
#include "engine/session/draft_length.h"
#include "engine/session/tree_size.h"
#include "engine/speculation/best_first_shape.h"
#include "engine/speculation/dynamic_shape.h"
#include "engine/speculation/fixed_widths_shape.h"
#include "engine/speculation/merged_drafter.h"

namespace draftscope {
namespace {

Result<std::unique_ptr<DraftShape>> makeChain(const SessionSettings&)
{
    return std::make_unique<ChainShape>();
}

Result<std::unique_ptr<DraftShape>> makeFixedWidths(const SessionSettings& settings)
{
    return std::make_unique<FixedWidthsShape>(
        std::vector<int>{optionOf(settings, "width-1"), optionOf(settings, "width-2"), optionOf(settings, "width-3"),
                         optionOf(settings, "width-rest")});
}

Result<std::unique_ptr<DraftShape>> makeDynamic(const SessionSettings& settings)
{
    const int nodes = optionOf(settings, "tree-nodes");
    return std::make_unique<DynamicShape>(optionOf(settings, "tree-width"), nodes > 0 ? nodes : treeNodesUnmeasured);
}

Result<std::unique_ptr<DraftShape>> makeBestFirst(const SessionSettings& settings)
{
    std::filesystem::path path = fileOf(settings, "ranks");
    if (path.empty()) {
        auto embedded = embeddedRanks(settings.method);
        if (!embedded)
            return tl::unexpected(embedded.error());
        path = std::move(*embedded);
    }
    auto table = readRankTable(path);
    if (!table)
        return tl::unexpected(table.error());
    const int nodes = optionOf(settings, "tree-nodes");
    if (nodes > 0 || table->passes.empty())
        return std::make_unique<BestFirstShape>(std::move(table->acceptance), nodes > 0 ? nodes : treeNodesUnmeasured);
    return std::make_unique<BestFirstShape>(*table, ShapeLimits{maxDraftLength, maxDraftNodes});
}

Result<std::unique_ptr<DraftShape>> makeMergedChains(const SessionSettings&)
{
    return std::make_unique<MergedChainsShape>();
}

Result<void> checkDynamic(const SessionSettings& settings)
{
    const int width = optionOf(settings, "tree-width"), depth = mostDraftLength(settings);
    const int candidates = RoundPlan::Growth::candidates(depth, width);
    if (candidates > RoundPlan::mostCandidates)
        return fail(
            "A dynamic tree {} wide and {} deep drafts {} nodes a round, and {} are allowed: choose a smaller width "
            "or depth.",
            width, depth, candidates, RoundPlan::mostCandidates);
    return {};
}

MethodOption treeLevels()
{
    return {"tree-levels", "Levels", "Levels that are drafted at most; 0 is as many as K", 0, maxDraftLength, 0};
}

std::vector<ShapeKind> makeShapes()
{
    constexpr DrawRule independent = DrawRule::independent, without = DrawRule::withoutReplacement,
                       deterministic = DrawRule::deterministic;
    return {
        {.name = "chain", .title = "Chain", .rules = {independent, deterministic}, .make = &makeChain},
        {.name = "fixed-widths",
         .title = "Fixed widths",
         .paper = "Miao et al., arXiv 2305.09781",
         .rules = {without, independent, deterministic},
         .options = {{"width-1", "Width 1", "Children of the root", 1, 16, 3},
                     {"width-2", "Width 2", "Children of a node of the first level", 1, 16, 2},
                     {"width-3", "Width 3", "Children of a node of the second level", 1, 16, 1},
                     {"width-rest", "Width rest", "Children of a node of later levels", 1, 16, 1}},
         .make = &makeFixedWidths},
        {.name = "best-first",
         .title = "Best first (Sequoia)",
         .paper = "Cai et al., arXiv 2401.10774; Chen et al., arXiv 2402.12374",
         .rules = {without, independent, deterministic},
         .options =
             {{"tree-nodes", "Nodes",
               "Nodes of the largest acceptance along their path; 0 is as many, and as deep, as gain most by the "
               "times that passes take on this machine",
               0, 64, 0},
              treeLevels()},
         .files = {{"ranks", "Ranks",
                    "Acceptance by rank, as draftscope-cli measure-ranks finds it; without it what it found for the "
                    "embedded models"}},
         .make = &makeBestFirst},
        {.name = "dynamic",
         .title = "Dynamic (EAGLE-2)",
         .paper = "Li et al., arXiv 2406.16858",
         .rules = {deterministic},
         .options = {{"tree-width", "Width", "Nodes of a level that get children, and children that each gets", 1, 16,
                      4},
                     {"tree-nodes", "Nodes",
                      "Nodes of the largest q along their path that are verified; 0 is as many as gain most by the "
                      "times that passes take on this machine",
                      0, 64, 0},
                     treeLevels()},
         .make = &makeDynamic,
         .checkOptions = &checkDynamic},
        {.name = "merged-chains",
         .title = "Merged chains",
         .paper = "Miao et al., arXiv 2305.09781",
         .rules = {independent, deterministic},
         .mergesChains = true,
         .make = &makeMergedChains},
    };
}

} // namespace

int fedNodes(const SessionSettings& settings)
{
    if (settings.shape != "dynamic")
        return maxDraftNodes;
    // K may grow in the middle of a run, as far as checkDynamic() lets it.
    const int width = optionOf(settings, "tree-width");
    return width * std::min(maxDraftLength, 1 + (RoundPlan::mostCandidates - width) / (width * width));
}

const MethodOption* ShapeKind::option(std::string_view optionName) const
{
    const auto found = std::ranges::find(options, optionName, &MethodOption::name);
    return found == options.end() ? nullptr : &*found;
}

const MethodFile* ShapeKind::file(std::string_view fileName) const
{
    const auto found = std::ranges::find(files, fileName, &MethodFile::name);
    return found == files.end() ? nullptr : &*found;
}

const std::vector<ShapeKind>& allShapes()
{
    static const std::vector<ShapeKind> shapes = makeShapes();
    return shapes;
}

Result<const ShapeKind*> shapeNamed(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const ShapeKind& shape : allShapes()) {
        if (shape.name == name)
            return &shape;
        names.push_back(shape.name);
    }
    return fail("There is no shape \"{}\": choose one of {}.", name, fmt::join(names, ", "));
}

bool canDraft(const Method& method, const ShapeKind& shape)
{
    const bool fits = shape.mergesChains ? method.mergesChains
        : shape.isChain()                ? !method.mergesDrafts
                                         : method.growsTrees && !method.mergesDrafts;
    return fits && !rulesFor(method, shape).empty();
}

const ShapeKind& defaultShape(const Method& method)
{
    const auto found =
        std::ranges::find_if(allShapes(), [&](const ShapeKind& shape) { return canDraft(method, shape); });
    return found == allShapes().end() ? allShapes().front() : *found;
}

std::vector<DrawRule> rulesFor(const Method& method, const ShapeKind& shape)
{
    std::vector<DrawRule> rules;
    for (const DrawRule rule : shape.rules)
        if (std::ranges::count(method.rules, rule) > 0)
            rules.push_back(rule);
    return rules;
}

DrawRule drawRuleFor(const SessionSettings& settings)
{
    if (const auto rule = drawRuleNamed(settings.draws))
        return *rule;
    const auto method = methodNamed(settings.method);
    const auto shape = shapeNamed(settings.shape);
    if (!method || !shape)
        return DrawRule::independent;
    const std::vector<DrawRule> rules = rulesFor(**method, **shape);
    const bool hasSiblings = !(*shape)->isChain();
    if (rules.empty()
        || (hasSiblings && settings.sampler.isGreedy() && std::ranges::count(rules, DrawRule::deterministic) > 0))
        return DrawRule::deterministic;
    return rules.front();
}

} // namespace draftscope

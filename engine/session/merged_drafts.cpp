// SPDX-License-Identifier: MIT
#include "engine/session/merged_drafts.h"

#include <filesystem>

#include "engine/catalogue/embedded.h"
#include "engine/session/method_table.h"
#include "engine/speculation/merged_drafter.h"
#include "engine/speculation/prompt_lookup_drafter.h"
#include "engine/speculation/two_model_drafter.h"

namespace draftscope {
namespace {

namespace fs = std::filesystem;

constexpr int longestLookup = 5, shortestLookup = 3; ///< tokens, as prompt lookup usually has them

bool mergesLookup(const SessionSettings& settings)
{
    return optionOf(settings, "merge-lookup") == 1;
}

Result<std::unique_ptr<Drafter>> makeMergedDrafter(const DrafterParts& parts, const Progress&)
{
    const int vocabulary = parts.pair.target->config.vocabularySize;
    std::vector<std::unique_ptr<Drafter>> drafters;
    const auto add = [&](const PassShare& pass, const Model& model) {
        drafters.push_back(
            std::make_unique<TwoModelDrafter>(pass, DraftVocabulary::of(model, vocabulary), parts.promptCount));
    };
    add(parts.draft, *parts.pair.draft);
    for (std::size_t i = 0; i < parts.data.drafts.size(); ++i)
        add(parts.heads[i], *parts.data.drafts[i]);
    if (mergesLookup(parts.settings))
        drafters.push_back(std::make_unique<PromptLookupDrafter>(longestLookup, shortestLookup, vocabulary));
    return std::make_unique<MergedDrafter>(std::move(drafters));
}

/// The other draft that comes with the program for the pair's target, where the pair's own does, too; else empty.
fs::path otherEmbeddedDraft(const Pair& pair)
{
    const auto embedded = embeddedModels();
    if (!embedded || !pair.draft)
        return {};
    const auto isOne = [](const EmbeddedModel& model, const fs::path& path) {
        std::error_code ignored;
        return fs::equivalent(model.directory, path, ignored);
    };
    fs::path other;
    bool hasDraft = false;
    for (const EmbeddedPair& each : embedded->pairs) {
        const EmbeddedModel *const target = embedded->find(each.target), *const draft = embedded->find(each.draft);
        if (!target || !isOne(*target, pair.target->path))
            continue;
        const bool isPairs = isOne(*draft, pair.draft->path);
        hasDraft = hasDraft || isPairs;
        if (!isPairs)
            other = draft->directory;
    }
    return hasDraft ? other : fs::path();
}

Result<std::shared_ptr<const Model>> openDraft(const fs::path& path, const Model& target)
{
    auto draft = openModel(path);
    if (!draft)
        return draft;
    if (const auto fits = checkPair(target, **draft); !fits)
        return tl::unexpected(fits.error());
    return draft;
}

} // namespace

Method mergedDraftsMethod()
{
    return {
        .name = "merged-drafts",
        .title = "Merged drafts",
        .paper = "Miao et al., arXiv 2305.09781",
        .needsDraftModel = true,
        .rules = {DrawRule::independent, DrawRule::deterministic},
        .growsTrees = true,
        .mergesChains = true,
        .mergesDrafts = true,
        .options = {{"merge-lookup", "Merge prompt lookup",
                     "Whether a copy of what followed an earlier place of the text is merged, too; 1 is yes", 0, 1, 0}},
        .files = {{.name = "draft-2",
                   .title = "Second draft",
                   .explanation = "A second draft model; without it the other embedded draft, for the embedded target",
                   .isModel = true},
                  {.name = "draft-3", .title = "Third draft", .explanation = "A third draft model", .isModel = true}},
        .makeDrafter = &makeMergedDrafter};
}

Result<std::vector<std::shared_ptr<const Model>>> openMoreDrafts(const Pair& pair, const SessionSettings& settings)
{
    std::vector<std::shared_ptr<const Model>> drafts;
    if (!(*methodNamed(settings.method))->mergesDrafts)
        return drafts;
    if (fileOf(settings, "draft-2").empty() && !fileOf(settings, "draft-3").empty())
        return fail("A third draft is named and no second one: name it as the second draft (draft-2).");
    for (const char* const name : {"draft-2", "draft-3"}) {
        const std::string wanted = fileOf(settings, name);
        if (wanted.empty())
            continue;
        const auto path = resolveModel(wanted);
        if (!path)
            return tl::unexpected(path.error());
        auto draft = openDraft(*path, *pair.target);
        if (!draft)
            return tl::unexpected(draft.error());
        drafts.push_back(std::move(*draft));
    }
    if (!drafts.empty())
        return drafts;
    if (const fs::path other = otherEmbeddedDraft(pair); !other.empty()) {
        auto draft = openDraft(other, *pair.target);
        if (!draft)
            return tl::unexpected(draft.error());
        drafts.push_back(std::move(*draft));
    } else if (!mergesLookup(settings)) {
        return fail("The method {} needs something to merge with the draft: name a second draft (draft-2), or have "
                    "prompt lookup merged (merge-lookup 1).",
                    settings.method);
    }
    return drafts;
}

std::string nameOfDraft(const Model& draft)
{
    std::error_code ignored;
    if (const auto embedded = embeddedModels())
        for (const EmbeddedModel& known : embedded->models)
            if (fs::equivalent(known.directory, draft.path, ignored))
                return known.name;
    return draft.path.string();
}

} // namespace draftscope

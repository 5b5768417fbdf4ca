// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/sweep_drafts.h"

#include <algorithm>
#include <filesystem>

#include "engine/catalogue/embedded.h"
#include "engine/session/methods.h"
#include "gui/setup/model_catalogue.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// Heads are those that come with the target, but for the one that the setup names.
void addHeads(std::vector<SweepDraft>& drafts, const RunSetup& setup, const CatalogueModel* known)
{
    const auto target = resolveModel(setup.target);
    for (const Method& method : allMethods()) {
        if (!method.head)
            continue;
        const bool isOfTheSetup = setup.settings.method == method.name;
        const std::string hash = known && known->known.model ? known->known.model->record.hash : std::string();
        if (isOfTheSetup || (target && !resolveHead({}, method.name, *target, hash).empty()))
            drafts.push_back({qtText(method.title), std::string(method.name), {}});
    }
}

} // namespace

std::vector<SweepDraft> sweepDraftsOf(const RunSetup& setup, const ModelCatalogue* catalogue)
{
    const auto own = methodNamed(setup.settings.method);
    const bool usesModel = own && (*own)->needsDraftModel;
    const std::string method = usesModel ? setup.settings.method : "two-model";
    std::vector<SweepDraft> drafts;
    if (usesModel && !setup.draft.empty()) {
        const CatalogueModel* const known = catalogue ? catalogue->find(setup.draft) : nullptr;
        drafts.push_back(
            {known ? known->title : QString::fromStdString(std::filesystem::path(setup.draft).filename().string()),
             method, setup.draft});
    }
    const CatalogueModel* const target = catalogue ? catalogue->find(setup.target) : nullptr;
    if (target && target->known.model)
        for (const CatalogueModel& model : catalogue->models()) {
            const bool isNew = model.value != setup.target
                && std::ranges::none_of(drafts, [&](const SweepDraft& each) { return each.model == model.value; });
            if (isNew && model.known.model && checkPair(*target->known.model, *model.known.model))
                drafts.push_back({model.title, method, model.value});
        }
    addHeads(drafts, setup, target);
    return drafts;
}

RunSetup withDraft(const RunSetup& setup, const SweepDraft& draft)
{
    RunSetup with = setup;
    if (!draft.model.empty())
        with.draft = draft.model;
    if (setup.settings.method == draft.method)
        return with;
    chooseMethod(with.settings, draft.method);
    with.settings.draftLength = setup.settings.draftLength;
    for (const auto& [name, value] : setup.settings.options)
        if (const MethodOption* option = optionFor(with.settings, name);
            option && value >= option->smallest && value <= option->largest)
            setOption(with.settings, name, value);
    return with;
}

} // namespace draftscope

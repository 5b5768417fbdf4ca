// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/model_fields.h"

#include "engine/session/methods.h"
#include "gui/model_box.h"
#include "gui/model_fetch.h"
#include "gui/navigation.h"
#include "gui/open_model.h"

namespace draftscope {

ModelFields::ModelFields(Navigation& navigation, QObject* parent)
    : QObject(parent), target(new ModelBox), draft(new ModelBox), fetch(new ModelFetch), m_navigation(navigation),
      m_catalogue(new ModelCatalogue(this))
{
    connectBox(target, ModelRole::target);
    connectBox(draft, ModelRole::draft);
    connect(target, &ModelBox::fetchWanted, this, [this](const QString& name) {
        showModelsOf(m_navigation.setup()); // the box goes back to the model in use
        if (const auto model = modelPackageNamed(name.toStdString()))
            fetch->start(**model);
        showModelsOf(m_navigation.setup());
    });
    connect(fetch, &ModelFetch::fetched, this, &ModelFields::useFetched);
    connect(fetch, &ModelFetch::failed, &navigation, &Navigation::failed);
    connect(fetch, &ModelFetch::ended, this, [this] { showModelsOf(m_navigation.setup()); });
    connect(m_catalogue, &ModelCatalogue::changed, this, &ModelFields::sayAgain);
    m_catalogue->search();
}

void ModelFields::connectBox(ModelBox* box, ModelRole role)
{
    connect(box, &ModelBox::chosen, this, [this, role](const QString& model) {
        emit edited(
            [&](RunSetup& setup) { (role == ModelRole::target ? setup.target : setup.draft) = model.toStdString(); });
    });
    const auto open = [this, box, role](auto chooseModel) {
        showModelsOf(m_navigation.setup());
        chooseModel(box->window(), m_navigation, role);
    };
    connect(box, &ModelBox::folderWanted, this, [open] { open(chooseModelFolder); });
    connect(box, &ModelBox::fileWanted, this, [open] { open(chooseModelFile); });
}

void ModelFields::showModelsOf(const RunSetup& setup)
{
    for (const std::string& model : {setup.target, setup.draft})
        m_catalogue->add(model);
    if (!m_areChoicesKnown || m_draftsAreFor != setup.target) { // a check compares whole vocabularies: not at every key
        m_areChoicesKnown = true;
        m_draftsAreFor = setup.target;
        m_targets = targetChoices(*m_catalogue);
        m_drafts = draftChoices(*m_catalogue, setup.target);
    }
    target->showModels(m_targets, setup.target);
    draft->showModels(m_drafts, setup.draft);
    const ModelPackage* const offered = fetch->isFetching() ? nullptr : ModelFetch::offered();
    target->offer(offered ? tr("Get %1").arg(QString::fromStdString(describe(*offered))) : QString(),
                  offered ? QString::fromStdString(offered->name) : QString());
}

void ModelFields::sayAgain()
{
    m_areChoicesKnown = false;
    showModelsOf(m_navigation.setup());
}

void ModelFields::useFetched(const QString& path)
{
    m_catalogue->search();
    emit edited([&](RunSetup& setup) {
        setup.target = path.toStdString();
        setup.isChat = true; // all that are offered are made for conversations
        setup.system.reset();
        if (const auto method = methodNamed(setup.settings.method); method && (*method)->needsDraftModel)
            chooseMethod(setup.settings, "prompt-lookup"); // no draft of another family fits
    });
}

} // namespace draftscope

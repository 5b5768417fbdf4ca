// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/model_fields.h"

#include "engine/catalogue/embedded.h"
#include "engine/core/http_client.h"
#include "engine/session/methods.h"
#include "gui/forms/hub_dialog.h"
#include "gui/forms/model_box.h"
#include "gui/forms/server_dialog.h"
#include "gui/navigation/navigation.h"
#include "gui/navigation/open_model.h"
#include "gui/setup/model_fetch.h"

namespace draftscope {

ModelFields::ModelFields(Navigation& navigation, QObject* parent)
    : QObject(parent), target(new ModelBox), draft(new ModelBox), fetch(new ModelFetch), m_navigation(navigation),
      m_catalogue(new ModelCatalogue(this))
{
    m_useFetched = [this](const QString& path) { useFetched(path); };
    draft->setPlaceholderText(tr("None"));
    connectBox(target, ModelRole::target);
    connectBox(draft, ModelRole::draft);
    target->offerServers();
    connect(target, &ModelBox::serverWanted, this, [this] {
        showModelsOf(m_navigation.starter().setup());
        askServer(target->window());
    });
    connect(target, &ModelBox::fetchWanted, this, [this](const QString& name) {
        showModelsOf(m_navigation.starter().setup()); // the box goes back to the model in use
        if (const auto model = modelPackageNamed(name.toStdString()); model && !fetch->isFetching()) {
            m_useFetched = [this](const QString& path) { useFetched(path); };
            fetch->start(**model);
        }
        showModelsOf(m_navigation.starter().setup());
    });
    connect(fetch, &ModelFetch::fetched, this, [this](const QString& path) { m_useFetched(path); });
    connect(fetch, &ModelFetch::failed, &navigation, &Navigation::failed);
    connect(fetch, &ModelFetch::ended, this, [this] { showModelsOf(m_navigation.starter().setup()); });
    connect(m_catalogue, &ModelCatalogue::changed, this, &ModelFields::sayAgain);
    m_catalogue->search();
}

void ModelFields::connectBox(ModelBox* box, ModelRole role)
{
    connect(box, &ModelBox::chosen, this, [this, role](const QString& model) {
        emit edited([&](RunSetup& setup) {
            if (role == ModelRole::target)
                chooseTarget(setup, model.toStdString());
            else
                setup.draft = model.toStdString();
        });
    });
    const auto open = [this, box, role](auto chooseModel) {
        showModelsOf(m_navigation.starter().setup());
        chooseModel(box->window(), m_navigation, role);
    };
    connect(box, &ModelBox::folderWanted, this, [open] { open(chooseModelFolder); });
    connect(box, &ModelBox::fileWanted, this, [open] { open(chooseModelFile); });
    connect(box, &ModelBox::hubWanted, this, [this, box, role] {
        showModelsOf(m_navigation.starter().setup());
        askHub(box->window(), role);
    });
}

void ModelFields::askHub(QWidget* window, ModelRole role)
{
    auto* dialog = new HubDialog(window);
    connect(dialog, &HubDialog::chosen, this, [this, role](const HubName& name) {
        if (fetch->isFetching()) {
            emit m_navigation.failed(tr("Another model is being fetched: wait for it, or cancel it in Setup."));
            return;
        }
        m_useFetched = [this, role](const QString& path) { useFromHub(path, role); };
        fetch->start(name);
        showModelsOf(m_navigation.starter().setup());
    });
    dialog->open();
}

void ModelFields::askServer(QWidget* window)
{
    const std::string& now = m_navigation.starter().setup().target;
    auto* dialog = new ServerDialog(isServerAddress(now) ? QString::fromStdString(now) : QString(), window);
    connect(dialog, &ServerDialog::chosen, this, [this](const QString& address) {
        emit edited([&](RunSetup& setup) { chooseTarget(setup, address.toStdString()); });
    });
    dialog->open();
}

void ModelFields::showModelsOf(const RunSetup& setup)
{
    for (const std::string& model : {setup.target, setup.draft})
        if (!isServerAddress(model))
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
    showModelsOf(m_navigation.starter().setup());
}

void ModelFields::useFetched(const QString& path)
{
    m_catalogue->search();
    emit edited([&](RunSetup& setup) {
        setup.target = path.toStdString();
        if (const auto method = methodNamed(setup.settings.method); method && (*method)->needsDraftModel)
            chooseWayFor(setup);
        else // what a person chose needs nothing that may not be there
            setup.draft = embeddedDraftFor(setup.target);
        setup.isChat = true; // all that are offered are made for conversations
        setup.system.reset();
    });
}

void ModelFields::useFromHub(const QString& path, ModelRole role)
{
    m_catalogue->search();
    emit edited([&](RunSetup& setup) {
        if (role == ModelRole::target)
            chooseTarget(setup, path.toStdString());
        else
            setup.draft = path.toStdString();
        if (const auto method = methodNamed(setup.settings.method);
            role == ModelRole::draft && !(method && (*method)->needsDraftModel))
            chooseMethod(setup.settings, "two-model");
    });
}

} // namespace draftscope

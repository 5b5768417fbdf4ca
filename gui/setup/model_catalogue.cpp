// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/model_catalogue.h"

#include <algorithm>

#include <QFileInfo>
#include <QHash>

#include "engine/catalogue/embedded.h"
#include "engine/model/model_names.h"
#include "gui/setup/model_folders.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// Those that come with the program are there at once.
std::vector<CatalogueModel> embeddedOnes()
{
    std::vector<CatalogueModel> models;
    if (const auto embedded = embeddedModels())
        for (const EmbeddedModel& each : embedded->models)
            models.push_back({{{each.name, "", each.directory, 0}, nullptr, {}}, each.name, qtText(each.title)});
    return models;
}

CatalogueModel modelOf(const FoundModel& found)
{
    return {{found, nullptr, {}}, found.path.string(), qtText(found.name)};
}

bool comesWithProgram(const CatalogueModel& model)
{
    return model.known.found.place.empty();
}

/// "Q4_K_M" as the file has it in its name, or what its weights are.
QString typeOf(const CatalogueModel& model)
{
    const std::string type = quantisationOf(stemOfGguf(model.known.found.path));
    return qtText(!type.empty() ? type : model.known.model ? model.known.model->record.weightType : std::string());
}

/// Before it is told apart from others.
QString titleBefore(const CatalogueModel& model)
{
    if (model.known.model)
        return qtText(model.known.model->name);
    const QString name = qtText(model.known.found.name);
    return model.known.found.place == "opened" ? QFileInfo(name).fileName() : name;
}

/// Titles that several models have get what `more` says of each of them.
template <class More>
void tellApart(std::vector<CatalogueModel>& models, const More& more)
{
    QHash<QString, int> counts;
    for (const CatalogueModel& model : models)
        ++counts[model.title];
    for (CatalogueModel& model : models)
        if (const QString words = more(model); counts[model.title] > 1 && !comesWithProgram(model) && !words.isEmpty())
            model.title += words;
}

} // namespace

ModelCatalogue::ModelCatalogue(QObject* parent) : QObject(parent), m_context(new QObject), m_models(embeddedOnes())
{
    m_thread.setObjectName(QStringLiteral("models"));
    m_context->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
    m_thread.start(QThread::LowPriority);
}

ModelCatalogue::~ModelCatalogue()
{
    m_cancelled->store(true);
    m_thread.quit();
    m_thread.wait();
}

template <class Call>
void ModelCatalogue::post(Call call)
{
    QMetaObject::invokeMethod(
        m_context,
        [call = std::move(call), work = m_work, cancelled = m_cancelled] {
            Progress progress;
            progress.cancelled = cancelled.get();
            if (!cancelled->load())
                call(*work, progress);
        },
        Qt::QueuedConnection);
}

void ModelCatalogue::search()
{
    m_cancelled->store(true);
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_isComplete = false;
    // Where they are the environment says, which the other thread does not read.
    post([this, cancelled = m_cancelled, folders = modelFolders()](Work&, const Progress&) {
        auto found = findModels(folders);
        QMetaObject::invokeMethod(
            this,
            [this, cancelled, all = std::move(found)] {
                if (!cancelled->load())
                    list(all);
            },
            Qt::QueuedConnection);
    });
}

void ModelCatalogue::list(std::vector<FoundModel> found)
{
    std::vector<CatalogueModel> models = embeddedOnes();
    for (const FoundModel& each : found) {
        // Of several names that lead to one file, as Ollama has them, one is enough in a list.
        const auto same = std::ranges::find(models, each.path.string(), &CatalogueModel::value);
        if (same != models.end())
            same->otherNames << qtText(each.name);
        else
            models.push_back(modelOf(each));
    }
    for (const CatalogueModel& opened : m_opened)
        if (std::ranges::find(models, opened.value, &CatalogueModel::value) == models.end())
            models.push_back(opened);
    m_models = std::move(models);
    for (const CatalogueModel& model : m_models)
        read(model);
    post([this, cancelled = m_cancelled](Work&, const Progress&) {
        QMetaObject::invokeMethod(
            this,
            [this, cancelled] {
                m_isComplete = !cancelled->load();
                emit changed();
            },
            Qt::QueuedConnection);
    });
    emit changed();
}

void ModelCatalogue::read(const CatalogueModel& model)
{
    post([this, value = model.value, found = model.known.found, cancelled = m_cancelled](Work& work,
                                                                                         const Progress& progress) {
        auto known = work.reader.read(found, progress);
        if (!known)
            return; // given up
        QMetaObject::invokeMethod(
            this,
            [this, value, cancelled, read = std::move(*known)] {
                if (!cancelled->load())
                    put(value, read);
            },
            Qt::QueuedConnection);
    });
}

void ModelCatalogue::put(const std::string& value, KnownModel known)
{
    for (std::vector<CatalogueModel>* models : {&m_models, &m_opened})
        if (const auto at = std::ranges::find(*models, value, &CatalogueModel::value); at != models->end()) {
            at->known = known;
            at->isRead = true;
        }
    nameAll();
    emit changed();
}

/// As people know them, and as window, lanes and traces name them once they run; those of one name are told apart by
/// their quantisation, then by their place, then by what a command line calls them.
void ModelCatalogue::nameAll()
{
    for (CatalogueModel& model : m_models)
        if (!comesWithProgram(model))
            model.title = titleBefore(model);
    tellApart(m_models, [](const CatalogueModel& model) { return QStringLiteral(" ") + typeOf(model); });
    tellApart(m_models,
              [](const CatalogueModel& model) { return QStringLiteral(" (%1)").arg(qtText(model.known.found.place)); });
    tellApart(m_models,
              [](const CatalogueModel& model) { return QStringLiteral(" ") + qtText(model.known.found.name); });
}

void ModelCatalogue::add(const std::string& value)
{
    if (value.empty() || find(value))
        return;
    const FoundModel found{value, "opened", value, 0};
    CatalogueModel model = modelOf(found);
    model.title = titleBefore(model);
    m_opened.push_back(model);
    m_models.push_back(model);
    read(model);
    emit changed();
}

const CatalogueModel* ModelCatalogue::find(const std::string& value) const
{
    const auto at = std::ranges::find(m_models, value, &CatalogueModel::value);
    return at == m_models.end() ? nullptr : &*at;
}

} // namespace draftscope

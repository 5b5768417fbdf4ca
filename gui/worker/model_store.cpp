// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/model_store.h"

#include <QObject>

#include "engine/catalogue/embedded.h"
#include "engine/core/http_client.h"
#include "engine/remote/remote_model.h"
#include "engine/session/methods.h"

namespace draftscope {

Result<std::shared_ptr<const Model>> ModelStore::open(const std::string& nameOrPath, const Progress& progress)
{
    if (nameOrPath.empty())
        return fail(
            "{}",
            QObject::tr("No model is chosen: choose one in Setup or drop a model's folder or GGUF file on the window.")
                .toStdString());
    const auto found = resolveModel(nameOrPath);
    if (!found)
        return tl::unexpected(found.error());
    std::error_code ignored;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(*found, ignored);
    const std::filesystem::path& path = canonical.empty() ? *found : canonical;
    if (const auto known = m_models.find(path); known != m_models.end()) {
        if (known->second.model->weights.filesUnchanged())
            return known->second.model;
        m_models.erase(known); // the file is another one now
    }
    auto opened = openModel(*found, progress);
    if (opened)
        m_models[path] = {*opened};
    return opened;
}

Result<std::shared_ptr<const Model>> ModelStore::openTarget(const std::string& target, const std::string& draft,
                                                            const Progress& progress)
{
    if (!isServerAddress(target))
        return open(target, progress);
    constexpr std::chrono::seconds staysAsItIs(30);
    std::shared_ptr<const Model> like;
    if (!draft.empty()) {
        auto opened = open(draft, progress);
        if (!opened)
            return opened;
        like = *opened;
    }
    const auto now = std::chrono::steady_clock::now();
    if (m_behind.model && m_behind.address == target && m_behind.like == like && now - m_behind.asked < staysAsItIs)
        return m_behind.model;
    auto model = openRemoteModel(target, like, progress);
    if (model)
        m_behind = {target, like, *model, now};
    return model;
}

Result<Pair> ModelStore::openPair(const RunSetup& setup, const Progress& progress)
{
    const auto method = methodNamed(setup.settings.method);
    if (!method)
        return tl::unexpected(method.error());
    Pair models;
    auto target = openTarget(setup.target, setup.draft, progress);
    if (!target)
        return tl::unexpected(target.error());
    models.target = *target;
    if ((*method)->needsDraftModel) {
        auto draft = open(setup.draft, progress);
        if (!draft)
            return tl::unexpected(draft.error());
        models.draft = *draft;
    }
    return models;
}

Result<void> ModelStore::read(const std::shared_ptr<const Model>& model, const Progress& progress)
{
    for (auto& [path, entry] : m_models) {
        if (entry.model != model || entry.isRead)
            continue;
        if (Result<void> done = readWeights(*model, progress); !done)
            return done;
        entry.isRead = true;
    }
    return {};
}

void ModelStore::keepOnly(const std::function<bool(const std::shared_ptr<const Model>& model)>& isUsed)
{
    std::erase_if(m_models, [&](const auto& entry) { return !isUsed(entry.second.model); });
}

} // namespace draftscope

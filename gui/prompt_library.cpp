// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/prompt_library.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/model/embedded.h"

namespace draftscope {

std::vector<PromptChoice> promptLibrary()
{
    for (const auto& models : embeddedModelDirectories()) {
        QFile file(models.parent_path() / "prompts" / "prompts.json");
        if (!file.open(QIODevice::ReadOnly))
            continue;
        std::vector<PromptChoice> prompts;
        const QJsonArray entries = QJsonDocument::fromJson(file.readAll()).array();
        for (const QJsonValue entry : entries)
            prompts.push_back({entry["title"].toString(), entry["text"].toString()});
        return prompts;
    }
    return {};
}

} // namespace draftscope

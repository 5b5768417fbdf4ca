// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/setup/model_folders.h"

#include <QSettings>

namespace draftscope {

namespace {

const QString foldersKey = QStringLiteral("models/folders");

QStringList& added()
{
    static QStringList folders;
    return folders;
}

} // namespace

const QStringList& addedModelFolders()
{
    return added();
}

void setAddedModelFolders(const QStringList& folders)
{
    added() = folders;
    added().removeDuplicates();
}

void keepModelFolders()
{
    QSettings().setValue(foldersKey, added());
}

void recallModelFolders()
{
    setAddedModelFolders(QSettings().value(foldersKey).toStringList());
}

ModelFolders modelFolders()
{
    ModelFolders folders = defaultModelFolders();
    for (const QString& folder : added())
        folders.yours.emplace_back(folder.toStdString());
    return folders;
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/model_box.h"

#include <QFileInfo>

#include "engine/model/embedded.h"

namespace draftscope {
namespace {

constexpr auto openFolder = "\nfolder", openFile = "\nfile"; ///< entries that are no models

} // namespace

ModelBox::ModelBox(QWidget* parent) : QComboBox(parent)
{
    connect(this, &QComboBox::activated, this, &ModelBox::tell);
}

void ModelBox::showModel(const std::string& model)
{
    clear();
    if (const auto embedded = embeddedModels())
        for (const EmbeddedModel& known : embedded->models)
            addItem(QString::fromStdString(known.title), QString::fromStdString(known.name));
    const QString wanted = QString::fromStdString(model);
    if (!wanted.isEmpty() && findData(wanted) < 0) {
        addItem(QFileInfo(wanted).fileName(), wanted);
        setItemData(count() - 1, wanted, Qt::ToolTipRole);
    }
    if (count() > 0)
        insertSeparator(count());
    addItem(tr("Open a folder…"), QString::fromLatin1(openFolder));
    addItem(tr("Open a GGUF file…"), QString::fromLatin1(openFile));
    setCurrentIndex(wanted.isEmpty() ? -1 : findData(wanted));
}

void ModelBox::tell(int index)
{
    const QString value = itemData(index).toString();
    if (value == QLatin1String(openFolder))
        emit folderWanted();
    else if (value == QLatin1String(openFile))
        emit fileWanted();
    else
        emit chosen(value);
}

} // namespace draftscope

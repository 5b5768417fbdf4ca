// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/open_model.h"

#include <utility>

#include <QFileDialog>

#include "engine/session/methods.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

namespace {

QFileDialog* dialogFor(QWidget* window, ModelRole role, const QString& what, UseModel use)
{
    auto* dialog = new QFileDialog(window,
                                   role == ModelRole::target ? QObject::tr("Open a target: %1").arg(what)
                                                             : QObject::tr("Open a draft: %1").arg(what));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, window, std::move(use));
    return dialog;
}

} // namespace

void useModel(Navigation& navigation, ModelRole role, const std::filesystem::path& path)
{
    RunSetup setup = navigation.starter().setup();
    if (role == ModelRole::target)
        chooseTarget(setup, path.string());
    else
        setup.draft = path.string();
    const auto method = methodNamed(setup.settings.method);
    if (role == ModelRole::draft && !(method && (*method)->needsDraftModel))
        chooseMethod(setup.settings, "two-model");
    navigation.starter().setSetup(setup);
    navigation.starter().restart();
}

void askForModelFolder(QWidget* window, ModelRole role, UseModel use)
{
    auto* dialog =
        dialogFor(window, role, QObject::tr("a folder with config.json and model.safetensors"), std::move(use));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->open();
}

void askForModelFile(QWidget* window, ModelRole role, UseModel use)
{
    auto* dialog = dialogFor(window, role, QObject::tr("a GGUF file"), std::move(use));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({QObject::tr("GGUF models (*.gguf)"), QObject::tr("All files (*)")});
    dialog->open();
}

void chooseModelFolder(QWidget* window, Navigation& navigation, ModelRole role)
{
    askForModelFolder(window, role,
                      [&navigation, role](const QString& path) { useModel(navigation, role, path.toStdString()); });
}

void chooseModelFile(QWidget* window, Navigation& navigation, ModelRole role)
{
    askForModelFile(window, role,
                    [&navigation, role](const QString& path) { useModel(navigation, role, path.toStdString()); });
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/open_file.h"

#include <QFileInfo>
#include <QMenu>
#include <QSettings>

#include "engine/report/file_kind.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "gui/navigation/open_model.h"

namespace draftscope {

namespace {

const QString folderKey = QStringLiteral("files/folder");

QString& folderOfThisTime()
{
    static QString folder;
    return folder;
}

void askForRole(QWidget* window, Navigation& navigation, const std::filesystem::path& path, QPoint at)
{
    auto* menu = new QMenu(window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(QObject::tr("Open as the target"), &navigation,
                    [&navigation, path] { useModel(navigation, ModelRole::target, path); });
    menu->addAction(QObject::tr("Open as the draft"), &navigation,
                    [&navigation, path] { useModel(navigation, ModelRole::draft, path); });
    menu->popup(at);
}

} // namespace

void openFile(QWidget* window, Navigation& navigation, const std::filesystem::path& path, const OpenedFile& opened,
              QPoint at)
{
    const auto seen = lookInto(path);
    if (!seen)
        opened.failed(engineSentence(seen.error()));
    else if (seen->kind == FileKind::trace)
        opened.trace(path);
    else if (seen->kind == FileKind::comparison)
        opened.comparison(path);
    else if (seen->kind == FileKind::lesson)
        opened.lesson(path);
    else if (seen->kind == FileKind::scene)
        opened.scene(path);
    else if (seen->kind == FileKind::model)
        askForRole(window, navigation, path, at);
    else
        opened.failed(engineSentence(notToBeOpened(path, *seen)));
}

QString lastFolder()
{
    QString& folder = folderOfThisTime();
    if (folder.isEmpty())
        folder = QSettings().value(folderKey).toString();
    return QFileInfo(folder).isDir() ? folder : QString();
}

void noteFolderOf(const QString& file, bool isKept)
{
    folderOfThisTime() = QFileInfo(file).absolutePath();
    if (isKept)
        QSettings().setValue(folderKey, folderOfThisTime());
}

} // namespace draftscope

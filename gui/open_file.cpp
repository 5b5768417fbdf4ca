// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/open_file.h"

#include <QFile>
#include <QMenu>

#include "gui/navigation.h"
#include "gui/open_model.h"

namespace draftscope {

FileKind kindOf(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored) || path.extension() == ".gguf")
        return FileKind::model;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(4) == "GGUF" ? FileKind::model : FileKind::trace;
}

void openDropped(QWidget* window, Navigation& navigation, const std::filesystem::path& path, QPoint at)
{
    if (kindOf(path) == FileKind::trace) {
        navigation.openTrace(path);
        return;
    }
    auto* menu = new QMenu(window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(QObject::tr("Open as the target"), &navigation,
                    [&navigation, path] { useModel(navigation, ModelRole::target, path); });
    menu->addAction(QObject::tr("Open as the draft"), &navigation,
                    [&navigation, path] { useModel(navigation, ModelRole::draft, path); });
    menu->popup(at);
}

} // namespace draftscope

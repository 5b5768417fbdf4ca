// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's files: traces, comparisons and models are opened by what they hold, wherever they come from.
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QTemporaryDir>

#include "engine/trace/trace_file.h"
#include "gui/attach/attach_dialog.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/compare_workspace.h"
#include "gui/compare/lanes.h"
#include "gui/controls/message_bar.h"
#include "gui/language/engine_words.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/step/step_workspace.h"
#include "gui/window/main_window.h"
#include "gui/window/open_file.h"
#include "gui/window/share_actions.h"

namespace draftscope {

void MainWindow::open(const std::filesystem::path& path, QPoint at)
{
    noteFolderOf(QString::fromStdString(path.string()), m_memory == Memory::kept);
    const OpenedFile opened{.trace =
                                [this](const std::filesystem::path& trace) {
                                    showWorkspace(*m_step);
                                    m_navigation.starter().openTrace(trace);
                                },
                            .comparison =
                                [this](const std::filesystem::path& comparison) {
                                    showWorkspace(*m_compare);
                                    m_compare->comparePage().open(comparison, m_navigation.starter().setup());
                                },
                            .lesson =
                                [this](const std::filesystem::path& lesson) {
                                    if (const auto shown = m_lessons->open(lesson.string()); !shown)
                                        m_messages->showProblem(QString::fromStdString(shown.error().sentence));
                                },
                            .scene = [this](const std::filesystem::path& scene) { m_share->openScene(scene); },
                            .failed = [this](const QString& sentence) { m_messages->showProblem(sentence); }};
    openFile(this, m_navigation, path, opened, at.isNull() ? mapToGlobal(rect().center()) : at);
}

void MainWindow::askForFile(const QString& title, const QString& filter)
{
    auto* dialog = new QFileDialog(this, title, lastFolder(), filter + tr(";;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path.toStdString()); });
    dialog->open();
}

void MainWindow::openTrace()
{
    askForFile(tr("Open a trace, a comparison or a scene"),
               tr("Traces, comparisons and scenes (*.jsonl *.zst *.json)"));
}

AttachDialog& MainWindow::attachDialog()
{
    if (!m_attach) {
        m_attach = new AttachDialog(m_navigation, this);
        connect(m_attach, &AttachDialog::showsRun, this, [this] { showWorkspace(*m_step); });
        connect(m_attach, &AttachDialog::laneWanted, this, &MainWindow::addWatchedLane);
    }
    m_attach->show();
    m_attach->raise();
    m_attach->activateWindow();
    return *m_attach;
}

/// A lane keeps its rounds as the bytes of a trace.
void MainWindow::addWatchedLane(const Recording& recording)
{
    const QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("watched.jsonl.zst"));
    if (const auto saved = draftscope::saveTrace(name.toStdString(), recording); !saved) {
        m_messages->showProblem(engineWords(saved.error()));
        return;
    }
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return;
    showWorkspace(*m_compare);
    lanes().add(setupOf(recording.header(), m_navigation.starter().setup()), file.readAll().toStdString());
}

void MainWindow::askForComparison()
{
    askForFile(tr("Open a comparison"), tr("Comparisons (*.json *.zst)"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile()) {
        event->setDropAction(Qt::CopyAction); // the file stays where it is, whatever its window proposes
        event->accept();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const std::filesystem::path path = event->mimeData()->urls().first().toLocalFile().toStdString();
    event->setDropAction(Qt::CopyAction);
    event->accept();
    open(path, mapToGlobal(event->position().toPoint()));
}

} // namespace draftscope

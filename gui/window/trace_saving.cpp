// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/trace_saving.h"

#include <utility>

#include <QAbstractButton>
#include <QAction>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

#include "gui/export/file_names.h"
#include "gui/navigation/navigation.h"
#include "gui/window/open_file.h"

namespace draftscope {

TraceSaving::TraceSaving(QWidget& window, Navigation& navigation, bool isKept)
    : QObject(&window), m_window(window), m_navigation(navigation), m_isKept(isKept),
      m_action(new QAction(tr("&Save trace…"), this))
{
    m_action->setShortcut(QKeySequence::Save);
    connect(m_action, &QAction::triggered, this, &TraceSaving::save);
    connect(&navigation.starter(), &RunStarter::whatIfsWouldBeLost, this, &TraceSaving::askToSave);
    connect(&navigation.files(), &RunFiles::saveEnded, this, &TraceSaving::onSaveEnded);
}

void TraceSaving::onSaveEnded(bool isSaved)
{
    if (!isSaved)
        m_afterSaving = nullptr;
    m_closesAfterSaving &= isSaved && m_navigation.files().isSaving();
    emit changed();
    if (m_navigation.files().isSaving())
        return;
    if (const auto goOn = std::exchange(m_afterSaving, nullptr))
        goOn();
}

bool TraceSaving::mayClose()
{
    const bool discards = std::exchange(m_discards, false);
    const auto close = [this] { m_window.close(); };
    if (m_navigation.files().isSaving()) { // not in the middle of it, and a failure must be seen
        m_afterSaving = close;
        m_closesAfterSaving = true;
        emit changed();
        return false;
    }
    if (m_navigation.run().changes().areUnsaved() && !discards) {
        const auto discard = [this] {
            m_discards = true;
            m_window.close();
        };
        askToSave(discard, close);
        return false;
    }
    return true;
}

void TraceSaving::save()
{
    if (m_navigation.run().isBatch())
        askWhichTraces();
    else
        saveThen(nullptr);
}

/// A trace has one sequence.
void TraceSaving::askWhichTraces()
{
    const Recordings& all = m_navigation.run().recordings();
    auto* box = new QMessageBox(
        QMessageBox::NoIcon, tr("Save the trace"),
        tr("A trace keeps one sequence, and this batch has %1. Save a trace of each into a folder, or only that of "
           "sequence %2, the current one?")
            .arg(all.count())
            .arg(all.currentSequence() + 1),
        QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* each = box->addButton(tr("All into a folder…"), QMessageBox::AcceptRole);
    QPushButton* one = box->addButton(tr("Sequence %1 only…").arg(all.currentSequence() + 1), QMessageBox::AcceptRole);
    box->setDefaultButton(each);
    connect(each, &QPushButton::clicked, this, [this] {
        auto* dialog = new QFileDialog(&m_window, tr("Save a trace of each sequence into a folder"), lastFolder());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptOpen);
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, this,
                [this](const QString& path) { m_navigation.files().saveTracesOfBatch(path.toStdString()); });
        dialog->open();
    });
    connect(one, &QPushButton::clicked, this, [this] { saveThen(nullptr); });
    box->open();
}

void TraceSaving::saveThen(const std::function<void()>& goOn)
{
    auto* dialog = new QFileDialog(&m_window, tr("Save the trace"), lastFolder(), tr("Traces (*.jsonl *.jsonl.zst)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QStringLiteral("jsonl.zst")); // a name without an ending gets this one
    const RunSetup& running = m_navigation.run().setup();
    const TraceHeader& header = m_navigation.recording().header();
    const bool isOfTrace = !m_navigation.starter().trace().empty() || running.batch.isBatch();
    dialog->selectFile(freeNameIn(lastFolder(), nameForTrace(header, isOfTrace ? header.prompt : running.prompt)));
    connect(dialog, &QFileDialog::fileSelected, this, [this, goOn](const QString& path) {
        if (goOn) // what waits already goes on waiting
            m_afterSaving = goOn;
        noteFolderOf(path, m_isKept);
        m_navigation.files().save(path.toStdString());
    });
    dialog->open();
}

void TraceSaving::askToSave(const std::function<void()>& discard, const std::function<void()>& retry)
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("What-ifs"),
                                tr("This run has what-ifs that no trace keeps. Save it first?"),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDefaultButton(QMessageBox::Save);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, discard, retry](QAbstractButton* button) {
        if (box->standardButton(button) == QMessageBox::Save)
            saveThen(retry);
        else if (box->standardButton(button) == QMessageBox::Discard)
            discard();
    });
    box->open();
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/handout_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "engine/lessons/lesson_files.h"
#include "gui/controls/fitting_box.h"
#include "gui/language/engine_words.h"
#include "gui/share/handout.h"
#include "widgets/style/number_text.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

HandoutDialog::HandoutDialog(BackendChoice backend, QWidget* parent)
    : MakingDialog(tr("Handout"), tr("Save…"), parent), m_backend(std::move(backend)), m_which(new FittingBox),
      m_other(new QPushButton(tr("Another file…")))
{
    const bool isGerman = numberStyle() == NumberStyle::german;
    if (auto lessons = shippedLessons(isGerman ? LessonLanguage::german : LessonLanguage::english))
        m_lessons = std::move(*lessons);
    for (const Lesson& lesson : m_lessons)
        m_which->addItem(qtText(lesson.title));
    m_which->setAccessibleName(tr("Lesson"));
    auto* layout = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    form->addRow(tr("Lesson"), m_which);
    layout->addLayout(form);
    m_progress->setRange(0, 1000);
    addFoot(*layout, m_other);
    connect(m_other, &QPushButton::clicked, this, &HandoutDialog::askForLesson);
    connect(m_which, &QComboBox::currentIndexChanged, this, &HandoutDialog::refresh);
    connect(m_save, &QPushButton::clicked, this, [this] {
        emit fileWanted(qtText(m_lessons[std::size_t(m_which->currentIndex())].name) + QStringLiteral(".pdf"));
    });
    refresh();
}

void HandoutDialog::refresh()
{
    const int which = m_which->currentIndex();
    m_progress->setVisible(isMaking());
    m_which->setEnabled(!isMaking());
    m_other->setEnabled(!isMaking());
    m_save->setEnabled(!isMaking() && which >= 0);
    if (isMaking())
        return;
    m_says->setText(which < 0 ? tr("No lesson comes with this program: open a file.")
                              : tr("%1 %2 steps; the runs are decoded for it.")
                                    .arg(qtText(m_lessons[std::size_t(which)].summary),
                                         QString::number(m_lessons[std::size_t(which)].steps.size())));
}

void HandoutDialog::askForLesson()
{
    auto* dialog = new QFileDialog(this, tr("Open a lesson"), {}, tr("Lessons (*.md)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { openLesson(path.toStdString()); });
    dialog->open();
}

void HandoutDialog::openLesson(const std::filesystem::path& path)
{
    auto lesson = readLesson(path);
    if (!lesson) {
        m_says->setText(engineWords(lesson.error()));
        return;
    }
    m_lessons.push_back(std::move(*lesson));
    m_which->addItem(qtText(m_lessons.back().title));
    m_which->setCurrentIndex(m_which->count() - 1);
}

void HandoutDialog::make(const std::filesystem::path& path)
{
    if (isMaking() || m_which->currentIndex() < 0)
        return;
    auto* job = new HandoutJob(m_lessons[std::size_t(m_which->currentIndex())], m_backend, path, this);
    connect(job, &HandoutJob::progressed, this, [this](double share, const QString& what) {
        if (share >= 0)
            m_progress->setValue(int(1000 * share));
        m_says->setText(what);
    });
    follow(*job);
}

} // namespace draftscope

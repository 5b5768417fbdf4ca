// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include <QDialog>

#include "engine/lessons/lesson.h"
#include "gui/setup/run_setup.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace draftscope {

class HandoutJob;

/// Asks which lesson is to be on paper, and for the name; then decodes what it decodes and writes it while one looks
/// on. Deletes itself when it is closed.
class HandoutDialog : public QDialog {
    Q_OBJECT
public:
    /// `backend`: what the lesson's runs compute on.
    HandoutDialog(BackendChoice backend, QWidget* parent);

    void openLesson(const std::filesystem::path& path); ///< one that a person has written
    void make(const std::filesystem::path& path);       ///< closes itself when the file is there

signals:
    void fileWanted(const QString& name); ///< it is to be asked for; make() goes on
    void made(const QString& sentence);
    void failed(const QString& sentence);

protected:
    void reject() override; ///< ends what is being made first

private:
    void askForLesson();
    void refresh();

    BackendChoice m_backend;
    std::vector<Lesson> m_lessons;
    QComboBox* m_which;
    QLabel* m_says;
    QProgressBar* m_progress;
    QPushButton *m_other, *m_save;
    HandoutJob* m_job = nullptr;
};

} // namespace draftscope

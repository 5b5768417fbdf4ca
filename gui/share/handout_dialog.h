// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "engine/lessons/lesson.h"
#include "gui/setup/run_setup.h"
#include "gui/share/making_dialog.h"

class QComboBox;

namespace draftscope {

/// Asks which lesson is to be on paper; its runs are decoded before it is written.
class HandoutDialog : public MakingDialog {
    Q_OBJECT
public:
    /// `backend`: what the lesson's runs compute on.
    HandoutDialog(BackendChoice backend, QWidget* parent);

    void openLesson(const std::filesystem::path& path); ///< one that a person has written
    void make(const std::filesystem::path& path);       ///< closes itself when the file is there

signals:
    void fileWanted(const QString& name); ///< it is to be asked for; make() goes on

private:
    void askForLesson();
    void refresh() override;

    BackendChoice m_backend;
    std::vector<Lesson> m_lessons;
    QComboBox* m_which;
    QPushButton* m_other;
};

} // namespace draftscope

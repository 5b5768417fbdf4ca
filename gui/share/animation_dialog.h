// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "gui/share/animation_job.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace draftscope {

class Navigation;
class NumberField;

/// Asks what an animation of the run shown is to show, how large and how fast, and for its name; then makes it while
/// one looks on. Deletes itself when it is closed.
class AnimationDialog : public QDialog {
    Q_OBJECT
public:
    AnimationDialog(Navigation& navigation, QWidget* parent);

    [[nodiscard]] AnimationSettings settings() const; ///< as chosen now
    void make(const std::filesystem::path& path);     ///< closes itself when the file is there

signals:
    void fileWanted(); ///< the name is to be asked for; make() goes on
    void made(const QString& sentence);
    void failed(const QString& sentence);

protected:
    void reject() override; ///< ends what is being made first

private:
    [[nodiscard]] int shownRound() const;
    void refresh();
    void setMaking(bool on);

    Navigation& m_navigation;
    QComboBox *m_range, *m_pictures, *m_size;
    NumberField *m_from, *m_to, *m_speed;
    QLabel* m_says;
    QProgressBar* m_progress;
    QPushButton* m_save;
    AnimationJob* m_job = nullptr;
};

} // namespace draftscope

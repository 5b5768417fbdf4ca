// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/share/animation_job.h"

class QComboBox;

namespace draftscope {

class Navigation;
class NumberField;

/// Asks what an animation of the run shown is to show, how large and how fast.
class AnimationDialog : public MakingDialog {
    Q_OBJECT
public:
    AnimationDialog(Navigation& navigation, QWidget* parent);

    [[nodiscard]] AnimationSettings settings() const; ///< as chosen now
    void make(const std::filesystem::path& path);     ///< closes itself when the file is there

signals:
    void fileWanted(); ///< the name is to be asked for; make() goes on

private:
    [[nodiscard]] int shownRound() const;
    void refresh() override;

    Navigation& m_navigation;
    QComboBox *m_range, *m_pictures, *m_size;
    NumberField *m_from, *m_to, *m_speed;
};

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "gui/navigation/navigation.h"
#include "gui/setup/setup_differences.h"

class QPushButton;

namespace draftscope {

/// One line of Step that is always in sight: whether Setup says something else than what is shown, and what can be done
/// with that. A run begins again with it, or its sampler and K count in the run shown, from the next round on or for
/// the round shown, too. Every button says from where it counts, and can be pressed only where it would change
/// something.
class SetupBar : public QWidget {
    Q_OBJECT
public:
    explicit SetupBar(Navigation& navigation, QWidget* parent = nullptr);
    void setInSight(bool on); ///< Step is
    /// Where the window has little height it is there only while Setup says something else; and not at all for a room
    /// that looks on.
    void setLow(bool on);
    void setForRoom(bool on);
    /// "Setup differs from the run: K 5 → 3, temperature 0.8 → 0.5", in full, or what there is to say where it does not
    /// differ.
    [[nodiscard]] const QString& sentence() const { return m_sentence; }
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The sentence was pressed: this is the first field that it names.
    void fieldWanted(draftscope::SetupField field);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void refreshButtons();
    void refreshSentence();
    void fitSentence();
    void refreshVisible();
    [[nodiscard]] int narrowBelow() const; ///< pixels; a bar that has less says everything shorter
    /// What Setup has otherwise than `now`, of what a run can be changed in.
    [[nodiscard]] std::vector<WhatIf> changesFrom(const RoundSettings& now) const;

    Navigation& m_navigation;
    QPushButton *m_differs, *m_restart, *m_next, *m_again;
    QString m_sentence;
    bool m_isInSight = true, m_isLow = false, m_isForRoom = false, m_isNarrow = false;
    std::vector<SetupDifference> m_differences;
};

} // namespace draftscope

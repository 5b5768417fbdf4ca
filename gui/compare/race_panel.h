// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "gui/compare/lanes.h"
#include "gui/export/exported_view.h"

class QPushButton;
class QToolButton;

namespace draftscope {

class ElidedLabel;
class RaceView;

/// The rounds of all lanes, as they were measured, on one clock, and a button that runs it: about ten seconds, however
/// fast the lanes are. Plain decoding is to be one of the lanes: where it is not, a button adds it.
class RacePanel : public QWidget {
    Q_OBJECT
public:
    explicit RacePanel(Lanes& lanes, QWidget* parent = nullptr);
    void refresh();
    [[nodiscard]] ExportedView exported();
    void run();  ///< from the beginning, or from where it was stopped
    void stop(); ///< where it is
    [[nodiscard]] bool isRunning() const { return m_frames.isActive(); }
    [[nodiscard]] RaceView& view() const { return *m_view; }

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void goOn();
    void refreshButton();
    [[nodiscard]] QString whyNothing() const;
    void refreshWhetherPlain();

    Lanes& m_lanes;
    RaceView* m_view;
    QToolButton* m_run;
    ElidedLabel* m_words;
    QWidget* m_withoutPlain; ///< says that no lane decodes plainly
    QPushButton* m_addPlain; ///< in it
    QTimer m_frames;
    QElapsedTimer m_sinceFrame;
};

} // namespace draftscope

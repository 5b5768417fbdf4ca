// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/compare/lanes.h"
#include "widgets/lanes/lane_table.h"

class QLabel;
class QMenu;
class QProgressBar;

namespace draftscope {

class PanelHeader;
class RoundStrip;
class StageView;
class TextView;
class TreeView;
class ViewExports;
struct ExportedView;

/// A lane as it is seen: what it decodes with and its numbers, its text, where that leaves the text of lane 1, and
/// where there is room the round shown, small; else in one line.
class LaneCard : public QWidget {
    Q_OBJECT
public:
    LaneCard(Lanes& lanes, Lane& lane);

    [[nodiscard]] Lane& lane() const { return m_lane; }
    void refresh(const LaneRow& row); ///< draws the round shown; `row`: its figures

    [[nodiscard]] ViewExports& exports() const { return *m_exports; }

signals:
    void removeRequested();
    void changeRequested(); ///< of its setup
    void chosen();          ///< was clicked, or Tab has led into it

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeFoot();
    [[nodiscard]] ExportedView exported() const;
    void redraw();
    void refreshHeader();
    void refreshText();
    void refreshStage();
    void refreshFoot();
    void fitParts();

    Lanes& m_lanes;
    Lane& m_lane;
    PanelHeader* m_header;
    QLabel *m_movedMark, *m_numbers, *m_difference, *m_progressWords;
    TextView* m_text;
    StageView* m_stage;
    TreeView* m_tree;
    RoundStrip* m_strip;  ///< where neither has room
    QWidget* m_stageSide; ///< has either of them
    QProgressBar* m_progress;
    QWidget* m_body;
    ViewExports* m_exports;
    QMenu* m_menu;
    LaneRow m_row;
    bool m_hasRoom = false; ///< for the stage
};

} // namespace draftscope

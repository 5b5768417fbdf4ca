// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "gui/compare/lanes.h"
#include "gui/compare/sweep.h"
#include "gui/export/exported_view.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace draftscope {

class MeasuringBar;
class ModelCatalogue;
class PromptListBox;
class SweepView;

/// A sweep of a lane's method: what is varied, how far it is, what came of it, and what to do with the setting that is
/// chosen.
class SweepPanel : public QWidget {
    Q_OBJECT
public:
    explicit SweepPanel(Lanes& lanes, QWidget* parent = nullptr);
    void refresh();
    /// The models among which drafts are found, which outlive the panel; without them there are those of the lane and
    /// its heads.
    void setModels(ModelCatalogue* models);
    [[nodiscard]] ExportedView exported(); ///< the drawing, and all figures of every setting

    [[nodiscard]] Sweep& sweep() { return m_sweep; }
    [[nodiscard]] PromptListBox& promptList() const { return *m_list; }
    [[nodiscard]] SweepView& view() const { return *m_view; }

signals:
    void failed(const QString& sentence);
    void stepRequested(const draftscope::RunSetup& setup); ///< Step is to run it

private:
    /// What is varied along an axis.
    struct AxisFields {
        QComboBox* setting;
        QLineEdit* values;
        QToolButton* drafts; ///< in the place of the values, where drafts are varied
    };
    AxisFields makeAxis(QBoxLayout& row, const QString& words, const QString& name);
    [[nodiscard]] QWidget* makeResult();
    void refreshLanes();
    void refreshSettings();
    void refreshDrafts();
    [[nodiscard]] std::vector<SweepDraft> chosenDrafts() const; ///< of those that fit, the ticked ones
    void refreshBar();
    void refreshDrawing();
    void refreshResult();
    void start();
    [[nodiscard]] Result<std::vector<SweepAxis>> axes() const; ///< as the fields have them
    /// What is chosen is the sweep that was stopped.
    [[nodiscard]] bool canGoOn() const;
    [[nodiscard]] Lane* chosenLane() const;
    [[nodiscard]] SweepFigure figure() const;
    [[nodiscard]] int chosenPoint() const; ///< or the best one; -1 for none

    Lanes& m_lanes;
    Sweep m_sweep;
    QPointer<Lane> m_swept; ///< the lane that the sweep began with
    int m_sweptList = 0;    ///< and its prompts
    QComboBox *m_lane, *m_figure;
    AxisFields m_first, m_second;
    QPointer<ModelCatalogue> m_models;
    QMenu* m_draftMenu;               ///< of both fields: only one can be of drafts
    std::vector<SweepDraft> m_drafts; ///< that fit the target of m_draftsAreFor
    std::optional<RunSetup> m_draftsAreFor;
    PromptListBox* m_list;
    MeasuringBar* m_bar;
    SweepView* m_view;
    QLabel* m_sentence;
    QToolButton *m_toLane, *m_toStep;
    QTimer m_soon; ///< until what has been measured is shown
};

} // namespace draftscope

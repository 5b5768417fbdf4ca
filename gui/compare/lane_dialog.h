// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QDialog>
#include <QPointer>
#include <QTimer>

#include "gui/compare/lane.h"
#include "gui/worker/run_planner.h"

class QCheckBox;
class QLabel;
class QPushButton;

namespace draftscope {

class BackendFields;
class Lanes;
class MethodBoxes;
class MethodOptionsBox;
class ModelBox;
class ModelCatalogue;
class SamplerFields;
enum class ModelRole;

/// Everything that a lane decodes with, in the fields of Setup: for a new lane, or for one that there is, which then
/// decodes again from the beginning. Prompt, seed and token limit are those of lane 1, where there is one. What cannot
/// work is said in a sentence before anything is loaded. It deletes itself when it is closed.
class LaneDialog : public QDialog {
    Q_OBJECT
public:
    /// `lane`: the one to be changed; null for a new one, which begins with `setup`.
    LaneDialog(Lanes& lanes, Lane* lane, const RunSetup& setup, QWidget* parent);

    [[nodiscard]] const RunSetup& setup() const { return m_setup; }
    [[nodiscard]] QString problem() const; ///< what cannot work; else empty

private:
    [[nodiscard]] QWidget* makeFields();
    void connectFields();
    void connectBox(ModelBox* box, ModelRole role);
    void edit(const std::function<void(RunSetup&)>& change);
    void fill();
    void showModels();
    void ask();
    void refresh();
    void use();

    Lanes& m_lanes;
    QPointer<Lane> m_lane; ///< null for a new one
    const bool m_isNew;
    RunSetup m_setup;
    ModelCatalogue* m_catalogue;
    ModelBox *m_target, *m_draft;
    MethodBoxes* m_boxes;
    SamplerFields* m_numbers;
    MethodOptionsBox* m_options;
    QCheckBox* m_ownBackend;
    BackendFields* m_backend;
    QLabel *m_problem, *m_needs;
    QPushButton* m_use;
    RunPlanner m_planner;
    QString m_pairProblem;
    RunPlanned m_plan;
    QTimer m_askSoon; ///< so that a number being typed is not planned for digit by digit
    bool m_isFilling = false;
};

} // namespace draftscope

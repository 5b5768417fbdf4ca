// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "gui/lab/lossless_lab.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace draftscope {

class MethodBoxes;
class NumberField;
class SamplerFields;

/// The lab's column Setup: what both sides are, and what the right one has otherwise. Each change counts at once.
class LabFields : public QWidget {
    Q_OBJECT
public:
    explicit LabFields(LosslessLab& lab, QWidget* parent = nullptr);
    /// The pair of Step's setup, which is offered beside the five letters and the embedded pair.
    void setLoadedPair(const RunSetup& pair);

    QComboBox *const models, *const right, *const lookAt;
    NumberField *const tokens, *const seed;
    QComboBox* const texts;
    QLineEdit* const prompt;
    [[nodiscard]] MethodBoxes& boxes() const { return *m_boxes; }
    [[nodiscard]] SamplerFields& sampler() const { return *m_sampler; }

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeColumn();
    void connectFields();
    void refresh();
    void fillModels();
    void fillRight();
    void fillTexts();
    void edit(const std::function<void(LabSetup&)>& change);

    LosslessLab& m_lab;
    MethodBoxes* const m_boxes;
    SamplerFields* const m_sampler;
    std::vector<RunSetup> m_pairs; ///< embedded, then Step's, where that is another one
    std::optional<RunSetup> m_loaded;
    QLabel *m_explanation, *m_problem;
    QWidget* m_tokensPlace;
    bool m_isFilling = false;
};

} // namespace draftscope

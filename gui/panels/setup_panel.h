// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "gui/panels/run_panel.h"
#include "gui/setup/setup_differences.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace draftscope {

class BatchBox;
class Disclosure;
class MethodBoxes;
class MethodOptionsBox;
class ChatFields;
class ModelFields;
class NumberField;
class SamplerFields;
class SetupPlans;

/// Everything that a run begins with: the prompt, the fields that people change first, and all others where these are
/// opened. What cannot work is said in a sentence before anything runs. What can be done with it is in the SetupBar.
class SetupPanel : public RunPanel {
    Q_OBJECT
public:
    explicit SetupPanel(Navigation& navigation);
    [[nodiscard]] QString sentence() const; ///< what cannot work; else empty
    [[nodiscard]] QString memory() const;   ///< what is to be loaded takes, in a sentence, once it is known
    [[nodiscard]] bool showsAllFields() const;
    void showAllFields(bool on);
    void goToField(SetupField field); ///< brings it into sight, wherever it is, and gives it the focus

protected:
    void changeEvent(QEvent* event) override;
    void refresh() override;

private:
    void layOut();
    void connectFields();
    QWidget* makePrompt();
    QWidget* makeSimpleFields();
    QWidget* makeOtherFields();
    QWidget* makeNotes();
    [[nodiscard]] QWidget* widgetOf(SetupField field) const;
    void fill();
    /// Puts what one field says into the setup; what the other fields show rounded stays as it is.
    void edit(const std::function<void(RunSetup&)>& change);
    void editSeed();
    void showChat();
    void showPlan();
    void sayRoom();
    void sayTreeSize();
    /// What is chosen among the fields that are out of sight.
    void sayUnusual();
    void refreshNotes();

    ModelFields* m_models;
    MethodBoxes* m_boxes;
    SamplerFields* m_numbers;
    NumberField* m_maxTokens;
    MethodOptionsBox* m_methodOptions;
    QLineEdit* m_seed;
    QPlainTextEdit* m_prompt;
    QLabel* m_promptName;
    ChatFields* m_chat;
    BatchBox* m_batch;
    struct Notes {
        QLabel *sentence, *room, *memory, *treeSize, *backend, *why;
    } m_notes;                   ///< below the fields, each where there is something to say
    Disclosure* m_all = nullptr; ///< the fields that are not simple
    QLabel* m_unusual;
    SetupPlans* m_plans;
    QString m_seedSentence;
    bool m_isFilling = false;
};

} // namespace draftscope

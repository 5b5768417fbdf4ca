// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QTimer>

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
    void checkPair();
    /// A restart would load something else than what runs.
    [[nodiscard]] bool isToBeLoaded() const;
    /// Asks what that would take, unless it has been asked; forgets what was, where nothing would be loaded.
    void planSoon();
    void forgetPlan();
    /// Asks what the target makes of the prompt, unless it has been asked.
    void previewSoon();
    void showPlan();
    void sayRoom();
    void sayTreeSize();
    /// What is chosen among the fields that are out of sight.
    void sayUnusual();
    void say(const QString& sentence);
    void refreshNotes();

    ModelFields* m_models;
    MethodBoxes* m_boxes;
    SamplerFields* m_numbers;
    NumberField* m_maxTokens;
    MethodOptionsBox* m_methodOptions;
    QLineEdit* m_seed;
    QLabel* m_room;
    QPlainTextEdit* m_prompt;
    QLabel* m_promptName;
    ChatFields* m_chat;
    BatchBox* m_batch;
    QLabel *m_sentence, *m_backend, *m_why, *m_memory, *m_treeSize;
    Disclosure* m_all = nullptr; ///< the fields that are not simple
    QLabel* m_unusual;
    QString m_pairSentence, m_seedSentence;
    RunPlanned m_plan;
    PromptPreview m_preview;          ///< of the setup; empty until it is known
    RunSetup m_plannedFor;            ///< memorySetup() of what is being planned or was
    RunSetup m_previewedFor;          ///< the parts of a setup that decide what the target gets
    QTimer m_planSoon, m_previewSoon; ///< so that a prompt being typed is not planned for letter by letter
    bool m_isFilling = false;
};

} // namespace draftscope

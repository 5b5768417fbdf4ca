// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QTimer>

#include "gui/dock_panel.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace draftscope {

class ApplyButtons;
class BatchBox;
class MethodBoxes;
class MethodOptionsBox;
class ChatFields;
class ModelFields;
class NumberField;
class SamplerFields;

/// Everything that a run begins with. What cannot work is said in a sentence before anything runs; sampler and K can
/// also be changed in the middle of a run.
class SetupPanel : public DockPanel {
    Q_OBJECT
public:
    explicit SetupPanel(Navigation& navigation);
    [[nodiscard]] QString sentence() const; ///< what cannot work; else empty
    [[nodiscard]] QString memory() const;   ///< what is to be loaded takes, in a sentence, once it is known

protected:
    void changeEvent(QEvent* event) override;
    void refresh() override;

private:
    QWidget* makeFields();
    void connectFields();
    QWidget* makePrompt();
    QWidget* makeButtons();
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
    void say(const QString& sentence);
    void refreshButtons();

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
    QLabel *m_sentence, *m_backend, *m_why, *m_memory;
    ApplyButtons* m_apply;
    QString m_pairSentence, m_seedSentence;
    RunPlanned m_plan;
    PromptPreview m_preview;          ///< of the setup; empty until it is known
    RunSetup m_plannedFor;            ///< memorySetup() of what is being planned or was
    RunSetup m_previewedFor;          ///< the parts of a setup that decide what the target gets
    QTimer m_planSoon, m_previewSoon; ///< so that a prompt being typed is not planned for letter by letter
    bool m_isFilling = false;
};

} // namespace draftscope

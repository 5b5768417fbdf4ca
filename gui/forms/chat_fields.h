// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

#include "gui/worker/prompt_preview.h"

class QCheckBox;
class QLabel;
class QLineEdit;

namespace draftscope {

class ChatTurns;
class PromptView;

/// Says whether the prompt is a message, what the target is told beforehand, and shows the text that it really gets.
class ChatFields : public QWidget {
    Q_OBJECT
public:
    using Change = std::function<void(RunSetup&)>;

    explicit ChatFields(QWidget* parent = nullptr);
    void showChatOf(const RunSetup& setup);
    /// What the setup's target makes of its prompt, once it is known.
    void showPreview(const PromptPreview& preview);

signals:
    void edited(const draftscope::ChatFields::Change& change);
    void continueAsked(); ///< as ChatTurns

private:
    void refresh();
    void editSystem(const QString& text);

    QCheckBox* m_isChat;
    QLineEdit* m_system;
    QWidget* m_systemField;
    QLabel *m_why, *m_caption, *m_remarks;
    PromptView* m_view;
    ChatTurns* m_turns;
    RunSetup m_setup;
    PromptPreview m_preview;
    bool m_isFilling = false;
};

} // namespace draftscope

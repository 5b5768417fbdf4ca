// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

#include "gui/setup/run_setup.h"

class QComboBox;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace draftscope {

class Navigation;

/// What was said before the message: turns in a list, the current one's role and text under it. Insert adds one,
/// Delete removes the current
/// one, Alt+Up and Alt+Down move it.
class ChatTurns : public QWidget {
    Q_OBJECT
public:
    explicit ChatTurns(QWidget* parent = nullptr);
    void showTurnsOf(const RunSetup& setup);

signals:
    void edited(const std::function<void(draftscope::RunSetup&)>& change);
    void continueAsked(); ///< the run's text is to become a turn: continueConversation()

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add();
    void remove();
    void move(int by);
    void changeCurrent(const std::function<void(Turn&)>& change);
    void publish(int current);
    void refresh(int current);
    void showCurrent();
    [[nodiscard]] int current() const;

    QListWidget* m_list;
    QComboBox* m_role;
    QPlainTextEdit* m_text;
    QPushButton *m_add, *m_remove, *m_up, *m_down, *m_continue;
    Conversation m_turns;
    bool m_isFilling = false;
};

/// The conversation of the run that is shown goes on: its message and the text that it wrote become turns, and the
/// message is empty. A
/// sentence where it cannot: the run was no conversation, or has no text yet.
[[nodiscard]] QString continueConversation(RunSetup& setup, const Navigation& navigation);

} // namespace draftscope

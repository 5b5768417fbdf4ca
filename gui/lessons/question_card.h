// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QFrame>

#include "gui/lessons/lesson_driver.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace draftscope {

class ChoiceButton;

/// A question of a step, with what it can be answered with, and what is to be said of the answer.
class QuestionCard : public QFrame {
    Q_OBJECT
public:
    /// Precondition: the driver is ready.
    QuestionCard(LessonDriver& driver, int question, QWidget* parent = nullptr);
    void refresh();
    /// Of choices, by the keys 1 to 9.
    void chooseByKey(int choice);
    [[nodiscard]] int question() const { return m_question; }
    [[nodiscard]] const std::vector<ChoiceButton*>& choices() const { return m_choices; }
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QLabel& reason() const { return *m_reason; }

signals:
    void linkActivated(const QString& address);
    void linkHovered(const QString& address);

private:
    [[nodiscard]] const LessonQuestion& asks() const;
    [[nodiscard]] QWidget* makeChoices();
    [[nodiscard]] QWidget* makeNumber();
    void checkChosen();
    void checkTyped();

    LessonDriver& m_driver;
    int m_question;
    bool m_wantsSeveral = false;
    QLabel *m_reason, *m_hint = nullptr;
    std::vector<ChoiceButton*> m_choices;
    QPushButton* m_check = nullptr;
    QLineEdit* m_field = nullptr;
};

} // namespace draftscope

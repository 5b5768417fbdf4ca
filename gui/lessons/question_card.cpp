// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/question_card.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/lessons/choice_button.h"
#include "gui/lessons/lesson_label.h"
#include "gui/lessons/lesson_words.h"
#include "widgets/style/number_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int betweenChoices = 6; ///< in pixels

/// As many beside each other as a page of a lesson has room for, so that no word is broken.
int columnsFor(const std::vector<ChoiceButton*>& choices)
{
    constexpr int lettersOfPage = 28, most = 4;
    const int room = lettersOfPage * QFontMetrics(lessonFont()).averageCharWidth();
    int widest = 1;
    for (const ChoiceButton* choice : choices)
        widest = std::max(widest, choice->sizeHint().width());
    return std::clamp((room + betweenChoices) / (widest + betweenChoices), 1, std::min(most, int(choices.size())));
}

} // namespace

QuestionCard::QuestionCard(LessonDriver& driver, int question, QWidget* parent)
    : QFrame(parent), m_driver(driver), m_question(question), m_reason(makeLessonLabel())
{
    setObjectName(QStringLiteral("questionCard"));
    setStyleSheet(QStringLiteral("#questionCard { background: %1; border: 1px solid %2; border-radius: 8px; }")
                      .arg(Theme::tint(Role::target, 0.06).name(), Theme::tint(Role::target, 0.30).name()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 9, 12, 9);
    column->setSpacing(7);
    QLabel* words = makeLessonLabel();
    const auto text = fill(asks().text, driver.asked());
    setLessonText(*words, text.value_or(FilledText()), lessonFont(), &driver.asked().recording());
    setAccessibleName(plainWords(text.value_or(FilledText()), &driver.asked().recording()));
    column->addWidget(words);
    if (asks().kind == LessonQuestion::Kind::choice)
        column->addWidget(makeChoices());
    else if (asks().kind == LessonQuestion::Kind::number)
        column->addWidget(makeNumber());
    else {
        m_hint = new QLabel(tr("Click it in the text, on the stage or in the distribution."));
        m_hint->setObjectName(QStringLiteral("muted"));
        m_hint->setFont(lessonFont());
        m_hint->setWordWrap(true);
        column->addWidget(m_hint);
    }
    column->addWidget(m_reason);
    for (QLabel* label : {words, m_reason}) {
        connect(label, &QLabel::linkActivated, this, &QuestionCard::linkActivated);
        connect(label, &QLabel::linkHovered, this, &QuestionCard::linkHovered);
    }
    refresh();
}

const LessonQuestion& QuestionCard::asks() const
{
    return *m_driver.current().questions()[std::size_t(m_question)];
}

QWidget* QuestionCard::makeChoices()
{
    auto* place = new QWidget;
    auto* grid = new QGridLayout(place);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(betweenChoices);
    const Recording* recording = &m_driver.asked().recording();
    const auto right = rightChoices(asks(), m_driver.asked(), m_driver.answered());
    m_wantsSeveral = right && right->size() > 1;
    for (const LessonChoice& choice : asks().choices) {
        const FilledText text = fill(choice.text, m_driver.asked()).value_or(FilledText());
        auto* button = new ChoiceButton;
        button->setWords(richText(text, lessonFont(), recording), plainWords(text, recording));
        button->setCheckable(m_wantsSeveral);
        const int number = int(m_choices.size());
        button->setObjectName(QStringLiteral("choice%1").arg(number + 1));
        connect(button, &QAbstractButton::clicked, this, [this, number] {
            if (!m_wantsSeveral)
                m_driver.answers().choose(m_question, {number});
        });
        m_choices.push_back(button);
    }
    const int columns = columnsFor(m_choices);
    for (int i = 0; i < int(m_choices.size()); ++i)
        grid->addWidget(m_choices[std::size_t(i)], i / columns, i % columns);
    if (m_wantsSeveral) {
        m_check = new QPushButton(tr("Check"));
        m_check->setFocusPolicy(Qt::TabFocus);
        connect(m_check, &QPushButton::clicked, this, &QuestionCard::checkChosen);
        grid->addWidget(m_check, grid->rowCount(), 0, 1, columns, Qt::AlignLeft);
    }
    return place;
}

QWidget* QuestionCard::makeNumber()
{
    auto* place = new QWidget;
    auto* row = new QHBoxLayout(place);
    row->setContentsMargins(0, 0, 0, 0);
    m_field = new QLineEdit;
    m_field->setAccessibleName(tr("Your answer, a number"));
    m_field->setPlaceholderText(tr("A number"));
    m_field->setFont(lessonFont());
    m_field->setFixedWidth(QFontMetrics(lessonFont()).averageCharWidth() * 14);
    m_check = new QPushButton(tr("Check"));
    m_check->setFocusPolicy(Qt::TabFocus);
    connect(m_field, &QLineEdit::returnPressed, this, &QuestionCard::checkTyped);
    connect(m_check, &QPushButton::clicked, this, &QuestionCard::checkTyped);
    row->addWidget(m_field);
    row->addWidget(m_check);
    row->addStretch(1);
    return place;
}

void QuestionCard::checkChosen()
{
    std::vector<int> chosen;
    for (std::size_t i = 0; i < m_choices.size(); ++i)
        if (m_choices[i]->isChecked())
            chosen.push_back(int(i));
    m_driver.answers().choose(m_question, chosen);
}

void QuestionCard::checkTyped()
{
    if (m_driver.answers().answerNumber(m_question, m_field->text()))
        return;
    const QString sentence = tr("That is no number: give one such as %1.").arg(decimal(0.62, 'g', 2));
    setLessonText(*m_reason, {FilledPiece{sentence.toStdString()}}, lessonFont(), nullptr);
    m_reason->show();
}

void QuestionCard::chooseByKey(int choice)
{
    if (choice < int(m_choices.size()) && m_choices[std::size_t(choice)]->isEnabled())
        m_choices[std::size_t(choice)]->click();
}

void QuestionCard::refresh()
{
    const LessonAnswers::Answer* answer = m_driver.answers().answer(m_question);
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const bool isChosen = answer && std::ranges::count(answer->chosen, int(i)) > 0;
        m_choices[i]->setLook(!isChosen             ? ChoiceButton::Look::open
                                  : answer->isRight ? ChoiceButton::Look::right
                                                    : ChoiceButton::Look::wrong);
        m_choices[i]->setEnabled(!answer || !answer->isRight);
    }
    if (m_field && answer && answer->isRight) {
        m_field->setText(answer->typed);
        m_field->setReadOnly(true);
    }
    if (m_check)
        m_check->setVisible(!answer || !answer->isRight);
    if (m_hint)
        m_hint->setVisible(!answer);
    m_reason->setVisible(answer);
    if (!answer)
        return;
    FilledText reason = answer->reason;
    const QString mark = answer->isRight ? QStringLiteral("**✓** ") : QStringLiteral("**✗** ");
    reason.insert(reason.begin(), FilledPiece{mark.toStdString()});
    setLessonText(*m_reason, reason, lessonFont(), &m_driver.asked().recording());
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_sheet.h"

#include <QCursor>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "gui/language/engine_words.h"
#include "gui/lessons/lesson_label.h"
#include "gui/lessons/question_card.h"
#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

LessonSheet::LessonSheet(LessonDriver& driver, QWidget* parent) : QScrollArea(parent), m_driver(driver)
{
    setObjectName(QStringLiteral("lessonSheet"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(1, 1);
    connect(&driver, &LessonDriver::stepChanged, this, &LessonSheet::rebuild);
    connect(&driver, &LessonDriver::readyChanged, this, &LessonSheet::rebuild);
    connect(&driver, &LessonDriver::measured, this, &LessonSheet::fillMeasured);
    connect(&driver.answers(), &LessonAnswers::changed, this, &LessonSheet::refreshAnswers);
    rebuild();
}

FilledText LessonSheet::filled(const LessonText& text) const
{
    return fill(text, m_driver.asked()).value_or(FilledText()); // the driver has checked all of the step
}

void LessonSheet::rebuild()
{
    m_cards.clear();
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("lessonPage"));
    m_column = new QVBoxLayout(content);
    const bool isForRoom = Theme::views() > 1;
    m_column->setContentsMargins(isForRoom ? 16 : 22, isForRoom ? 10 : 20, isForRoom ? 16 : 22, isForRoom ? 10 : 18);
    m_column->setSpacing(isForRoom ? 9 : 12);
    if (m_driver.isOpen()) {
        QLabel* title = makeLessonLabel();
        title->setObjectName(QStringLiteral("lessonTitle"));
        title->setTextFormat(Qt::PlainText);
        title->setFont(lessonFont(isForRoom ? 1.15 : 1.35, true));
        title->setText(qtText(m_driver.current().title));
        m_column->addWidget(title);
        if (m_driver.isReady()) {
            int question = 0;
            for (const LessonBlock& block : m_driver.current().blocks)
                addBlock(block, question);
            addToTry();
        } else if (!m_driver.problem().isEmpty()) {
            QLabel* problem = makeLessonLabel();
            problem->setTextFormat(Qt::PlainText);
            problem->setObjectName(QStringLiteral("lessonProblem"));
            problem->setFont(lessonFont());
            problem->setText(engineWords(m_driver.problem()));
            m_column->addWidget(problem);
        }
    }
    m_column->addStretch(1);
    if (QWidget* before = takeWidget())
        before->deleteLater(); // what was pressed may be in it
    setWidget(content);
    content->installEventFilter(this);
    content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    emit contentChanged();
}

/// A person may be typing an answer while the measurement comes.
void LessonSheet::fillMeasured()
{
    int typing = -1;
    QString typed;
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        if (const QLineEdit* field = m_cards[i]->field(); field && field->hasFocus()) {
            typing = int(i);
            typed = field->text();
        }
    rebuild();
    if (typing < 0)
        return;
    QLineEdit* const field = m_cards[std::size_t(typing)]->field();
    field->setText(typed);
    field->setFocus();
}

/// Only once the layouts within have noticed what was shown or hidden do they say how high the page is.
bool LessonSheet::eventFilter(QObject* watched, QEvent* event)
{
    const bool isDone = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        emit contentChanged();
    return isDone;
}

void LessonSheet::refreshAnswers()
{
    for (QuestionCard* card : m_cards)
        card->refresh();
    emit contentChanged();
}

void LessonSheet::addLabel(QLabel* label)
{
    connect(label, &QLabel::linkActivated, this, &LessonSheet::linkActivated);
    connect(label, &QLabel::linkHovered, this,
            [this](const QString& address) { emit linkHovered(address, QCursor::pos()); });
    m_column->addWidget(label);
}

void LessonSheet::addBlock(const LessonBlock& block, int& question)
{
    switch (block.kind) {
    case LessonBlock::Kind::markdown:
        addMarkdown(block);
        return;
    case LessonBlock::Kind::formula:
        addFormula(block);
        return;
    case LessonBlock::Kind::published:
        addPublished(block);
        return;
    case LessonBlock::Kind::question:
        break;
    }
    auto* card = new QuestionCard(m_driver, question++);
    connect(card, &QuestionCard::linkActivated, this, &LessonSheet::linkActivated);
    connect(card, &QuestionCard::linkHovered, this,
            [this](const QString& address) { emit linkHovered(address, QCursor::pos()); });
    m_cards.push_back(card);
    m_column->addWidget(card);
}

void LessonSheet::addMarkdown(const LessonBlock& block)
{
    QLabel* label = makeLessonLabel();
    setLessonText(*label, filled(block.text), lessonFont(), &m_driver.asked().recording());
    addLabel(label);
}

void LessonSheet::addFormula(const LessonBlock& block)
{
    QLabel* label = makeLessonLabel();
    const FilledText text = filled(block.text);
    label->setObjectName(QStringLiteral("lessonFormula"));
    label->setText(richFormula(text, lessonFont(1.08), &m_driver.asked().recording()));
    label->setAccessibleName(plainWords(text, &m_driver.asked().recording()));
    label->setAlignment(Qt::AlignCenter);
    label->setStyleSheet(QStringLiteral("#lessonFormula { background: %1; border-radius: 6px; padding: 8px; }")
                             .arg(Theme::tint(Role::muted, 0.08).name()));
    addLabel(label);
}

/// What others have measured never looks like what is measured here.
void LessonSheet::addPublished(const LessonBlock& block)
{
    QLabel* label = makeLessonLabel();
    FilledText text = filled(block.text);
    text.insert(text.begin(),
                FilledPiece{(QStringLiteral("**") + tr("Published:") + QStringLiteral("** ")).toStdString()});
    FilledText source = filled(block.source);
    text.push_back({" *("});
    text.insert(text.end(), source.begin(), source.end());
    text.push_back({")*"});
    label->setObjectName(QStringLiteral("lessonPublished"));
    setLessonText(*label, text, lessonFont(), &m_driver.asked().recording());
    label->setStyleSheet(QStringLiteral("#lessonPublished { border-left: 4px solid %1; padding-left: 10px; }")
                             .arg(Theme::color(Role::muted).name()));
    addLabel(label);
}

void LessonSheet::addToTry()
{
    const FilledText toTry = filled(m_driver.current().toTry);
    if (toTry.empty())
        return;
    QLabel* label = makeLessonLabel();
    FilledText text = toTry;
    text.insert(
        text.begin(),
        FilledPiece{(QStringLiteral("[") + tr("Let me try") + QStringLiteral("](lesson-try:): ")).toStdString()});
    setLessonText(*label, text, lessonFont(), &m_driver.asked().recording());
    addLabel(label);
}

int LessonSheet::neededHeight(int width) const
{
    const QWidget* content = widget();
    return content->layout()->hasHeightForWidth() ? content->layout()->totalHeightForWidth(width)
                                                  : content->layout()->totalMinimumSize().height();
}

int LessonSheet::neededWidth() const
{
    return widget()->layout()->totalMinimumSize().width();
}

QString LessonSheet::plainText() const
{
    QStringList words;
    for (const QLabel* label : widget()->findChildren<QLabel*>())
        words << (label->accessibleName().isEmpty() ? label->text() : label->accessibleName());
    return words.join(QLatin1Char('\n'));
}

void LessonSheet::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (changesSizes(*event) || event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &LessonSheet::rebuild, Qt::QueuedConnection);
}

} // namespace draftscope

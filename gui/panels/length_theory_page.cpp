// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/length_theory_page.h"
#include "gui/scrolled_words.h"

#include <cmath>

#include <QBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "widgets/theme.h"
#include "widgets/token_text.h"

namespace draftscope {

LengthTheoryPage::LengthTheoryPage(QWidget* parent)
    : QWidget(parent), m_chart(new LengthTheoryChart), m_sides(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_slider(new QSlider(Qt::Horizontal)), m_reset(new QToolButton), m_rate(new QLabel), m_sentence(new QLabel),
      m_note(new QLabel)
{
    m_sides->setContentsMargins(0, 0, 0, 0);
    m_sides->setSpacing(0);
    m_sides->addWidget(m_chart, 5);
    m_sides->addWidget(makeWords(), 4);
    setLayout(m_sides);
    refresh();
}

QWidget* LengthTheoryPage::makeWords()
{
    m_slider->setRange(0, 100);
    m_slider->setPageStep(10);
    m_slider->setMinimumWidth(60);
    m_slider->setAccessibleName(tr("Acceptance rate to try"));
    m_slider->setToolTip(tr("What another acceptance rate would come to, at the times of this run"));
    m_slider->setFocusPolicy(Qt::TabFocus);
    connect(m_slider, &QSlider::valueChanged, this, &LengthTheoryPage::tryRate);
    m_reset->setObjectName(QStringLiteral("cornerButton"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Back to the acceptance rate of this run"));
    m_reset->setFocusPolicy(Qt::TabFocus);
    connect(m_reset, &QToolButton::clicked, this, &LengthTheoryPage::forgetTried);
    auto* row = new QHBoxLayout;
    row->addWidget(m_rate);
    row->addWidget(m_slider, 1);
    row->addWidget(m_reset);
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(8);
    column->addLayout(row);
    for (QLabel* label : {m_sentence, m_note}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    m_note->setObjectName(QStringLiteral("muted"));
    column->addStretch(1);
    return scrolledWords(inside, tr("The best draft length in words"));
}

void LengthTheoryPage::setRun(const LengthTheory& ofRun)
{
    m_ofRun = ofRun;
    refresh();
}

void LengthTheoryPage::forgetTried()
{
    m_tried.reset();
    refresh();
}

void LengthTheoryPage::setSideBySide(bool isSideBySide)
{
    m_sides->setDirection(isSideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void LengthTheoryPage::tryRate(int percent)
{
    m_tried = percent / 100.0;
    refresh();
}

void LengthTheoryPage::refresh()
{
    LengthTheory theory = m_ofRun;
    const bool isTried = m_tried && !theory.draftsTrees;
    if (isTried)
        theory.acceptance = m_tried;
    theory.isTried = isTried;
    m_chart->setTheory(theory);
    m_rate->setText((isTried ? tr("α %1, tried") : tr("α %1, measured")).arg(number(theory.acceptance)));
    m_sentence->setText(sentenceOf(theory));
    m_note->setText(noteOf(theory));
    m_note->setVisible(!m_note->text().isEmpty());
    m_note->setFont(Theme::smallFont());
    const QSignalBlocker isNoTry(m_slider);
    m_slider->setValue(int(std::lround(100 * theory.acceptance.value_or(0))));
    m_slider->setEnabled(!theory.draftsTrees);
    m_reset->setEnabled(isTried);
}

} // namespace draftscope

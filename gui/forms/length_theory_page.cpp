// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/length_theory_page.h"
#include "gui/controls/scrolled_words.h"

#include <algorithm>
#include <cmath>

#include <QBoxLayout>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int mostCost = 100, leastVerify = 50, mostVerify = 400; ///< hundredths that the sliders reach at least

} // namespace

LengthTheoryPage::LengthTheoryPage(QWidget* parent)
    : QWidget(parent), m_chart(new LengthTheoryChart), m_sides(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_reset(new QToolButton), m_sentence(new QLabel), m_note(new QLabel)
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
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    addKnob(*grid, "acceptanceSlider", &TriedTheory::acceptance);
    addKnob(*grid, "costSlider", &TriedTheory::cost);
    addKnob(*grid, "verifySlider", &TriedTheory::verify);
    m_knobs[0].slider->setAccessibleName(tr("Acceptance rate to try"));
    m_knobs[0].slider->setToolTip(tr("What another acceptance rate would come to, at the times of this run"));
    m_knobs[1].slider->setAccessibleName(tr("Cost ratio c to try"));
    m_knobs[1].slider->setToolTip(tr("What a faster or slower draft would come to: c is the time of a draft step over "
                                     "that of a plain step of the target"));
    m_knobs[2].slider->setAccessibleName(tr("Verify ratio v to try"));
    m_knobs[2].slider->setToolTip(tr("What a target would come to that verifies faster or slower: v is the time of a "
                                     "pass with the rows of this run over that of a plain step"));
    m_reset->setObjectName(QStringLiteral("cornerButton"));
    m_reset->setText(tr("As measured"));
    m_reset->setToolTip(tr("Back to what was measured of this run"));
    m_reset->setFocusPolicy(Qt::TabFocus);
    connect(m_reset, &QToolButton::clicked, this, &LengthTheoryPage::forgetTried);
    grid->setColumnStretch(1, 1);
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(8);
    column->addLayout(grid);
    for (QLabel* label : {m_sentence, m_note}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    column->insertWidget(2, m_reset, 0, Qt::AlignLeft); // beside the sliders their words would not fit a narrow window
    m_note->setObjectName(QStringLiteral("muted"));
    column->addStretch(1);
    return scrolledWords(inside, tr("The best draft length in words"));
}

void LengthTheoryPage::addKnob(QGridLayout& grid, const char* name, std::optional<double> TriedTheory::*tried)
{
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setObjectName(QLatin1String(name));
    slider->setPageStep(10);
    slider->setMinimumWidth(60);
    slider->setFocusPolicy(Qt::TabFocus);
    connect(slider, &QSlider::valueChanged, this, [this, tried](int hundredths) {
        m_tried.*tried = hundredths / 100.0;
        refresh();
    });
    auto* words = new QLabel;
    const int row = int(m_knobs.size());
    grid.addWidget(words, row, 0);
    grid.addWidget(slider, row, 1);
    m_knobs.push_back({tried, words, slider});
}

void LengthTheoryPage::setRun(const LengthTheory& ofRun)
{
    m_ofRun = ofRun;
    refresh();
}

void LengthTheoryPage::forgetTried()
{
    m_tried = {};
    refresh();
}

void LengthTheoryPage::setSideBySide(bool isSideBySide)
{
    m_sides->setDirection(isSideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void LengthTheoryPage::showNotes(bool on)
{
    m_showsNotes = on;
    refresh();
}

void LengthTheoryPage::refresh()
{
    const LengthTheory theory = withTried(m_ofRun, m_tried);
    m_chart->setTheory(theory);
    m_sentence->setText(summaryOf(theory));
    m_note->setText(noteOf(theory));
    m_note->setVisible(m_showsNotes && !m_note->text().isEmpty());
    m_note->setFont(Theme::smallFont());
    m_sentence->setFont(Theme::smallFont());
    refreshKnobs(theory);
    m_reset->setVisible(theory.isTried);
}

/// Each slider stands at what is shown, and its range has room for that. A number that is neither measured nor tried is
/// "–".
void LengthTheoryPage::refreshKnobs(const LengthTheory& theory)
{
    const int rows = rowsOf(m_ofRun);
    const std::optional<double> c = theory.costs ? std::optional(theory.costs->costRatio) : std::nullopt;
    const std::optional<double> v = theory.costs ? std::optional(theory.costs->verifyRatio(rows)) : std::nullopt;
    const auto show = [&](std::optional<double> TriedTheory::*tried, const QString& words, std::optional<double> value,
                          int least, int most) {
        for (Knob& knob : m_knobs) {
            if (knob.tried != tried)
                continue;
            const QSignalBlocker isNoTry(knob.slider);
            const int hundredths = int(std::lround(100 * value.value_or(0)));
            knob.words->setText(words);
            knob.slider->setRange(value ? std::min(least, hundredths) : least, std::max(most, hundredths));
            knob.slider->setValue(hundredths);
            knob.slider->setEnabled(!theory.draftsTrees);
        }
    };
    const bool isRateTried = theory.isTried && m_tried.acceptance;
    show(&TriedTheory::acceptance,
         (isRateTried ? tr("α %1, tried") : tr("α %1, measured")).arg(number(theory.acceptance)), theory.acceptance, 0,
         100);
    show(&TriedTheory::cost, (theory.isCostTried ? tr("c %1, tried") : tr("c %1, measured")).arg(number(c)), c, 0,
         mostCost);
    show(&TriedTheory::verify,
         (theory.isVerifyTried ? tr("v %1 of %2 rows, tried") : tr("v %1 of %2 rows, measured"))
             .arg(number(v), QString::number(rows)),
         v, leastVerify, mostVerify);
}

void LengthTheoryPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/speed_up_panel.h"

#include "gui/controls/scrolled_words.h"
#include <QMenu>

#include <QBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

#include "gui/forms/length_theory_page.h"
#include "gui/forms/other_machine_page.h"
#include "widgets/charts/speed_up_curves.h"
#include "widgets/charts/speed_view.h"
#include "widgets/style/theme.h"

namespace draftscope {

SpeedUpPanel::SpeedUpPanel(Navigation& nav)
    : RunPanel(QStringLiteral("speed-up"), tr("Speed-up"), nav), m_pages(new QStackedWidget),
      m_theory(new LengthTheoryPage), m_other(new OtherMachinePage([this] {
          return OtherMachinePage::Loaded{navigation().starter().setup(), navigation().thread().backend()};
      })),
      m_view(new SpeedView), m_sides(new QBoxLayout(QBoxLayout::LeftToRight)), m_again(new QToolButton),
      m_sentence(new QLabel), m_formula(new QLabel), m_note(new QLabel)
{
    m_pages->addWidget(makeMeasured());
    m_pages->addWidget(m_theory);
    m_pages->addWidget(m_other);
    setContent(m_pages);
    offerMenu(new QMenu(this));
    m_again->setObjectName(QStringLiteral("cornerButton"));
    m_again->setFocusPolicy(Qt::TabFocus);
    header().addCorner(m_again);
    connect(m_again, &QToolButton::clicked, &nav.speedOfRun(), &RunSpeed::measureAgain);
    connect(&nav.player(), &Player::activityChanged, this,
            [this] { refreshAgain(navigation().speedOfRun().figures()); });
    addPageButton(measured, tr("Measured"), tr("This run beside plain decoding of its prompt"));
    addPageButton(theory, tr("Theory"), tr("What other draft lengths and acceptance rates are expected to come to"));
    addPageButton(otherMachine, tr("On another machine"),
                  tr("What a pair of models would come to on other hardware, computed"));
    showPage(measured);
    connect(&nav.speedOfRun(), &RunSpeed::changed, this, &SpeedUpPanel::refreshSoon);
    connect(&nav, &Navigation::recordingReplaced, m_theory, &LengthTheoryPage::forgetTried);
}

void SpeedUpPanel::addPageButton(Page page, const QString& title, const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("cornerButton"));
    button->setText(title);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::clicked, this, [this, page] {
        showPage(page);
        refresh();
    });
    m_pageButtons.push_back(button);
    header().addCorner(button);
}

void SpeedUpPanel::refreshAgain(const SpeedFigures& figures)
{
    m_again->setText(tr("Measure again"));
    m_again->setEnabled(navigation().speedOfRun().canMeasureAgain());
    m_again->setToolTip(figures.isGrowing ? tr("It is being measured")
                                          : tr("Forgets the speed-up and measures it once more (%1)")
                                                .arg(QKeySequence(measureAgainKey).toString(QKeySequence::NativeText)));
}

void SpeedUpPanel::showPage(int page)
{
    m_pages->setCurrentIndex(page);
    for (std::size_t i = 0; i < m_pageButtons.size(); ++i)
        m_pageButtons[i]->setChecked(int(i) == page);
}

QWidget* SpeedUpPanel::makeMeasured()
{
    auto* content = new QWidget;
    m_sides->setContentsMargins(0, 4, 0, 0);
    m_sides->setSpacing(0);
    m_sides->addWidget(m_view, 5);
    m_sides->addWidget(makeWords(), 4);
    content->setLayout(m_sides);
    return content;
}

QWidget* SpeedUpPanel::makeWords()
{
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(8);
    for (QLabel* label : {m_sentence, m_formula, m_note}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    m_note->setObjectName(QStringLiteral("muted"));
    column->addStretch(1);
    m_words = scrolledWords(inside, tr("The speed-up in words"));
    return m_words;
}

ExportedView SpeedUpPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    const bool isTheory = m_pages->currentIndex() == theory;
    if (m_pages->currentIndex() == otherMachine) {
        exported.view = &m_other->chart();
        exported.title = tr("Speed-up on another machine, computed");
        exported.csv = [this] { return m_other->csv(); };
        return exported;
    }
    exported.view = isTheory ? static_cast<QWidget*>(&m_theory->chart()) : m_view;
    exported.title = isTheory ? tr("Expected tokens and speed-up by draft length") : accessibleName();
    exported.csv = [this, isTheory] {
        return isTheory ? csvOf(m_theory->shown()) : csvOf(navigation().speedOfRun().figures());
    };
    return exported;
}

void SpeedUpPanel::refresh()
{
    const SpeedFigures figures = navigation().speedOfRun().figures();
    m_view->setFigures(figures, {});
    refreshAgain(figures);
    m_sentence->setText(sentenceOf(figures));
    m_formula->setText(formulaOf(figures));
    m_formula->setVisible(figures.speed.predictedSpeedUp.has_value());
    m_note->setText(noteOf(figures));
    m_note->setFont(Theme::smallFont());
    m_note->setVisible(m_showsNotes);
    for (QLabel* label : {m_sentence, m_formula})
        label->setFont(Theme::font());
    m_words->setVisible(figures.plainTokensPerSecond.has_value()); // else the view says why there is nothing
    const QString busy = busyWords(figures.steadiness);
    const SpeedMeasurement& measurement = navigation().speedOfRun().background().measurement();
    const bool isBeingMeasured = figures.isGrowing && measurement.laps() > 0 && measurement.decodes() > 1;
    header().setSubtitle(figures.speed.measuredSpeedUp
                             ? tr("measured %1, expected %2")
                                     .arg(timesText(figures.speed.measuredSpeedUp, figures.speed.speedUpInterval),
                                          timesText(figures.speed.predictedSpeedUp))
                                 + (busy.isEmpty() ? QString() : tr(" · machine busy"))
                             : isBeingMeasured
                             ? tr("being measured, %1 %").arg(int(100 * navigation().speedOfRun().background().share()))
                             : tr("not measured"),
                         busy);
    if (m_pages->currentIndex() == theory)
        m_theory->setRun(theoryOf(figures));
}

void SpeedUpPanel::showNotes(bool on)
{
    m_showsNotes = on;
    m_theory->showNotes(on);
    m_other->showNotes(on);
    setSides();
    refreshSoon();
}

LengthTheory SpeedUpPanel::theoryOf(const SpeedFigures& figures) const
{
    LengthTheory ofRun;
    ofRun.acceptance = (figures.rounds > 0 ? figures.measured : figures.metrics).acceptanceRate();
    ofRun.draftsTrees = figures.draftsTrees;
    ofRun.costs = figures.costs;
    ofRun.runLength = figures.speed.stepsPerRound;
    ofRun.expectedSpeedUp = figures.speed.predictedSpeedUp;
    ofRun.measuredSpeedUp = figures.speed.measuredSpeedUp;
    return ofRun;
}

/// Side by side where the panel is low, as at the bottom of the window; one below the other where it is narrow.
void SpeedUpPanel::resizeEvent(QResizeEvent* event)
{
    DockPanel::resizeEvent(event);
    setSides();
}

void SpeedUpPanel::setSides()
{
    const bool isLow = width() > (m_showsNotes ? 1.4 : 2.2) * height(); // a few words fit below
    m_sides->setDirection(isLow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_theory->setSideBySide(isLow);
    m_other->setSideBySide(isLow);
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_bar.h"

#include <cmath>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include "gui/controls/fitted_button.h"
#include "widgets/style/elided_label.h"
#include "widgets/style/number_text.h"

namespace draftscope {

LabActions::LabActions(LosslessLab& ofLab, QObject* parent)
    : QObject(parent), lab(ofLab), toggle(new QAction(this)), again(new QAction(this)), gentle(new QAction(this)),
      everything(new QAction(this))
{
    toggle->setShortcuts({QKeySequence(Qt::Key_Space), QKeySequence(Qt::Key_F5)});
    again->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    everything->setShortcut(QKeySequence(Qt::Key_F9));
    gentle->setCheckable(true);
    connect(toggle, &QAction::triggered, &lab, &LosslessLab::toggle);
    connect(again, &QAction::triggered, &lab, &LosslessLab::startAgain);
    connect(gentle, &QAction::toggled, &lab, &LosslessLab::setGentle);
    connect(everything, &QAction::triggered, this, [this] {
        if (lab.table().isRunning())
            lab.table().stop();
        else
            lab.startTable();
    });
    connect(&lab, &LosslessLab::changed, this, &LabActions::refresh);
    connect(&lab.table(), &LabTable::progressed, this, &LabActions::refresh);
    refresh();
}

void LabActions::refresh()
{
    using State = LosslessLab::State;
    const State state = lab.state();
    const bool isGoing = state == State::running || state == State::opening;
    toggle->setText(isGoing                      ? LosslessLab::tr("❚❚ Pause")
                        : state == State::paused ? LosslessLab::tr("▶ Go on")
                                                 : LosslessLab::tr("▶ Draw"));
    toggle->setEnabled(m_isInSight && state != State::refused && state != State::finished);
    toggle->setToolTip(LosslessLab::tr("Draws texts on both sides, and pauses (Space)"));
    again->setText(LosslessLab::tr("Start again"));
    again->setToolTip(
        LosslessLab::tr("Throws away what was drawn, and draws it once more from the same seed (Ctrl+R)"));
    again->setEnabled(m_isInSight && lab.sides().has_value());
    gentle->setText(LosslessLab::tr("Slowly at first"));
    gentle->setToolTip(LosslessLab::tr("Single texts are seen, and then ever more of them; else as fast as it can"));
    gentle->setChecked(lab.isGentle());
    everything->setText(lab.table().isRunning()                ? LosslessLab::tr("❚❚ Stop the table")
                            : lab.table().canGoOn(lab.setup()) ? LosslessLab::tr("▶ Go on with the table")
                                                               : LosslessLab::tr("Every rule, every bug…"));
    everything->setEnabled(m_isInSight);
    gentle->setEnabled(m_isInSight);
    everything->setToolTip(
        LosslessLab::tr("Tries every rule as it should be, and every bug, with this setup, in the background (F9)"));
}

void LabActions::setInSight(bool on)
{
    m_isInSight = on;
    refresh();
}

LabBar::LabBar(LosslessLab& lab, LabActions& actions, QWidget* parent)
    : QWidget(parent), m_lab(lab), m_actions(actions), m_words(new ElidedLabel(ElidedLabel::First::parts)),
      m_goal(new QLabel), m_progress(new QProgressBar)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_toggle = buttonOf(actions.toggle);
    m_toggle->setObjectName(QStringLiteral("play"));
    row->addWidget(m_toggle);
    row->addWidget(buttonOf(actions.again));
    row->addWidget(m_words);
    row->addWidget(m_progress);
    row->addWidget(m_goal);
    row->addStretch(1);
    m_gentle = buttonOf(actions.gentle);
    row->addWidget(m_gentle);
    row->addWidget(buttonOf(actions.everything));
    for (QLabel* words : {m_words, m_goal})
        words->setObjectName(QStringLiteral("muted"));
    m_progress->setObjectName(QStringLiteral("laneProgress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(170, 5);
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(tr("Texts that are drawn"));
    connect(&lab, &LosslessLab::changed, this, &LabBar::refresh);
    refresh();
}

QToolButton* LabBar::buttonOf(QAction* action)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the lab
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

/// The progress bar says what the words say; the menu has what is left out here.
void LabBar::fit(int width)
{
    fitButton(*m_toggle, {LosslessLab::tr("❚❚ Pause"), LosslessLab::tr("▶ Go on"), LosslessLab::tr("▶ Draw")});
    for (QWidget* each : {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_gentle)})
        each->show();
    constexpr int wordsRoom = 220; // pixels for what changes all the time
    for (QWidget* each : {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_gentle)}) {
        layout()->invalidate();
        each->setVisible(layout()->minimumSize().width() + wordsRoom <= width);
    }
}

QString LabBar::words() const
{
    return m_words->text();
}

void LabBar::refresh()
{
    using State = LosslessLab::State;
    const LabFigures* figures = m_lab.figures();
    QString words;
    switch (m_lab.state()) {
    case State::empty:
        words = tr("Nothing drawn yet");
        break;
    case State::opening:
        words = tr("Getting ready…");
        break;
    case State::refused:
        words = tr("Cannot be tested: see Setup");
        break;
    case State::running:
    case State::paused:
    case State::finished:
        words = tr("%1 texts of each").arg(grouped(m_lab.texts()));
        if (m_lab.state() == State::running && figures && figures->textsPerSecond >= 1)
            words +=
                QStringLiteral(" · ") + tr("%1 a second").arg(grouped(qint64(std::round(figures->textsPerSecond))));
        if (m_lab.state() == State::paused)
            words += QStringLiteral(" · ") + tr("paused");
        if (m_lab.state() == State::finished)
            words += QStringLiteral(" · ") + tr("finished");
        break;
    }
    m_words->setText(words);
    m_goal->setText(tr("of %1").arg(grouped(m_lab.setup().texts)));
    m_progress->setValue(int(1000.0 * m_lab.texts() / m_lab.setup().texts));
}

void LabBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_actions.refresh();
    refresh();
}

} // namespace draftscope

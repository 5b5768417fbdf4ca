// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/theory_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "engine/analysis/speed.h"
#include "gui/compare/lane_words.h"
#include "gui/forms/length_theory_page.h"
#include "widgets/style/lane_style.h"

namespace draftscope {

namespace {

QString nameOfLane(const Lanes& lanes, const Lane& lane)
{
    return QStringLiteral("%1 · %2").arg(lanes.indexOf(&lane) + 1).arg(methodTitle(lane));
}

/// As it was measured, whatever of it is shown; empty before.
Speed speedOfLane(const Lanes& lanes, const Lane& lane)
{
    return lanes.speeds().of(lane).value_or(Speed());
}

/// Of the rounds that the speed is of; before these are known, of those that are shown.
std::optional<double> acceptanceOf(const Lanes& lanes, const Lane& lane)
{
    const DecodeFigures* const measured = lanes.speeds().measuredOf(lane);
    return measured ? measured->times.metrics().acceptanceRate() : lane.playhead().metrics().acceptanceRate();
}

} // namespace

TheoryPanel::TheoryPanel(Lanes& lanes, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_choice(new QComboBox), m_page(new LengthTheoryPage)
{
    auto* words = new QLabel(tr("Expected of lane"));
    words->setObjectName(QStringLiteral("muted"));
    words->setBuddy(m_choice);
    m_choice->setAccessibleName(tr("Lane that the theory is of"));
    m_choice->setToolTip(tr("Whose acceptance rate and costs the curves are of; the marks are of all lanes"));
    m_choice->setFocusPolicy(Qt::TabFocus);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(words);
    row->addWidget(m_choice);
    row->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_page, 1);
    connect(m_choice, &QComboBox::activated, this, &TheoryPanel::choose);
    connect(&lanes.player(), &LanePlayer::lockChanged, this, &TheoryPanel::followCurrent);
}

const Lane* TheoryPanel::lane() const
{
    if (m_chosen && m_lanes.indexOf(m_chosen) >= 0)
        return m_chosen;
    for (int i = 0; i < m_lanes.count(); ++i)
        if (!m_lanes.lane(i).isPlain())
            return &m_lanes.lane(i);
    return m_lanes.count() > 0 ? &m_lanes.lane(0) : nullptr;
}

void TheoryPanel::choose(int index)
{
    if (index < 0 || index >= m_lanes.count())
        return;
    m_chosen = &m_lanes.lane(index);
    m_page->forgetTried();
    refresh();
}

/// Who drives one lane looks at that one.
void TheoryPanel::followCurrent()
{
    const Lane* const current = m_lanes.player().lock() == LaneLock::none ? m_lanes.player().current() : nullptr;
    if (!current || current == m_followed)
        return;
    m_followed = current;
    choose(m_lanes.indexOf(current));
}

void TheoryPanel::refresh()
{
    refreshChoice();
    const Lane* const shown = lane();
    m_page->setRun(shown ? theoryOf(*shown) : LengthTheory());
}

void TheoryPanel::refreshChoice()
{
    QStringList names;
    for (int i = 0; i < m_lanes.count(); ++i)
        names << nameOfLane(m_lanes, m_lanes.lane(i));
    QStringList there;
    for (int i = 0; i < m_choice->count(); ++i)
        there << m_choice->itemText(i);
    const QSignalBlocker isNoChoice(m_choice);
    if (names != there) {
        m_choice->clear();
        for (int i = 0; i < names.size(); ++i)
            m_choice->addItem(laneSwatch(i, laneSwatchSide()), names[i]);
    }
    m_choice->setCurrentIndex(m_lanes.indexOf(lane()));
    m_choice->setEnabled(m_lanes.count() > 0);
}

LengthTheory TheoryPanel::theoryOf(const Lane& lane) const
{
    LengthTheory theory;
    const Speed speed = speedOfLane(m_lanes, lane);
    theory.acceptance = acceptanceOf(m_lanes, lane);
    theory.draftsTrees = lane.playhead().drafts() == Drafts::levels;
    if (const Lane* const plain = m_lanes.plainLaneFor(lane))
        if (const DecodeFigures* own = m_lanes.speeds().measuredOf(lane), *beside = m_lanes.speeds().measuredOf(*plain);
            own && beside)
            theory.costs = passCostsOf(own->times, beside->times);
    theory.runLength = speed.stepsPerRound;
    theory.expectedSpeedUp = speed.predictedSpeedUp;
    theory.measuredSpeedUp = speed.measuredSpeedUp;
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane& each = m_lanes.lane(i);
        const Speed own = speedOfLane(m_lanes, each);
        theory.lanes.push_back(
            {i, nameOfLane(m_lanes, each), acceptanceOf(m_lanes, each), own.stepsPerRound, own.measuredSpeedUp});
    }
    return theory;
}

ExportedView TheoryPanel::exported()
{
    ExportedView exported;
    exported.title = tr("Expected tokens and speed-up by draft length");
    exported.caption = lanesInWords(m_lanes);
    const Lane* const shown = lane();
    if (!shown || m_page->shown().lengths().empty())
        return exported;
    exported.view = &m_page->chart();
    exported.subtitle = nameOfLane(m_lanes, *shown);
    exported.least = {820, 320};
    exported.text = [this] {
        QStringList lines{summaryOf(m_page->shown()), noteOf(m_page->shown())};
        for (const LengthTheory::LanePoint& point : m_page->shown().lanes)
            lines << sentenceOf(point);
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    };
    exported.csv = [this] { return csvOf(m_page->shown()); };
    return exported;
}

void TheoryPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_page->setSideBySide(width() > 1.4 * height());
}

} // namespace draftscope

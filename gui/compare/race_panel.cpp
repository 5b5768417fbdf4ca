// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/race_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/compare/lane_words.h"
#include "widgets/view_tables.h"

namespace draftscope {

namespace {

constexpr int raceFrameMs = 16;

} // namespace

RacePanel::RacePanel(Lanes& lanes, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_view(new RaceView), m_run(new QToolButton), m_slowness(new QComboBox)
{
    m_run->setObjectName(QStringLiteral("cornerButton"));
    m_run->setFocusPolicy(Qt::TabFocus);
    for (const int slowness : {1, 10, 100})
        m_slowness->addItem(slowness == 1 ? tr("as measured") : tr("%1 times slower").arg(slowness), slowness);
    m_slowness->setCurrentIndex(1);
    m_slowness->setFocusPolicy(Qt::TabFocus);
    m_slowness->setAccessibleName(tr("Speed of the race"));
    auto* words =
        new QLabel(tr("Each lane's rounds one after another, as long as they took: no lane waits here for another."));
    words->setObjectName(QStringLiteral("muted"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_run);
    row->addWidget(m_slowness);
    row->addWidget(words, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_view, 1);
    m_frames.setTimerType(Qt::PreciseTimer);
    m_frames.setInterval(raceFrameMs);
    connect(&m_frames, &QTimer::timeout, this, &RacePanel::goOn);
    connect(m_run, &QToolButton::clicked, this, [this] { isRunning() ? stop() : run(); });
    refreshButton();
}

void RacePanel::refresh()
{
    std::vector<RaceLane> racing;
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane& lane = m_lanes.lane(i);
        RaceLane& each = racing.emplace_back();
        each.name = QStringLiteral("%1 · %2").arg(i + 1).arg(methodTitle(lane));
        for (int r = 1; r < lane.shownRounds(); ++r) { // the first one reads the prompt, too
            const RoundRecord& round = lane.recording().round(0, r);
            each.rounds.push_back({phaseBarOf(round), int(round.committed.size())});
        }
    }
    m_view->setLanes(std::move(racing));
    refreshButton();
}

ExportedView RacePanel::exported()
{
    ExportedView exported;
    exported.title = tr("Race of the lanes");
    exported.caption = lanesInWords(m_lanes);
    if (m_view->lanes().empty())
        return exported;
    exported.view = m_view;
    exported.subtitle = tr("each lane's rounds one after another, as long as they took, without the first");
    exported.least = {820, 60};
    exported.text = [this] { return m_view->description(); };
    exported.csv = [this] { return csvOf(tableOf(m_view->lanes())); };
    return exported;
}

void RacePanel::run()
{
    if (m_view->duration() <= 0)
        return;
    if (m_view->clock() >= m_view->duration())
        m_view->setClock(0);
    m_sinceFrame.start();
    m_frames.start();
    refreshButton();
}

void RacePanel::stop()
{
    m_frames.stop();
    refreshButton();
}

void RacePanel::goOn()
{
    const double passed = double(m_sinceFrame.nsecsElapsed()) / 1e6;
    m_sinceFrame.start();
    m_view->setClock(m_view->clock() + passed / m_slowness->currentData().toInt());
    if (m_view->clock() >= m_view->duration())
        stop();
}

void RacePanel::refreshButton()
{
    m_run->setText(isRunning() ? tr("❚❚ Stop") : tr("▶ Run the race"));
    m_run->setEnabled(m_view->duration() > 0);
}

void RacePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    stop();
}

} // namespace draftscope

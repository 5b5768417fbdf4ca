// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/race_panel.h"

#include <algorithm>

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/compare/lane_words.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/style/elided_label.h"

namespace draftscope {

namespace {

constexpr int raceFrameMs = 16;

constexpr double raceSeconds = 10; ///< that the slowest lane takes on the screen, however fast it was

} // namespace

RacePanel::RacePanel(Lanes& lanes, QWidget* parent)
    : QWidget(parent), m_lanes(lanes), m_view(new RaceView), m_run(new QToolButton),
      m_words(new ElidedLabel(ElidedLabel::First::end)), m_withoutPlain(new QWidget),
      m_addPlain(new QPushButton(tr("Add plain decoding")))
{
    m_run->setObjectName(QStringLiteral("cornerButton"));
    m_run->setFocusPolicy(Qt::TabFocus);
    m_words->setObjectName(QStringLiteral("muted"));
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // no window is made wider for it
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_run);
    row->addWidget(m_words, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 0);
    column->setSpacing(4);
    auto* without = new QLabel(tr("No lane decodes plainly, so the race does not show what drafting gains or costs."));
    without->setWordWrap(true);
    m_addPlain->setObjectName(QStringLiteral("addPlainToRace"));
    m_addPlain->setFocusPolicy(Qt::TabFocus);
    connect(m_addPlain, &QPushButton::clicked, this, [this] {
        if (m_lanes.count() > 0)
            m_lanes.addPlain(m_lanes.lane(0).setup());
    });
    auto* saying = new QHBoxLayout(m_withoutPlain);
    saying->setContentsMargins(0, 0, 0, 0);
    saying->setSpacing(8);
    saying->addWidget(without, 1);
    saying->addWidget(m_addPlain);
    m_withoutPlain->hide();
    column->addLayout(row);
    column->addWidget(m_withoutPlain);
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
        const DecodeFigures* const measured = m_lanes.speeds().measuredOf(lane);
        if (!measured || measured->times.texts().empty())
            continue;
        const RoundTimes::Text& text = measured->times.texts().front();
        for (const TokenId token :
             text.front().committed) // of the first round, which reads the prompt and does not race
            each.text += lane.run().vocabulary().bytesOf(token);
        each.textBegin = each.text.size();
        for (std::size_t r = 1; r < text.size() && !text[r].committed.empty(); ++r) {
            for (const TokenId token : text[r].committed)
                each.text += lane.run().vocabulary().bytesOf(token);
            PhaseBar bar = phaseBarOf(int(r), text[r]);
            if (bar.total() <= 0) // it was the first of its turn in every pass
                bar.verify = RoundTimes::msOf(text, r);
            each.rounds.push_back({bar, int(text[r].committed.size()), each.text.size()});
        }
    }
    m_view->setNothing(whyNothing());
    m_view->setLanes(toOneLength(std::move(racing)));
    m_words->setText(
        m_view->duration() > 0
            ? tr("Each lane's rounds one after another, at their measured times, to the same number of tokens: "
                 "%1 of decoding in %2 s here.")
                  .arg(durationText(m_view->duration()))
                  .arg(raceSeconds)
            : QString());
    refreshWhetherPlain();
    refreshButton();
}

QString RacePanel::whyNothing() const
{
    for (int i = 0; i < m_lanes.count(); ++i)
        if (const QString why = m_lanes.speeds().whyNone(m_lanes.lane(i)); !why.isEmpty())
            return why;
    return m_lanes.count() > 0 ? tr("The texts end within their first round, which reads the prompt and does not race.")
                               : tr("There is no lane yet: add one.");
}

void RacePanel::refreshWhetherPlain()
{
    bool hasPlain = m_lanes.count() == 0;
    for (int i = 0; i < m_lanes.count(); ++i)
        hasPlain |= m_lanes.lane(i).isPlain();
    m_withoutPlain->setVisible(!hasPlain);
    m_addPlain->setEnabled(m_lanes.count() < Lanes::most);
    m_addPlain->setToolTip(
        m_addPlain->isEnabled()
            ? tr("A lane of the target alone, which all others are measured against")
            : tr("There are %1 lanes, and no more can be there: remove one first.").arg(Lanes::most));
}

ExportedView RacePanel::exported()
{
    ExportedView exported;
    exported.title = tr("Race of the lanes");
    exported.caption = lanesInWords(m_lanes);
    if (m_view->lanes().empty())
        return exported;
    exported.view = m_view;
    exported.subtitle = tr("each lane's rounds one after another, at their measured times, without the first");
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
    m_view->setClock(m_view->clock() + passed * m_view->duration() / (1000 * raceSeconds));
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

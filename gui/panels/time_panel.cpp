// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/time_panel.h"

#include "gui/controls/scrolled_words.h"
#include <QMenu>

#include <algorithm>
#include <initializer_list>

#include <QBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "gui/playback/recorded_steps.h"
#include "widgets/charts/stage_times_table.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/style/number_text.h"

namespace draftscope {

TimePanel::TimePanel(Navigation& nav)
    : RunPanel(QStringLiteral("time"), tr("Where the time goes"), nav, tr("Time")), m_chart(new PhaseChart),
      m_sides(new QBoxLayout(QBoxLayout::LeftToRight)), m_measure(new QToolButton), m_sentence(new QLabel),
      m_measured(new QLabel), m_note(new QLabel), m_table(new StageTimesTable)
{
    m_measure->setObjectName(QStringLiteral("cornerButton"));
    m_measure->setFocusPolicy(Qt::TabFocus);
    header().addCorner(m_measure);
    auto* content = new QWidget;
    m_sides->setContentsMargins(0, 4, 0, 0);
    m_sides->setSpacing(0);
    m_sides->addWidget(m_chart, 4);
    m_stages = makeStages();
    m_sides->addWidget(m_stages, 5);
    content->setLayout(m_sides);
    setContent(content);
    offerMenu(new QMenu(this));
    forget();

    connect(m_chart, &PhaseChart::roundClicked, this, [this](int round) {
        const int branch = playhead().position().branch;
        if (round < playhead().recording().roundCount(branch))
            navigation().player().goTo(endOfRound(playhead().recording(), branch, round));
    });
    connect(m_measure, &QToolButton::clicked, this, [this] {
        if (navigation().measurements().areStagesMeasured())
            navigation().measurements().cancelStages();
        else
            navigation().measurements().measureStages();
    });
    connect(&nav, &Navigation::recordingChanged, this, &TimePanel::forget);
    connect(&nav.speedOfRun(), &RunSpeed::changed, this, [this] {
        const BackgroundSpeed& speed = navigation().speedOfRun().background();
        if (!speed.isMeasured()) { // the next measurement may lie at the same place in memory
            m_measuredText = nullptr;
            m_kept = 0;
        }
        refreshSoon();
    });
    connect(&nav.measurements(), &RunMeasurements::stagesMeasured, this, &TimePanel::showTimes);
    connect(&nav.measurements(), &RunMeasurements::stagesNotMeasured, this, &TimePanel::showNoTimes);
    connect(&nav.measurements(), &RunMeasurements::changed, this, &TimePanel::refreshButton);
    connect(&nav.player(), &Player::activityChanged, this, &TimePanel::refreshButton);
}

QWidget* TimePanel::makeStages()
{
    for (QLabel* label : {m_sentence, m_measured, m_note}) {
        label->setObjectName(QStringLiteral("muted"));
        label->setWordWrap(true);
    }
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 6, 12, 8);
    column->setSpacing(6);
    column->addWidget(m_sentence);
    column->addWidget(m_measured);
    column->addWidget(m_table);
    column->addWidget(m_note);
    column->addStretch(1);
    return scrolledWords(inside, tr("Stages of a pass"));
}

ExportedView TimePanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.view = m_chart;
    exported.csv = [this] { return csvOf(tableOf(m_bars)); };
    return exported;
}

void TimePanel::refresh()
{
    refreshBars();
    refreshButton();
}

/// Of a run that goes on here, its rounds as they were measured in turns without pauses, and no time before that: how
/// it was stepped says nothing. Of a trace as it was recorded.
void TimePanel::refreshBars()
{
    const Position at = playhead().position();
    const BackgroundSpeed& free = navigation().speedOfRun().background();
    const bool isTrace = free.stage() == BackgroundSpeed::Stage::nothing;
    const RoundTimes::Text* text = nullptr;
    if (free.isMeasured() && !free.measurement().figures(0).times.texts().empty())
        text = &free.measurement().figures(0).times.texts().front();
    if (at.branch != m_branch || text != m_measuredText)
        m_kept = 0;
    if (std::min(m_kept, at.round) <= m_departure)
        m_departure = everyRound;
    m_branch = at.branch;
    m_measuredText = text;
    m_kept = std::min(m_kept, at.round);
    m_bars.resize(std::size_t(m_kept));
    const auto barOf = [&](const RoundRecord& round) {
        if (isTrace)
            return phaseBarOf(round);
        const auto number = std::size_t(round.round);
        if (!round.isFinished() || !text || round.round > m_departure)
            return PhaseBar{.round = round.round};
        const bool isSame = number < text->size()
            && (navigation().run().isBatch()
                || std::ranges::equal(round.committed, (*text)[number].committed, {}, &CommittedToken::token));
        if (!isSame)
            m_departure = round.round; // from there on it is another text
        return isSame ? phaseBarOf(round.round, (*text)[number]) : PhaseBar{.round = round.round};
    };
    for (int r = m_kept; r < at.round; ++r)
        m_bars.push_back(barOf(playhead().recording().round(at.branch, r)));
    m_kept = at.round;
    if (const auto& round = playhead().round())
        m_bars.push_back(barOf(*round));
    m_chart->setNothing(isTrace ? QString() : whyNoBars());
    m_chart->setRounds(m_bars);
    const QString shares = sharesOf(m_bars);
    header().setSubtitle(shares.isEmpty() ? (m_bars.empty() ? tr("no round yet") : tr("not measured"))
                             : isTrace    ? tr("as recorded: %1").arg(shares)
                                          : tr("measured: %1").arg(shares));
}

/// Which there are none of: all rounds shown are of another text than the one measured, or it is not measured yet.
QString TimePanel::whyNoBars() const
{
    if (!navigation().speedOfRun().background().isMeasured()) {
        const QString why = navigation().speedOfRun().figures().whyNone;
        return why.isEmpty() ? tr("The rounds are measured while the run stands still.") : why;
    }
    return tr("The rounds that are shown have no time: the first reads the prompt, and what was changed by hand is not "
              "measured.");
}

QString TimePanel::networkOf(const NetworkTimes& times)
{
    if (times.requests == 0)
        return {};
    const auto seconds = [](double value) { return decimal(value, 'f', 2); };
    const QString asked =
        tr("The server was asked %1 times by this program, and took %2 s until its answers were here.")
            .arg(grouped(times.requests), seconds(times.waited));
    const QString apart = times.saysWhatIsComputed
        ? tr("By its own words it computed for %1 s of that; network and queue took %2 s.")
              .arg(seconds(times.computed), seconds(std::max(0.0, times.waited - times.computed)))
        : tr("It does not say how much of that it computed.");
    return asked + QLatin1Char(' ') + apart;
}

void TimePanel::refreshButton()
{
    const bool isMeasuring = navigation().measurements().areStagesMeasured();
    const QString why = navigation().measurements().whyNoStages();
    m_measure->setText(isMeasuring ? tr("Cancel measuring") : tr("Measure the stages"));
    m_measure->setEnabled(isMeasuring || why.isEmpty());
    m_measure->setToolTip(isMeasuring ? tr("Ends the measurement")
                                      : tr("Times one pass of the target, stage by stage, after the text shown"));
    const QString sentence = isMeasuring ? tr("Measuring a pass of the target after the text shown…")
        : !why.isEmpty()                 ? why
        : m_hasTimes || !m_problem.isEmpty()
        ? m_problem
        : tr("What each stage of a pass of the target costs is measured when you ask for it.");
    const QString network = networkOf(timesOfServer(playhead().recording().header().target.path));
    m_sentence->setText(network.isEmpty() ? sentence : network + QStringLiteral("\n\n") + sentence);
    m_sentence->setVisible(!m_sentence->text().isEmpty());
    m_stages->setVisible(m_showsNotes || m_hasTimes || !network.isEmpty());
    m_measure->setAccessibleDescription(sentence);
}

void TimePanel::showNotes(bool on)
{
    m_showsNotes = on;
    refreshButton();
}

void TimePanel::showTimes(const StageTimes& times)
{
    m_hasTimes = true;
    m_problem.clear();
    m_table->setTimes(times);
    m_measured->setText(sentenceOf(times));
    m_note->setText(noteOf(times));
    for (QWidget* part : std::initializer_list<QWidget*>{m_measured, m_table, m_note})
        part->show();
    refreshButton();
}

/// The table of a measurement before stays, with its own sentence.
void TimePanel::showNoTimes(const QString& sentence)
{
    m_problem = sentence;
    refreshButton();
}

/// Another run: nothing is known of it.
void TimePanel::forget()
{
    m_kept = 0;
    m_bars.clear();
    m_hasTimes = false;
    m_problem.clear();
    for (QWidget* part : std::initializer_list<QWidget*>{m_measured, m_table, m_note})
        part->hide();
    refreshButton();
}

/// Side by side where the panel is low, as at the bottom of the window; one below the other where it is narrow.
void TimePanel::resizeEvent(QResizeEvent* event)
{
    DockPanel::resizeEvent(event);
    const bool isLow = width() > 1.4 * height();
    m_sides->setDirection(isLow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace draftscope

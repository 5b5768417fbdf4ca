// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/screenshot.h"

#include <algorithm>

#include <QTimer>

#include "gui/compare/lanes.h"
#include "gui/lab/lab_workspace.h"
#include "gui/lab/lossless_lab.h"
#include "gui/lessons/lesson_driver.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/window/main_window.h"

namespace draftscope {

namespace {

/// A text and a chart worth looking at are there from about this round on; a rejection as a lesson wants it comes soon
/// after.
constexpr int firstRound = 14, lastRound = 60;
constexpr int longestMeasuring = 10'000; ///< milliseconds

/// Something accepted, then a rejection whose replacement is known.
std::optional<int> momentOfRejection(const RoundRecord& round)
{
    if (round.acceptedCount() < 2 || round.judgedCount() == round.acceptedCount())
        return std::nullopt;
    for (std::size_t m = 0; m < round.moments.size(); ++m)
        if (round.moments[m].kind == MomentKind::residual)
            return int(m) + 1;
    return std::nullopt;
}

} // namespace

Screenshot::Screenshot(MainWindow& window, Navigation& navigation, ScreenshotOptions options,
                       std::function<void(const QString&)> done)
    : QObject(&window), m_window(window), m_navigation(navigation), m_options(std::move(options)),
      m_done(std::move(done))
{
    if (auto* lab = window.findChild<LabWorkspace*>(); &window.shownWorkspace() == lab) {
        m_lab = lab;
        connect(&lab->lab(), &LosslessLab::changed, this, &Screenshot::goOnWithLab);
        connect(&lab->lab().table(), &LabTable::progressed, this, &Screenshot::goOnWithLab);
        return;
    }
    connect(&navigation, &Navigation::failed, this, &Screenshot::finish);
    if (LessonDriver& lesson = window.lessons().driver(); lesson.isOpen()) {
        connect(&window.lessons(), &Workspace::failed, this, &Screenshot::finish);
        for (const auto signal : {&LessonDriver::readyChanged, &LessonDriver::measured})
            connect(&lesson, signal, this, [this] { QTimer::singleShot(0, this, &Screenshot::goOnWithLesson); });
        return;
    }
    if (window.lanes().count() > 0) {
        connect(&window.lanes(), &Lanes::failed, this, &Screenshot::finish);
        connect(&window.lanes().player(), &LanePlayer::stood, this,
                [this] { QTimer::singleShot(0, this, &Screenshot::goOnWithLanes); });
        return;
    }
    connect(&navigation, &Navigation::recordingReplaced, this,
            [this] { QTimer::singleShot(0, this, &Screenshot::goOn); });
    connect(&navigation.player(), &Player::stood, this, [this] { QTimer::singleShot(0, this, &Screenshot::goOn); });
}

std::optional<Position> Screenshot::wanted() const
{
    if (!m_options.at)
        return tellingRejection();
    const Recordings& recordings = m_navigation.run().recordings();
    const Position at = *m_options.at;
    const bool isThere = at.round < recordings.roundCount(0) && recordings.isFinished(0, at.round);
    return isThere ? std::optional(at) : std::nullopt;
}

std::optional<Position> Screenshot::tellingRejection() const
{
    const Recording& recording = m_navigation.recording();
    for (int r = firstRound - 1; r < recording.roundCount(0); ++r)
        if (const auto moment = momentOfRejection(recording.round(0, r)))
            return m_navigation.playhead().ways().sharedOf({0, r, *moment});
    if (!m_navigation.player().hasEnded() && recording.roundCount(0) < lastRound)
        return std::nullopt;
    for (int r = std::min(firstRound - 1, recording.roundCount(0)) - 1; r >= 0; --r) // the text was short
        if (const auto moment = momentOfRejection(recording.round(0, r)))
            return m_navigation.playhead().ways().sharedOf({0, r, *moment});
    return std::nullopt;
}

/// Where the step waits for a measurement it is there, or is not waited for longer.
void Screenshot::goOnWithLesson()
{
    const LessonDriver& lesson = m_window.lessons().driver();
    if (!lesson.problem().isEmpty()) {
        finish(lesson.problem());
    } else if (lesson.isReady() && lesson.current().waitsForMeasurement && !lesson.run().measured) {
        QTimer::singleShot(longestMeasuring, this, &Screenshot::take);
    } else if (lesson.isReady()) {
        take();
    }
}

void Screenshot::goOn()
{
    const Recordings& recordings = m_navigation.run().recordings();
    const int rounds = recordings.roundCount(0);
    const auto there = wanted();
    if (there && m_options.at && there->moment > recordings.momentCount(0, there->round)) {
        finish(tr("Round %1 has only %2 moments.").arg(there->round + 1).arg(recordings.momentCount(0, there->round)));
    } else if (there) {
        m_navigation.player().goToShared(*there);
        takeWhenMeasured();
    } else if (m_navigation.run().computation().canCompute() && (m_options.at || rounds < lastRound)
               && !(rounds > 0 && m_navigation.player().hasEnded())) {
        m_navigation.player().last();
        m_navigation.player().nextRound();
    } else if (m_options.at) {
        finish(tr("There is no round %1: the text has only %2.").arg(m_options.at->round + 1).arg(rounds));
    } else {
        m_navigation.player().last();
        takeWhenMeasured();
    }
}

/// The speed-up is measured when the run stands still. A slow model is not waited for.
void Screenshot::takeWhenMeasured()
{
    if (!m_navigation.speedOfRun().isPending()) {
        take();
        return;
    }
    disconnect(&m_navigation, nullptr, this, nullptr);
    connect(&m_navigation.speedOfRun(), &RunSpeed::changed, this, [this] {
        if (!m_navigation.speedOfRun().isPending())
            take();
    });
    QTimer::singleShot(longestMeasuring, this, &Screenshot::take);
}

void Screenshot::takeWhenLanesAreMeasured()
{
    Lanes& lanes = m_window.lanes();
    disconnect(&lanes, nullptr, this, nullptr);
    if (!lanes.speeds().background().isPending()) {
        take();
        return;
    }
    connect(&lanes.speeds(), &LaneSpeeds::changed, this, [this, &lanes] {
        if (!lanes.speeds().background().isPending())
            take();
    });
    QTimer::singleShot(longestMeasuring, this, &Screenshot::take);
}

void Screenshot::goOnWithLanes()
{
    Lanes& lanes = m_window.lanes();
    if (lanes.player().isLoading() || lanes.player().isComputing())
        return; // it comes again
    const int wanted = m_options.at ? m_options.at->round + 1 : firstRound;
    if (m_options.at && lanes.player().haveEnded() && lanes.player().place() < wanted)
        finish(tr("There is no round %1: the lanes have only %2.").arg(wanted).arg(lanes.player().place()));
    else if (lanes.player().place() >= wanted || lanes.player().haveEnded())
        takeWhenLanesAreMeasured();
    else
        lanes.player().nextRound();
}

/// The texts of both sides, and then every rule and every bug.
void Screenshot::goOnWithLab()
{
    LosslessLab& lab = m_lab->lab();
    LabTable& table = lab.table();
    if (lab.state() == LosslessLab::State::refused)
        finish(lab.problem());
    if (lab.state() != LosslessLab::State::finished || table.isRunning())
        return; // it comes again
    if (table.rowCount() == 0)
        lab.startTable();
    else if (table.isComplete())
        take();
}

void Screenshot::take()
{
    if (std::exchange(m_isTaken, true))
        return;
    disconnect(&m_navigation, nullptr, this, nullptr);
    disconnect(&m_window.lanes(), nullptr, this, nullptr);
    if (m_lab) {
        disconnect(&m_lab->lab(), nullptr, this, nullptr);
        disconnect(&m_lab->lab().table(), nullptr, this, nullptr);
    }
    // Layouts settle over a few turns of the event loop.
    QTimer::singleShot(150, this, [this] {
        QImage picture(m_options.size * m_options.scale, QImage::Format_ARGB32_Premultiplied);
        picture.setDevicePixelRatio(m_options.scale);
        m_window.render(&picture);
        finish(
            picture.save(m_options.file)
                ? QString()
                : tr("%1 could not be written: check that the folder exists, has room, and that the name ends in .png.")
                      .arg(m_options.file));
    });
}

void Screenshot::finish(const QString& sentence)
{
    if (const auto done = std::exchange(m_done, nullptr))
        done(sentence);
}

} // namespace draftscope

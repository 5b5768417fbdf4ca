// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/workspace_state_keeper.h"

#include "gui/playback/moment_name.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QSettings>
#include <QTimer>

#include "gui/language/engine_words.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

namespace {

const QString wantedKey = QStringLiteral("session/restore"), lastKey = QStringLiteral("session/last");

/// Where a run that is decoded again is another one than this: no what-if is made again. Rounds of branch 0; nothing
/// where it is the same.
std::optional<int> firstForcedRound(const Recording& recording)
{
    for (int i = 0; i < recording.roundCount(0); ++i)
        if (!recording.round(0, i).overrides.empty())
            return i;
    return std::nullopt;
}

/// Whether a moment comes back: all of a trace does, and of a run what comes before the first what-if.
bool comesBack(Position at, bool isTrace, std::optional<int> firstForced)
{
    return isTrace || (at.branch == 0 && (!firstForced || at.round < *firstForced));
}

} // namespace

WorkspaceStateKeeper::WorkspaceStateKeeper(Navigation& navigation, bool isKept, QObject* parent)
    : QObject(parent), m_navigation(navigation), m_isKept(isKept)
{
    connect(&navigation, &Navigation::recordingReplaced, this, [this] {
        m_goingBack = std::exchange(m_restored, {});
        if (m_goingBack)
            QTimer::singleShot(0, this, &WorkspaceStateKeeper::goBack); // when all is said of the run
        else
            keep();
        if (const QString excuse = std::exchange(m_excuse, {}); !excuse.isEmpty() && isAfresh())
            sayLater(excuse);
    });
    connect(&navigation.player().transport(), &Transport::stopConditionsChanged, this, [this] {
        if (m_goingBack)
            m_goingBack->stops = m_navigation.player().transport().stopConditions();
    });
    connect(&navigation.starter(), &RunStarter::loadingGivenUp, this, [this] {
        m_restored.reset();
        m_excuse.clear();
    });
    connect(&navigation, &Navigation::failed, this, [this](const QString& sentence) {
        if (m_navigation.player().activity() == Player::Activity::loading)
            return; // that goes on: the sentence is about something else
        m_excuse.clear();
        if (m_restored && !m_navigation.run().isThere())
            fallBack(sentence);
    });
}

bool WorkspaceStateKeeper::isWanted() const
{
    return m_isKept && QSettings().value(wantedKey, true).toBool();
}

void WorkspaceStateKeeper::setWanted(bool on)
{
    if (m_isKept)
        QSettings().setValue(wantedKey, on);
}

void WorkspaceStateKeeper::keep()
{
    if (!m_isKept || !m_navigation.run().isThere())
        return;
    WorkspaceState session{m_navigation.run().setup(), m_navigation.starter().trace(),
                           m_navigation.player().transport().stopConditions()};
    const bool isTrace = !session.trace.empty();
    const auto forced = firstForcedRound(m_navigation.recording());
    if (const Position shown = m_navigation.playhead().shared(); comesBack(shown, isTrace, forced))
        session.moment = shown;
    std::ranges::copy_if(m_navigation.bookmarks().all(), std::back_inserter(session.bookmarks),
                         [&](const BookmarkRecord& each) { return comesBack(each.at, isTrace, forced); });
    if (m_goingBack) { // the program ends on the way
        session.stops = m_goingBack->stops;
        session.moment = m_goingBack->moment;
        session.bookmarks = m_goingBack->bookmarks;
    }
    QSettings().setValue(lastKey, jsonOf(session));
}

bool WorkspaceStateKeeper::restore()
{
    if (!isWanted() || !QSettings().contains(lastKey))
        return false;
    const auto session = keptSessionOf(QSettings().value(lastKey).toByteArray());
    if (!session) {
        fallBack(engineSentence(session.error()));
        return true;
    }
    if (session->trace.empty()) {
        m_navigation.starter().restartWith(session->setup);
    } else {
        m_navigation.starter().setSetup(session->setup);
        m_navigation.starter().openTrace(session->trace);
    }
    m_restored = *session; // what was being loaded before it has been given up
    return true;
}

/// The run or trace is there: its stop conditions, its bookmarks and the moment come back.
void WorkspaceStateKeeper::goBack()
{
    if (!m_goingBack)
        return; // another run has come
    const WorkspaceState session = *m_goingBack;
    m_navigation.player().transport().setStopConditions(session.stops);
    if (!session.trace.empty()) {
        m_navigation.bookmarks().add(session.bookmarks);
        if (session.moment.branch < int(m_navigation.recording().branches().size()))
            m_navigation.player().goToShared(session.moment);
        m_goingBack.reset();
        return;
    }
    Position last = session.moment;
    for (const BookmarkRecord& each : session.bookmarks)
        last = isBefore(last, each.at) ? each.at : last;
    if (last == Position{}) {
        m_goingBack.reset();
        return;
    }
    const auto arrive = [this, session, last, number = m_navigation.run().number()] {
        if (m_navigation.run().number() != number)
            return; // that of another run
        m_goingBack.reset();
        m_navigation.bookmarks().add(session.bookmarks);
        if (isBefore(m_navigation.run().recordings().end(0), last))
            return; // a person has stopped it on its way
        m_navigation.player().goToShared(session.moment);
        m_navigation.status().say(
            tr("This is where you left off: %1.").arg(nameOfMoment(m_navigation.playhead(), session.moment)));
    };
    connect(&m_navigation.player(), &Player::stood, this, arrive, Qt::SingleShotConnection);
    m_navigation.player().decodeTo(last);
}

void WorkspaceStateKeeper::fallBack(const QString& why)
{
    m_restored.reset();
    const DefaultSetup fresh = defaultSetup();
    if (!fresh.problem.empty())
        return sayLater(tr("What was open the last time could not be brought back. %1 %2")
                            .arg(why, QString::fromStdString(fresh.problem)));
    m_navigation.starter().restartWith(fresh.setup);
    m_excuse = tr("What was open the last time could not be brought back, so this is the embedded pair. %1").arg(why);
}

/// The embedded pair on the usual story is what is shown.
bool WorkspaceStateKeeper::isAfresh() const
{
    return m_navigation.starter().trace().empty() && m_navigation.run().setup() == defaultSetup().setup;
}

/// The window takes complaints away when another run is there, or has its own of a load that failed: this one comes
/// after that.
void WorkspaceStateKeeper::sayLater(const QString& sentence)
{
    QTimer::singleShot(0, this, [this, sentence] { emit problem(sentence); });
}

void WorkspaceStateKeeper::startAfresh()
{
    const DefaultSetup fresh = defaultSetup();
    if (!fresh.problem.empty())
        emit problem(QString::fromStdString(fresh.problem));
    else
        m_navigation.starter().restartWith(fresh.setup);
}

} // namespace draftscope

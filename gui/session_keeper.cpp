// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session_keeper.h"

#include <utility>

#include <QSettings>
#include <QTimer>

#include "gui/kept_session.h"

namespace draftscope {

namespace {

const QString wantedKey = QStringLiteral("session/restore"), lastKey = QStringLiteral("session/last");

} // namespace

SessionKeeper::SessionKeeper(Navigation& navigation, bool isKept, QObject* parent)
    : QObject(parent), m_navigation(navigation), m_isKept(isKept)
{
    connect(&navigation, &Navigation::recordingReplaced, this, [this] {
        m_isRestoring = false;
        keep();
        if (const QString excuse = std::exchange(m_excuse, {}); !excuse.isEmpty() && isAfresh())
            sayLater(excuse);
    });
    connect(&navigation, &Navigation::loadingGivenUp, this, [this] {
        m_isRestoring = false;
        m_excuse.clear();
    });
    connect(&navigation, &Navigation::failed, this, [this](const QString& sentence) {
        if (m_navigation.activity() == Navigation::Activity::loading)
            return; // that goes on: the sentence is about something else
        m_excuse.clear();
        if (m_isRestoring && !m_navigation.hasRecording())
            fallBack(sentence);
    });
}

bool SessionKeeper::isWanted() const
{
    return m_isKept && QSettings().value(wantedKey, true).toBool();
}

void SessionKeeper::setWanted(bool on)
{
    if (m_isKept)
        QSettings().setValue(wantedKey, on);
}

void SessionKeeper::keep()
{
    if (m_isKept && m_navigation.hasRecording())
        QSettings().setValue(lastKey, jsonOf(KeptSession{m_navigation.running(), m_navigation.trace()}));
}

bool SessionKeeper::restore()
{
    if (!isWanted() || !QSettings().contains(lastKey))
        return false;
    const auto session = keptSessionOf(QSettings().value(lastKey).toByteArray());
    if (!session) {
        fallBack(QString::fromStdString(session.error().sentence));
        return true;
    }
    if (session->trace.empty()) {
        m_navigation.restartWith(session->setup);
    } else {
        m_navigation.setSetup(session->setup);
        m_navigation.openTrace(session->trace);
    }
    m_isRestoring = true; // what was being loaded before it has been given up
    return true;
}

void SessionKeeper::fallBack(const QString& why)
{
    m_isRestoring = false;
    const DefaultSetup fresh = defaultSetup();
    if (!fresh.problem.empty())
        return sayLater(tr("What was open the last time could not be brought back. %1 %2")
                            .arg(why, QString::fromStdString(fresh.problem)));
    m_navigation.restartWith(fresh.setup);
    m_excuse = tr("What was open the last time could not be brought back, so this is the embedded pair. %1").arg(why);
}

/// The embedded pair on the usual story is what is shown.
bool SessionKeeper::isAfresh() const
{
    return m_navigation.trace().empty() && m_navigation.running() == defaultSetup().setup;
}

/// The window takes complaints away when another run is there, or has its own of a load that failed: this one comes after that.
void SessionKeeper::sayLater(const QString& sentence)
{
    QTimer::singleShot(0, this, [this, sentence] { emit problem(sentence); });
}

void SessionKeeper::startAfresh()
{
    const DefaultSetup fresh = defaultSetup();
    if (!fresh.problem.empty())
        emit problem(QString::fromStdString(fresh.problem));
    else
        m_navigation.restartWith(fresh.setup);
}

} // namespace draftscope

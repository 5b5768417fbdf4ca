// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/run_starter.h"

#include <utility>

#include <QMetaMethod>
#include <QScopedValueRollback>

#include "widgets/style/number_text.h"

namespace draftscope {

RunStarter::RunStarter(Decode& decode, StatusLine& status, MomentPlayer& player, WhatIfs& whatIfs, QObject* parent)
    : QObject(parent), m_decode(decode), m_status(status), m_player(player), m_whatIfs(whatIfs)
{
    connect(&m_loader, &RunLoader::progressed, this, &RunStarter::loadingProgressed);
    connect(&m_loader, &RunLoader::runStarted, this, &RunStarter::onStarted);
    connect(&m_loader, &RunLoader::traceRead, this, &RunStarter::onTraceRead);
    connect(&m_loader, &RunLoader::failed, this, &RunStarter::onLoadingFailed);
}

// --- Setup and the run shown

void RunStarter::setSetup(const RunSetup& setup)
{
    if (setup == m_setup)
        return;
    m_setup = setup;
    emit setupChanged();
}

bool RunStarter::setupIsOther() const
{
    if (!m_run.isThere())
        return false;
    const SessionSettings& wanted = m_setup.settings;
    const RoundSettings now = m_whatIfs.inForce();
    RunSetup elsewhere = m_run.setup();
    elsewhere.settings.sampler = wanted.sampler;
    elsewhere.settings.draftLength = wanted.draftLength;
    const bool drafts = now.draftLength > 0; // else K is not asked for
    return elsewhere != m_setup || now.sampler != wanted.sampler || (drafts && now.draftLength != wanted.draftLength);
}

bool RunStarter::playTakesSetup() const
{
    if (m_loader.isLoading() || m_setup.target.empty())
        return false;
    if (!m_run.isThere())
        return true;
    return m_run.computation().canCompute() && !m_run.computation().isComputing() && !m_run.changes().areUnsaved()
        && m_run.recording().branches().size() == 1 && m_run.recordings().roundCount(0) == 0;
}

bool RunStarter::beginsWithSetup(std::function<void()> then)
{
    if (m_beginsNow || !playTakesSetup() || (m_run.isThere() && !setupIsOther()))
        return false;
    restart();
    m_afterStart = std::move(then);
    return true;
}

// --- another one takes its place

/// Ends whatever runs; the run shown stays until the load has succeeded.
void RunStarter::makeWay()
{
    if (m_loader.isLoading())
        emit loadingGivenUp();
    m_player.halt();
    m_afterStart = nullptr;
    m_whatIfs.forgetWaiting();
    emit makingWay();
}

/// What was loaded has taken the place of the run shown.
void RunStarter::showNewRun()
{
    m_player.forgetStop();
    m_player.noteActivity(); // when all is of the new run
    emit replaced();
    m_decode.playhead().show({});
}

void RunStarter::replaceRecording(const std::function<void()>& how)
{
    if (m_run.changes().areUnsaved() && isSignalConnected(QMetaMethod::fromSignal(&RunStarter::whatIfsWouldBeLost)))
        emit whatIfsWouldBeLost(how, [this, how] { replaceRecording(how); });
    else
        how();
}

void RunStarter::restart()
{
    replaceRecording([this] {
        makeWay();
        m_loader.start(m_setup);
        m_player.noteActivity();
    });
}

void RunStarter::restartWith(const RunSetup& setup)
{
    replaceRecording([this, setup] {
        makeWay();
        setSetup(setup);
        m_loader.start(m_setup);
        m_player.noteActivity();
    });
}

void RunStarter::openTrace(const std::filesystem::path& path)
{
    replaceRecording([this, path] {
        makeWay();
        m_wantedTrace = path;
        m_loader.readTrace(path);
        m_player.noteActivity();
    });
}

void RunStarter::showWatched(const Recording& recording)
{
    m_watchedRun = 0;
    m_watched = std::make_shared<LoadedTrace>(LoadedTrace{recording, {}, true});
    replaceRecording([this, watched = m_watched] {
        if (watched != m_watched)
            return; // another one has been asked for since
        makeWay();
        m_wantedTrace.clear();
        m_loader.give(std::exchange(m_watched, nullptr));
        m_watchedRun = m_run.number();
        m_player.last();
        m_decode.playhead().setFollowing(true);
        m_status.say(tr("Rounds that a server tells of itself: what it does not tell is not known."), TrueFor::run);
    });
}

void RunStarter::growWatched(const Recording& longer)
{
    if (m_watched)
        m_watched->recording = longer;
    else if (m_run.number() == m_watchedRun)
        m_run.grow(longer);
}

void RunStarter::cancelLoading()
{
    if (!m_loader.isLoading())
        return;
    m_loader.cancel();
    m_afterStart = nullptr;
    emit loadingGivenUp();
    m_player.noteActivity();
    m_status.say(tr("Loading was cancelled."), TrueFor::choice);
}

void RunStarter::onStarted(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    const std::vector<QString> stops = wordsOfStops();
    m_decode.take(job, run, setup);
    m_trace.clear();
    emit taken();
    showNewRun();
    if (const QString sentence = forgetForeignStops(stops); !sentence.isEmpty())
        m_status.say(sentence, TrueFor::stopConditions);
    if (const auto then = std::exchange(m_afterStart, nullptr)) {
        const QScopedValueRollback beginsNow(m_beginsNow, true);
        then();
    }
}

void RunStarter::onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace)
{
    const std::vector<QString> stops = wordsOfStops();
    const RunSetup setup = setupOf(trace->recording.header(), m_setup);
    const bool isComplete = trace->isComplete;
    m_decode.take(job, trace, setup);
    m_trace = m_wantedTrace;
    emit taken();
    showNewRun();
    const QString foreign = forgetForeignStops(stops);
    if (!m_run.recording().header().traits.isWatched) // no run of this program can be begun like that
        setSetup(setup);
    const QString sentence = isComplete
        ? tr("A trace with %1 rounds: no model is needed to look at it.").arg(m_run.recording().roundCount(0))
        : tr("The trace was cut off: its last record is missing, %1 rounds are there.")
              .arg(m_run.recording().roundCount(0));
    m_status.say((sentence + QLatin1Char(' ') + foreign).trimmed(),
                 foreign.isEmpty() ? TrueFor::run : TrueFor::stopConditions);
}

void RunStarter::onLoadingFailed(const QString& sentence)
{
    m_afterStart = nullptr;
    m_player.noteActivity();
    emit failed(sentence);
}

std::vector<QString> RunStarter::wordsOfStops() const
{
    std::vector<QString> words;
    for (const TokenId token : m_player.transport().stopConditions().tokens)
        words.push_back(m_run.vocabulary().textOf(token));
    return words;
}

/// Ids mean other tokens in another vocabulary: a stop condition whose word (as it was, in `words`) has changed goes.
QString RunStarter::forgetForeignStops(const std::vector<QString>& words)
{
    const std::vector<TokenId> tokens = m_player.transport().stopConditions().tokens;
    StopConditions kept = m_player.transport().stopConditions();
    kept.tokens.clear();
    QStringList gone;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (m_run.vocabulary().textOf(tokens[i]) == words[i])
            kept.tokens.push_back(tokens[i]);
        else
            gone << inQuotes(words[i]);
    }
    if (gone.isEmpty())
        return {};
    m_player.transport().setStopConditions(kept);
    return tr("No longer stops at %1: this vocabulary is another one.").arg(gone.join(QStringLiteral(", ")));
}

} // namespace draftscope

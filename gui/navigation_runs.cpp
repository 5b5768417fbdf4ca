// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and traces: one takes the place of another, is saved, and its target measured.
#include <algorithm>

#include <QMetaMethod>

#include "gui/navigation.h"

namespace draftscope {

/// Ends whatever runs; the run shown stays until the load has succeeded.
void Navigation::makeWay()
{
    halt();
    m_pendingChanges.clear();
    m_planner.giveWay();
    m_measuring.end(tr("Measuring was cancelled, because another run was asked for."));
}

/// What was loaded takes the place of the run shown.
void Navigation::takeOver(const Job& job)
{
    m_job = job;
    m_command = Job{m_job.number};
    m_readingSoon.stop();
    m_isReading = false; // which noteActivity() tells, when all the rest is of the new run
    m_commandsOut = 0;
    m_hasRecording = true;
    m_isLost = m_hasWhatIfs = false;
    m_changesMade = m_changesKept = 0;
    m_end = EndReason::none;
    m_toCome.clear();
    m_playhead.rewind();
    noteActivity();
    emit recordingReplaced();
    m_playhead.show({});
}

void Navigation::setSetup(const RunSetup& setup)
{
    if (setup == m_setup)
        return;
    m_setup = setup;
    review();
    emit setupChanged();
}

void Navigation::replaceRecording(const std::function<void()>& how)
{
    if (hasUnsavedWhatIfs() && isSignalConnected(QMetaMethod::fromSignal(&Navigation::whatIfsWouldBeLost)))
        emit whatIfsWouldBeLost(how, [this, how] { replaceRecording(how); });
    else
        how();
}

void Navigation::restart()
{
    replaceRecording([this] {
        makeWay();
        m_loader.start(m_setup);
        noteActivity();
    });
}

void Navigation::openTrace(const std::filesystem::path& path)
{
    replaceRecording([this, path] {
        makeWay();
        m_loader.readTrace(path);
        noteActivity();
    });
}

void Navigation::cancelLoading()
{
    if (!m_loader.isLoading())
        return;
    m_loader.cancel();
    noteActivity();
    say(tr("Loading was cancelled."), TrueFor::choice);
}

QString Navigation::whyNotMeasured() const
{
    if (m_loader.isLoading())
        return tr("Another run is being loaded: measure when it is there.");
    if (!m_hasRecording)
        return tr("There is no run yet: start one to measure its target.");
    if (const QString why = whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (!canCompute())
        return tr("This is a trace, and its models are not loaded: restart with models to measure.");
    if (m_transport.isPlaying())
        return tr("The run goes on: pause it to measure.");
    return {};
}

void Navigation::measureStages()
{
    if (isMeasuring())
        return;
    if (const QString why = whyNotMeasured(); !why.isEmpty()) {
        emit stagesNotMeasured(why);
        return;
    }
    std::vector<TokenId> context;
    for (const CommittedToken& token : text())
        context.push_back(token.token);
    m_measuring.start(m_sessionJob, std::move(context));
}

void Navigation::cancelMeasuring()
{
    m_measuring.end(tr("Measuring was cancelled."));
}

void Navigation::saveTrace(const std::filesystem::path& path)
{
    if (!m_hasRecording)
        return;
    const int rounds = m_recording.roundCount(0), branches = int(m_recording.branches().size());
    const QString contents = branches > 1 ? tr("%1 branches").arg(branches)
        : rounds == 1                     ? tr("1 round")
                                          : tr("%1 rounds").arg(rounds); // it goes on while it is being saved
    const auto ended = [this, path, contents, job = m_job.number, changes = m_changesMade](const Result<void>& saved) {
        if (saved && job == m_job.number)
            m_changesKept = std::max(m_changesKept, changes);
        if (!saved)
            emit failed(QString::fromStdString(saved.error().sentence));
        else
            say(tr("Saved %1: %2.").arg(QString::fromStdString(path.filename().string()), contents), TrueFor::run);
        emit saveEnded(saved.has_value());
    };
    m_saver.save(path, m_recording, ended);
}

void Navigation::onStarted(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    const std::vector<QString> stops = wordsOfStops();
    m_recording = Recording(run.header);
    m_running = setup;
    m_tokenizer = run.tokenizer;
    m_backendReason = QString::fromStdString(run.backendReason);
    m_recording.learnPrompt([&](TokenId token) { return m_tokenizer->bytes(token); });
    m_sessionJob = job.number;
    m_sessionBranch = 0;
    takeOver(job);
    if (const QString sentence = forgetForeignStops(stops); !sentence.isEmpty())
        say(sentence, TrueFor::stopConditions);
}

void Navigation::onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace)
{
    const std::vector<QString> stops = wordsOfStops();
    m_recording = std::move(trace->recording);
    m_tokenizer.reset();
    m_running = setupOf(m_recording.header(), m_setup);
    m_sessionJob = 0;
    takeOver(job);
    const QString foreign = forgetForeignStops(stops);
    setSetup(m_running);
    const QString sentence = trace->isComplete
        ? tr("A trace with %1 rounds: no model is needed to look at it.").arg(m_recording.roundCount(0))
        : tr("The trace was cut off: its last record is missing, %1 rounds are there.").arg(m_recording.roundCount(0));
    say((sentence + QLatin1Char(' ') + foreign).trimmed(), foreign.isEmpty() ? TrueFor::run : TrueFor::stopConditions);
}

std::vector<QString> Navigation::wordsOfStops() const
{
    std::vector<QString> words;
    for (const TokenId token : stopConditions().tokens)
        words.push_back(textOf(token));
    return words;
}

/// Ids mean other tokens in another vocabulary: a stop condition whose word (as it was, in `words`) has changed goes.
QString Navigation::forgetForeignStops(const std::vector<QString>& words)
{
    const std::vector<TokenId> tokens = stopConditions().tokens;
    StopConditions kept = stopConditions();
    kept.tokens.clear();
    QStringList gone;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (textOf(tokens[i]) == words[i])
            kept.tokens.push_back(tokens[i]);
        else
            gone << QStringLiteral("“%1”").arg(words[i]);
    }
    if (gone.isEmpty())
        return {};
    setStopConditions(kept);
    return tr("No longer stops at %1: this vocabulary is another one.").arg(gone.join(QStringLiteral(", ")));
}

void Navigation::onSessionLost(int job, const QString& sentence)
{
    if (job != m_job.number)
        return;
    endReading();
    m_sessionJob = 0;
    m_isLost = true;
    setCommandsOut(0);
    m_pendingChanges.clear();
    m_sentence.land(whatIsShown());
    halt();
    m_measuring.end(whyNothingIsComputed());
    m_playhead.show(position());
    emit failed(sentence);
    emit stood();
}

QString Navigation::whyNothingIsComputed() const
{
    return m_isLost ? tr("This run has failed and cannot go on: restart for another one.") : QString();
}

void Navigation::onLoadingFailed(const QString& sentence)
{
    noteActivity();
    emit failed(sentence);
}

} // namespace draftscope

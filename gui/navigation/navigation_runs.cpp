// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and traces: one takes the place of another, is saved, and its target measured.
#include <filesystem>
#include <utility>

#include <QMetaMethod>
#include <QScopedValueRollback>

#include "engine/session/faults.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"

namespace draftscope {

bool Navigation::playTakesSetup() const
{
    if (m_loader.isLoading() || m_setup.target.empty())
        return false;
    if (!hasRecording())
        return true;
    return canCompute() && !m_run.isComputing() && !m_run.hasUnsavedWhatIfs() && recording().branches().size() == 1
        && m_run.recordings().roundCount(0) == 0;
}

bool Navigation::beginsWithSetup(std::function<void()> then)
{
    if (m_beginsNow || !playTakesSetup() || (hasRecording() && !setupIsOther()))
        return false;
    restart();
    m_afterStart = std::move(then);
    return true;
}

/// Ends whatever runs; the run shown stays until the load has succeeded.
void Navigation::makeWay()
{
    if (m_loader.isLoading())
        emit loadingGivenUp();
    m_player.halt();
    m_afterStart = nullptr;
    m_whatIfs.forgetWaiting();
    m_planner.giveWay();
    m_speed.giveBack(); // its memory may be wanted
    m_whole.forget();
    m_measuring.end(tr("Measuring was cancelled, because another run was asked for."));
}

/// What was loaded has taken the place of the run shown.
void Navigation::showNewRun()
{
    m_player.forgetStop();
    m_player.noteActivity(); // when all is of the new run
    emit recordingReplaced();
    m_playhead.show({});
}

void Navigation::setSetup(const RunSetup& setup)
{
    if (setup == m_setup)
        return;
    m_setup = setup;
    m_status.review();
    emit setupChanged();
}

void Navigation::replaceRecording(const std::function<void()>& how)
{
    if (m_run.hasUnsavedWhatIfs() && isSignalConnected(QMetaMethod::fromSignal(&Navigation::whatIfsWouldBeLost)))
        emit whatIfsWouldBeLost(how, [this, how] { replaceRecording(how); });
    else
        how();
}

void Navigation::restart()
{
    replaceRecording([this] {
        makeWay();
        m_loader.start(m_setup);
        m_player.noteActivity();
    });
}

void Navigation::restartWith(const RunSetup& setup)
{
    replaceRecording([this, setup] {
        makeWay();
        setSetup(setup);
        m_loader.start(m_setup);
        m_player.noteActivity();
    });
}

void Navigation::openTrace(const std::filesystem::path& path)
{
    replaceRecording([this, path] {
        makeWay();
        m_wantedTrace = path;
        m_loader.readTrace(path);
        m_player.noteActivity();
    });
}

void Navigation::cancelLoading()
{
    if (!m_loader.isLoading())
        return;
    m_loader.cancel();
    m_afterStart = nullptr;
    emit loadingGivenUp();
    m_player.noteActivity();
    say(tr("Loading was cancelled."), TrueFor::choice);
}

QString Navigation::whyNotMeasured() const
{
    if (m_loader.isLoading())
        return tr("Another run is being loaded: measure when it is there.");
    if (!hasRecording())
        return tr("There is no run yet: start one to measure its target.");
    if (const QString why = m_run.whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (!canCompute())
        return tr("This is a trace, and its models are not loaded: restart with models to measure.");
    if (m_player.isPlaying())
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
    for (const CommittedToken& token : m_playhead.text())
        context.push_back(token.token);
    m_measuring.start(m_run.number(), std::move(context));
}

void Navigation::cancelMeasuring()
{
    m_measuring.end(tr("Measuring was cancelled."));
}

QString Navigation::whyNoWholeVocabulary() const
{
    if (m_loader.isLoading())
        return tr("Another run is being loaded: all tokens can be had when it is there.");
    if (const QString why = m_run.whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (!canCompute())
        return tr("This is a trace, and its models are not loaded: restart the run, which decodes the same again, to "
                  "have all tokens.");
    if (m_player.isPlaying())
        return tr("The run goes on: pause it to have all tokens.");
    const Fault* const fault = faultOf(m_run.setup().settings);
    if (fault && fault->replacesQ() && recording().round(position().branch, position().round).isVerified()
        && !round()->isVerified())
        return tr(
            "What is broken here replaces q after drafting, and the record keeps that q: go on to the verify moment "
            "to have all tokens.");
    return {};
}

void Navigation::askForWholeVocabulary()
{
    const Recordings& all = m_run.recordings();
    m_whole.ask(m_run.number(), sequencesOf(m_run.setup())[std::size_t(isBatch() ? all.currentSequence() : 0)],
                recording(), position(), m_playhead.context());
}

void Navigation::onStarted(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    const std::vector<QString> stops = wordsOfStops();
    m_decode.take(job, run, setup);
    m_trace.clear();
    m_speed.begin();
    showNewRun();
    if (const QString sentence = forgetForeignStops(stops); !sentence.isEmpty())
        say(sentence, TrueFor::stopConditions);
    if (const auto then = std::exchange(m_afterStart, nullptr)) {
        const QScopedValueRollback beginsNow(m_beginsNow, true);
        then();
    }
}

void Navigation::onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace)
{
    const std::vector<QString> stops = wordsOfStops();
    const RunSetup setup = setupOf(trace->recording.header(), m_setup);
    const bool isComplete = trace->isComplete;
    m_decode.take(job, trace, setup);
    m_trace = m_wantedTrace;
    m_speed.forget();
    showNewRun();
    const QString foreign = forgetForeignStops(stops);
    setSetup(setup);
    const QString sentence = isComplete
        ? tr("A trace with %1 rounds: no model is needed to look at it.").arg(recording().roundCount(0))
        : tr("The trace was cut off: its last record is missing, %1 rounds are there.").arg(recording().roundCount(0));
    say((sentence + QLatin1Char(' ') + foreign).trimmed(), foreign.isEmpty() ? TrueFor::run : TrueFor::stopConditions);
}

std::vector<QString> Navigation::wordsOfStops() const
{
    std::vector<QString> words;
    for (const TokenId token : stopConditions().tokens)
        words.push_back(m_run.textOf(token));
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
        if (m_run.textOf(tokens[i]) == words[i])
            kept.tokens.push_back(tokens[i]);
        else
            gone << inQuotes(words[i]);
    }
    if (gone.isEmpty())
        return {};
    setStopConditions(kept);
    return tr("No longer stops at %1: this vocabulary is another one.").arg(gone.join(QStringLiteral(", ")));
}

void Navigation::onLost(const QString& sentence)
{
    m_whatIfs.forgetWaiting();
    m_status.land();
    m_player.halt();
    m_measuring.end(m_run.whyNothingIsComputed());
    m_speed.giveBack();
    m_whole.forget();
    m_playhead.show(m_playhead.shared());
    emit failed(sentence);
    emit stood();
}

void Navigation::onLoadingFailed(const QString& sentence)
{
    m_afterStart = nullptr;
    m_player.noteActivity();
    emit failed(sentence);
}

} // namespace draftscope

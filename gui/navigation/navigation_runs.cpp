// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and traces: one takes the place of another, is saved, and its target measured.
#include <filesystem>
#include <memory>
#include <utility>

#include <QMetaMethod>
#include <QScopedValueRollback>
#include <fmt/format.h>

#include "engine/session/faults.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/navigation.h"
#include "widgets/style/number_text.h"

namespace draftscope {

/// Ends whatever runs; the run shown stays until the load has succeeded.
void Navigation::makeWay()
{
    if (m_loader.isLoading())
        emit loadingGivenUp();
    halt();
    m_afterStart = nullptr;
    m_whatIfQueue.clear();
    m_planner.giveWay();
    m_free.giveBack(); // its memory may be wanted
    m_whole.forget();
    m_measuring.end(tr("Measuring was cancelled, because another run was asked for."));
}

/// What was loaded has taken the place of the run shown.
void Navigation::showNewRun()
{
    m_stoppedAt.reset();
    noteActivity(); // when all is of the new run
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

void Navigation::restartWith(const RunSetup& setup)
{
    replaceRecording([this, setup] {
        makeWay();
        setSetup(setup);
        m_loader.start(m_setup);
        noteActivity();
    });
}

void Navigation::openTrace(const std::filesystem::path& path)
{
    replaceRecording([this, path] {
        makeWay();
        m_wantedTrace = path;
        m_loader.readTrace(path);
        noteActivity();
    });
}

void Navigation::cancelLoading()
{
    if (!m_loader.isLoading())
        return;
    m_loader.cancel();
    m_afterStart = nullptr;
    emit loadingGivenUp();
    noteActivity();
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
    m_measuring.start(runNumber(), std::move(context));
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
    if (m_transport.isPlaying())
        return tr("The run goes on: pause it to have all tokens.");
    const Fault* const fault = faultOf(running().settings);
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
    m_whole.ask(runNumber(), sequencesOf(running())[std::size_t(isBatch() ? all.currentSequence() : 0)], recording(),
                position(), context());
}

void Navigation::saveTrace(const std::filesystem::path& path)
{
    if (!hasRecording())
        return;
    const int rounds = recording().roundCount(0), branches = int(recording().branches().size());
    const QString contents = branches > 1 ? tr("%1 branches").arg(branches)
        : rounds == 1                     ? tr("1 round")
                                          : tr("%1 rounds").arg(rounds); // it goes on while it is being saved
    const auto ended = [this, path, contents, number = runNumber(),
                        changes = m_run.changesMade()](const Result<void>& saved) {
        if (saved && number == runNumber())
            m_run.keep(changes);
        if (!saved)
            emit failed(engineSentence(saved.error()));
        else
            say(tr("Saved %1: %2.").arg(QString::fromStdString(path.filename().string()), contents), TrueFor::run);
        emit saveEnded(saved.has_value());
    };
    m_saver.save(path, recording(), bookmarksOf(m_run.recordings().currentSequence()), ended);
}

namespace {

/// The folder, or one in it where it has traces of a batch, so that none is lost and no two batches are mixed.
std::filesystem::path folderForBatch(const std::filesystem::path& chosen)
{
    std::error_code ignored;
    std::filesystem::path folder = chosen;
    for (int n = 2; std::filesystem::exists(folder / "1.jsonl", ignored); ++n)
        folder = chosen / fmt::format("batch-{}", n);
    return folder;
}

} // namespace

void Navigation::saveTracesOfBatch(const std::filesystem::path& chosen)
{
    if (!hasRecording() || !isBatch())
        return;
    const std::filesystem::path folder = folderForBatch(chosen);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        emit failed(tr("The folder %1 for traces cannot be made: %2.")
                        .arg(QString::fromStdString(folder.string()), QString::fromStdString(error.message())));
        emit saveEnded(false);
        return;
    }
    const Recordings& all = m_run.recordings();
    int begun = 0;
    for (int sequence = 0; sequence < all.count(); ++sequence)
        begun += all.firstRound(sequence) >= 0 ? 1 : 0;
    const auto left = std::make_shared<int>(begun);
    const auto hasFailed = std::make_shared<bool>(false);
    for (int sequence = 0; sequence < all.count(); ++sequence) {
        if (all.firstRound(sequence) < 0)
            continue;
        m_saver.save(folder / (std::to_string(sequence + 1) + ".jsonl"), all.of(sequence), bookmarksOf(sequence),
                     [this, folder, begun, left, hasFailed](const Result<void>& saved) {
                         if (!saved && !std::exchange(*hasFailed, true))
                             emit failed(engineSentence(saved.error()));
                         if (--*left > 0)
                             return;
                         if (!*hasFailed)
                             say(tr("Saved %1 traces in the folder %2, each named by the number of its sequence.")
                                     .arg(begun)
                                     .arg(QString::fromStdString(folder.filename().string())),
                                 TrueFor::run);
                         emit saveEnded(!*hasFailed);
                     });
    }
    if (begun == 0) {
        say(tr("No sequence has begun, so there is no trace to save."));
        emit saveEnded(false);
    }
}

void Navigation::onStarted(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    const std::vector<QString> stops = wordsOfStops();
    m_run.begin(job, run, setup);
    m_trace.clear();
    m_playhead.rewind();
    beginFreeDecodes(job.number, setup, run.header);
    showNewRun();
    if (const QString sentence = forgetForeignStops(stops); !sentence.isEmpty())
        say(sentence, TrueFor::stopConditions);
    if (const auto then = std::exchange(m_afterStart, nullptr)) {
        const QScopedValueRollback beginsNow(m_beginsNow, true);
        (this->*then)();
    }
}

void Navigation::onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace)
{
    const std::vector<QString> stops = wordsOfStops();
    const RunSetup setup = setupOf(trace->recording.header(), m_setup);
    const bool isComplete = trace->isComplete;
    m_run.begin(job, std::move(*trace), setup);
    m_trace = m_wantedTrace;
    m_playhead.rewind();
    m_free.forget();
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
            gone << inQuotes(words[i]);
    }
    if (gone.isEmpty())
        return {};
    setStopConditions(kept);
    return tr("No longer stops at %1: this vocabulary is another one.").arg(gone.join(QStringLiteral(", ")));
}

void Navigation::onLost(const QString& sentence)
{
    m_whatIfQueue.clear();
    m_sentence.land(whatIsShown());
    halt();
    m_measuring.end(m_run.whyNothingIsComputed());
    m_free.giveBack();
    m_whole.forget();
    m_playhead.show(m_playhead.shared());
    emit failed(sentence);
    emit stood();
}

void Navigation::onLoadingFailed(const QString& sentence)
{
    m_afterStart = nullptr;
    noteActivity();
    emit failed(sentence);
}

} // namespace draftscope

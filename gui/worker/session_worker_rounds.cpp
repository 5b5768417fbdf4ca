// SPDX-License-Identifier: GPL-3.0-or-later
// What sessions are told to compute: moments and rounds of one, and of several in turn, sent to the window as they
// come.
#include <algorithm>
#include <chrono>
#include <thread>

#include "gui/language/engine_words.h"
#include "gui/worker/session_worker.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int mostUnread = 3; ///< batches that the window may be behind

} // namespace

void SessionWorker::advance(const Job& job, const Stride& stride)
{
    RunSession* const run = held(job.number);
    if (!run) {
        emit paused(job.number, {}, EndReason::none);
        return;
    }
    try {
        if (run->batch)
            advanceBatch(*run, job, stride);
        else
            advanceSession(*run, job, stride);
    } catch (const TargetUnavailable& unavailable) {
        standStill(job.number, unavailable);
    } catch (const DecodeFailure& failure) {
        endSession(job.number, failure);
    }
}

void SessionWorker::endSession(int run, const DecodeFailure& failure)
{
    m_sessions.erase(run);
    if (dynamic_cast<const BackendFailure*>(&failure)) { // else the device is well
        m_backends.forgetDevice();
        for (auto& [choice, own] : m_ownBackends)
            own.forgetDevice();
    }
    emit sessionLost(run, QString::fromUtf8(failure.what()));
}

void SessionWorker::standStill(int run, const TargetUnavailable& unavailable)
{
    emit failed(run, engineSentence(unavailable.sentence()));
    emit paused(run, {}, EndReason::none);
}

void SessionWorker::advanceSession(RunSession& run, const Job& job, const Stride& stride)
{
    QString reason;
    if (stride.kind == Stride::Kind::untilStopped) {
        reason = runFreely(run, job, stride.stops);
    } else if (run.session->ended() == EndReason::none && !job.stop->load()) {
        try {
            if (stride.kind == Stride::Kind::round)
                run.session->finishRound(progressOf(job));
            else
                run.session->advance(progressOf(job));
            std::vector<RoundRecord> rounds{run.session->round()};
            send(run, job.number, rounds);
        } catch (const Cancelled&) { // the session stands where it stood
        }
    }
    emit paused(job.number, reason, run.session->ended());
}

QString SessionWorker::runFreely(RunSession& run, const Job& job, const StopConditions& stops)
{
    const auto text = [&run](TokenId token) {
        return tokenText(run.session->pair().target->tokenizer->bytes(token)).trimmed().toStdString();
    };
    const bool looksAtMoments = stops != StopConditions{};
    const Progress progress = progressOf(job);
    std::vector<RoundRecord> rounds;
    std::optional<Message> reason;
    auto sent = std::chrono::steady_clock::now();
    const auto goOn = [&] {
        if (looksAtMoments) {
            run.session->advance(progress);
            reason = stopReason(stops, run.session->round(), text);
        } else {
            run.session->finishRound(progress);
        }
    };
    while (!reason && !job.stop->load(std::memory_order_relaxed) && run.session->ended() == EndReason::none) {
        try {
            goOn();
        } catch (const DecodeFailure&) { // what was decoded before is not lost
            if (!rounds.empty())
                send(run, job.number, rounds);
            throw;
        } catch (const Cancelled&) {
            break;
        }
        if (run.session->round().isFinished())
            rounds.push_back(run.session->round());
        if (const auto now = std::chrono::steady_clock::now(); now - sent > m_gatheringTime && !rounds.empty()) {
            send(run, job.number, rounds);
            sent = now;
            waitForWindow({&job, 1});
        }
    }
    if (!run.session->round().moments.empty() && !run.session->round().isFinished())
        rounds.push_back(run.session->round());
    if (!rounds.empty())
        send(run, job.number, rounds);
    return reason ? engineSentence(*reason) : QString();
}

void SessionWorker::waitForWindow(std::span<const Job> jobs) const
{
    const auto goesOn = [](const Job& job) { return !job.stop->load(); };
    while (m_unread.load() >= mostUnread * int(jobs.size()) && std::any_of(jobs.begin(), jobs.end(), goesOn))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void SessionWorker::send(const RunSession& run, int job, std::vector<RoundRecord>& rounds)
{
    m_unread.fetch_add(1);
    emit advanced(job, run.branch, std::make_shared<const std::vector<RoundRecord>>(std::exchange(rounds, {})));
}

struct SessionWorker::Turns {
    struct Run {
        Job job;
        RunSession* held = nullptr;           ///< null once it has no more turns
        std::vector<RoundRecord> rounds = {}; ///< finished and not sent
    };
    std::vector<Run> runs;
    int rounds = 0; ///< that each is to have

    /// The one whose turn it is; nothing where all are through.
    [[nodiscard]] std::optional<std::size_t> next() const
    {
        std::optional<std::size_t> next;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs[i].held && (!next || finished(i) < finished(*next)))
                next = i;
        return next;
    }
    [[nodiscard]] int finished(std::size_t run) const
    {
        const RoundRecord& round = runs[run].held->session->round();
        return round.round + (round.isFinished() ? 1 : 0);
    }
    /// It has no more turns.
    [[nodiscard]] bool isThrough(std::size_t run) const
    {
        return runs[run].job.stop->load() || runs[run].held->session->ended() != EndReason::none
            || finished(run) >= rounds;
    }
};

void SessionWorker::advanceInTurn(const std::vector<Job>& jobs, int rounds)
{
    Turns turns{.runs = {}, .rounds = rounds};
    for (const Job& job : jobs) {
        turns.runs.push_back({job, held(job.number)});
        if (!turns.runs.back().held)
            emit paused(job.number, {}, EndReason::none);
    }
    auto sent = std::chrono::steady_clock::now();
    while (const auto run = turns.next()) {
        takeTurn(turns, *run);
        if (const auto now = std::chrono::steady_clock::now(); now - sent >= m_gatheringTime) {
            sendAll(turns);
            sent = now;
            waitForWindow(jobs);
        }
    }
}

/// A round, or the end of the run's turns.
void SessionWorker::takeTurn(Turns& turns, std::size_t at)
{
    Turns::Run& run = turns.runs[at];
    try {
        if (!turns.isThrough(at)) {
            run.rounds.push_back(run.held->session->finishRound(progressOf(run.job)));
            return;
        }
    } catch (const Cancelled&) { // the session stands where it stood
    } catch (const TargetUnavailable& unavailable) {
        if (!run.rounds.empty())
            send(*run.held, run.job.number, run.rounds);
        run.held = nullptr;
        standStill(run.job.number, unavailable);
        return;
    } catch (const DecodeFailure& failure) {
        if (!run.rounds.empty())
            send(*run.held, run.job.number, run.rounds);
        run.held = nullptr;
        endSession(run.job.number, failure);
        return;
    }
    if (!run.rounds.empty())
        send(*run.held, run.job.number, run.rounds);
    emit paused(run.job.number, {}, run.held->session->ended());
    run.held = nullptr;
}

void SessionWorker::sendAll(Turns& turns)
{
    for (Turns::Run& run : turns.runs)
        if (!run.rounds.empty())
            send(*run.held, run.job.number, run.rounds);
}

} // namespace draftscope

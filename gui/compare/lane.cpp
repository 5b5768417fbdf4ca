// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QTemporaryDir>

#include "engine/attach/served_recording.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

Lane::Lane(SessionThread& thread, const RunSetup& setup, std::string trace, QObject* parent)
    : QObject(parent), m_setup(setup), m_trace(std::move(trace)), m_decode(thread)
{
    connect(&m_decode.loader(), &RunLoader::progressed, this, &Lane::loadingProgressed);
    connect(&m_decode.loader(), &RunLoader::failed, this, [this](const QString& sentence) {
        m_folder.reset();
        if (!run().isThere() && !m_trace.empty())
            replay(sentence);
        else
            emit loadingFailed(sentence);
    });
    connect(&m_decode.loader(), &RunLoader::traceRead, this,
            [this](const Job& job, const std::shared_ptr<LoadedTrace>& read) {
                m_folder.reset();
                if (isWatched())
                    m_trace = std::exchange(m_replayed, {}); // for the next restart, too
                m_decode.take(job, read, m_setup);
                m_shownRounds = 0;
                emit loaded();
                emit replayed(m_whyReplayed);
            });
    connect(&m_decode.loader(), &RunLoader::runStarted, this,
            [this](const Job& job, const RunStarted& run, const RunSetup& started) {
                m_setup = started;
                m_whyReplayed.clear();
                m_decode.take(job, run, started);
                m_shownRounds = 0;
                m_decode.playhead().setFollowing(false);
                emit loaded();
            });
}

Lane::~Lane() = default;

/// Traces are read from files, so this one becomes one for a moment.
void Lane::replay(const QString& why)
{
    m_replayed = std::exchange(m_trace, {}); // once: it may be damaged
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(m_folder->filePath(QStringLiteral("lane.jsonl.zst")));
    const bool isWritten =
        file.open(QIODevice::WriteOnly) && file.write(m_replayed.data(), qint64(m_replayed.size())) >= 0;
    file.close();
    if (!isWritten || file.error() != QFileDevice::NoError) {
        emit loadingFailed(why);
        return;
    }
    m_whyReplayed = why;
    m_decode.loader().readTrace(file.fileName().toStdString());
}

int Lane::rounds() const
{
    const int count = recording().roundCount(0);
    return count > 0 && !recording().round(0, count - 1).isFinished() ? count - 1 : count;
}

int Lane::tokensAfter(int rounds) const
{
    return rounds > 0 ? run().generatedAfter(recording().round(0, rounds - 1)) : 0;
}

bool Lane::hasEnded() const
{
    if (!run().isThere())
        return false;
    return !run().computation().canCompute() || run().computation().hasEnded(0)
        || (rounds() > 0 && run().isLastRound(0, rounds() - 1));
}

int Lane::generated() const
{
    return m_decode.playhead().round() ? run().generatedAfter(*m_decode.playhead().round()) : 0;
}

void Lane::load()
{
    if (isWatched() && !m_trace.empty())
        return replay({});
    change(m_setup);
}

/// What a server was watched to do is only there as it was.
bool Lane::isWatched() const
{
    return m_setup.settings.method == watchedMethod;
}

void Lane::change(const RunSetup& setup)
{
    run().computation().stop();
    m_decode.loader().start(setup);
}

void Lane::showRound(int round)
{
    m_shownRounds = std::min(round, rounds());
    m_decode.playhead().show(m_shownRounds > 0 ? endOfRound(recording(), 0, m_shownRounds - 1) : Position{});
}

void Lane::showToken(int tokens)
{
    int enough = rounds(), tooFew = -1; // of rounds
    while (enough - tooFew > 1) {
        const int half = tooFew + (enough - tooFew) / 2;
        (tokensAfter(half) >= tokens ? enough : tooFew) = half;
    }
    showRound(enough);
}

bool haveOneTarget(const Lane& a, const Lane& b)
{
    if (!a.run().isThere() || !b.run().isThere())
        return false;
    const TraceHeader &first = a.recording().header(), &second = b.recording().header();
    return first.target.path == second.target.path && first.backend == second.backend;
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/run.h"

#include <utility>

#include "gui/playback/bookmarks.h"

namespace draftscope {

Run::Run(SessionThread& thread, QObject* parent) : QObject(parent), m_computation(thread, m_recordings, m_vocabulary)
{
    connect(&m_computation, &Computation::grown, this, [this](int branch) {
        m_changes.noteGrown();
        emit grown(branch);
    });
    connect(&m_computation, &Computation::lost, this, [this] { m_resources.backendReason.clear(); });
}

// --- what there is

bool Run::isLastRound(int branch, int round) const
{
    const RoundRecord& record = m_recordings.current().round(branch, round);
    const int length = record.prefixLength + int(record.committed.size());
    return record.isFinished()
        && (record.endOfText || generatedAfter(record) >= m_setup.settings.maxTokens
            || length >= m_recordings.current().header().target.context);
}

int Run::generatedAfter(const RoundRecord& round) const
{
    return round.prefixLength + int(round.committed.size()) - int(m_recordings.current().header().promptTokens.size());
}

// --- its branches

void Run::nameBranch(int branch, std::string name)
{
    m_recordings.current().nameBranch(branch, std::move(name));
}

void Run::setBranchRemoved(int branch, bool isRemoved)
{
    m_recordings.current().setBranchRemoved(branch, isRemoved);
}

// --- another one takes its place

void Run::begin(const Job& job, const RunStarted& run, const RunSetup& setup)
{
    m_recordings = run.sequences.empty() ? Recordings(Recording(run.header)) : Recordings(run.sequences);
    m_bookmarks.clear();
    m_vocabulary.setTokenizer(run.tokenizer);
    m_resources = {run.backendReason, run.memory};
    for (int sequence = 0; sequence < m_recordings.count(); ++sequence)
        m_recordings.of(sequence).learnPrompt([&](TokenId token) { return m_vocabulary.bytesOf(token); });
    begin(job, setup, true);
}

void Run::begin(const Job& job, LoadedTrace&& trace, const RunSetup& setup)
{
    m_recordings = Recordings(std::move(trace.recording));
    // Anybody may have written the file.
    m_bookmarks = inOrder(m_recordings.current(), std::move(trace.bookmarks));
    for (const BranchRecord& branch : std::vector(recording().branches()))
        nameBranch(branch.branch, keptName(QString::fromStdString(branch.name)));
    m_vocabulary.setTokenizer(nullptr);
    m_resources = {};
    begin(job, setup, false);
}

void Run::grow(const Recording& longer)
{
    Recording& mine = m_recordings.current();
    mine.setHeader(longer.header());
    for (const auto& [token, bytes] : longer.tokens())
        mine.addToken(token, bytes);
    for (int round = mine.roundCount(0); round < longer.roundCount(0); ++round)
        mine.put(0, longer.round(0, round));
    emit grown(0);
}

void Run::begin(const Job& job, const RunSetup& setup, bool hasSession)
{
    m_number = job.number;
    m_setup = setup;
    m_computation.begin(m_number, hasSession);
    m_changes.clear();
}

} // namespace draftscope

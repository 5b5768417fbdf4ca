// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/whole_vocabulary.h"

#include <algorithm>
#include <utility>

namespace draftscope {

namespace {

constexpr int idleMs =
    60; ///< the models have been idle for so long: a person who walks through moments does not wait for each

/// What the record keeps of the tokens is what the models have said again.
bool agree(const DistributionRecord& recorded, const DistributionRecord& all)
{
    if (recorded.hasP != all.hasP || recorded.hasQ != all.hasQ)
        return false;
    std::vector<const DistributionEntry*> byToken(all.top.size());
    for (const DistributionEntry& entry : all.top)
        if (std::size_t(entry.token) < byToken.size())
            byToken[std::size_t(entry.token)] = &entry;
    return std::ranges::all_of(recorded.top, [&](const DistributionEntry& entry) {
        const DistributionEntry* again =
            std::size_t(entry.token) < byToken.size() ? byToken[std::size_t(entry.token)] : nullptr;
        return again && again->p == entry.p && again->q == entry.q && again->pBefore == entry.pBefore
            && again->qBefore == entry.qBefore;
    });
}

} // namespace

WholeVocabulary::WholeVocabulary(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(idleMs);
    connect(&m_rest, &QTimer::timeout, this, &WholeVocabulary::goOn);
    connect(&thread, &SessionThread::wanted, this, &WholeVocabulary::makeWay);
    connect(&thread, &SessionThread::rested, this, &WholeVocabulary::arm);
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::started, this, &WholeVocabulary::onStarted);
    connect(worker, &SessionWorker::vocabularyListed, this, &WholeVocabulary::onListed);
    for (const auto ended : {&SessionWorker::failed, &SessionWorker::sessionLost})
        connect(worker, ended, this, [this](int job, const QString& sentence) {
            if (job == m_job.number && job > 0)
                fail(sentence);
        });
}

WholeVocabulary::~WholeVocabulary()
{
    endSession();
}

/// What is posted here is no reason to make way.
template <class Call>
void WholeVocabulary::post(Call call)
{
    m_isPosting = true;
    m_thread.post(std::move(call));
    m_isPosting = false;
}

void WholeVocabulary::ask(int run, const RunSetup& setup, const Recording& recording, Position at, int context)
{
    drop();
    if (m_job.number > 0 && (run != m_run || setup != m_setup))
        endSession();
    m_run = run;
    m_setup = setup;
    const RoundRecord shown = atMoment(recording.round(at.branch, at.round), at.moment);
    Wanted wanted{recording.spineTo(at), {0, at.round, at.moment}, context, {}};
    if (std::size_t(context) < shown.contexts.size())
        wanted.recorded = shown.contexts[std::size_t(context)];
    m_wanted = std::move(wanted);
    arm();
}

void WholeVocabulary::drop()
{
    m_rest.stop();
    m_command.stop->store(true);
    ++m_question;
    m_isAsked = false;
    m_wanted.reset();
    m_answer.reset();
    m_problem.clear();
}

void WholeVocabulary::forget()
{
    drop();
    endSession();
}

void WholeVocabulary::endSession()
{
    m_job.stop->store(true);
    m_command.stop->store(true);
    m_isReady = m_isAsked = false;
    if (const int job = std::exchange(m_job, {}).number; job > 0)
        m_thread.postInBackground([job](SessionWorker& worker) {
            worker.discard(job);
            worker.release(job);
        });
}

void WholeVocabulary::arm()
{
    if (m_wanted && !m_isAsked && m_thread.isResting())
        m_rest.start();
}

/// Other work wants the models.
void WholeVocabulary::makeWay()
{
    if (m_isPosting)
        return;
    m_rest.stop();
    m_command.stop->store(true);
    m_isAsked = false;
    ++m_question;
    if (m_job.number > 0 && !m_isReady)
        endSession();
}

void WholeVocabulary::goOn()
{
    if (!m_wanted)
        return;
    if (m_job.number == 0) {
        m_job = m_thread.newJob();
        m_isAsked = true; // once it is there
        post([job = m_job, setup = m_setup, run = m_run](SessionWorker& worker) {
            worker.startBeside(job, setup, run);
        });
    } else if (m_isReady) {
        m_isAsked = true;
        m_command = Job{m_job.number};
        post([job = m_command, question = m_question, spine = m_wanted->spine, at = m_wanted->at,
              context = m_wanted->context](SessionWorker& worker) {
            worker.listVocabulary(job, question, spine, at, context);
        });
    }
}

void WholeVocabulary::onStarted(int job, const RunStarted& started)
{
    if (job != m_job.number || job == 0)
        return;
    post([job](SessionWorker& worker) { worker.adopt(job, 0); });
    m_isReady = true;
    m_isAsked = false;
    const TraceHeader& run = m_wanted ? m_wanted->spine.header() : started.header;
    if (started.header.target != run.target || started.header.draft != run.draft)
        fail(tr("The models' files have changed since this run began, so they would not say the same again: restart "
                "the run."));
    else
        goOn();
}

void WholeVocabulary::onListed(int job, int question, const std::shared_ptr<const DistributionRecord>& all)
{
    if (job != m_job.number || question != m_question || !m_wanted)
        return;
    if (!agree(m_wanted->recorded, *all)) {
        fail(tr("The models have said something else than what was recorded here, so only that is shown: restart the "
                "run."));
        return;
    }
    m_answer = all;
    m_wanted.reset();
    m_isAsked = false;
    emit changed();
}

void WholeVocabulary::fail(const QString& sentence)
{
    forget();
    m_problem = sentence;
    emit changed();
}

} // namespace draftscope

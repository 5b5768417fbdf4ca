// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/stage_measuring.h"

#include <utility>

namespace draftscope {

StageMeasuring::StageMeasuring(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::stagesMeasured, this, [this](int job, const StageTimes& times) {
        if (job != m_job.number)
            return;
        m_job = {};
        emit measured(times);
        emit changed();
    });
    connect(worker, &SessionWorker::stagesNotMeasured, this, [this](int job, const QString& sentence) {
        if (job == m_job.number)
            end(sentence);
    });
}

StageMeasuring::~StageMeasuring()
{
    m_job.stop->store(true);
}

void StageMeasuring::start(int run, std::vector<TokenId> context)
{
    m_job.stop->store(true);
    m_job = m_thread.newJob();
    m_thread.post([job = m_job, run, context = std::move(context)](SessionWorker& worker) {
        worker.measureStages(job, run, context);
    });
    emit changed();
}

void StageMeasuring::end(const QString& sentence)
{
    if (!isMeasuring())
        return;
    m_job.stop->store(true);
    m_job = {};
    emit notMeasured(sentence);
    emit changed();
}

} // namespace draftscope

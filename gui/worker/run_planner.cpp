// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/run_planner.h"

#include "engine/core/http_client.h"
#include "engine/session/methods.h"

namespace draftscope {

std::string draftToCheck(const RunSetup& setup)
{
    const auto method = methodNamed(setup.settings.method);
    return (method && (*method)->needsDraftModel) || isServerAddress(setup.target) ? setup.draft : std::string();
}

RunPlanner::RunPlanner(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::pairChecked, this, [this](int job, const QString& sentence) {
        if (job == m_check.number)
            emit pairChecked(sentence);
    });
    connect(worker, &SessionWorker::planned, this, [this](int job, const RunPlanned& plan) {
        if (job == m_plan.number)
            emit planned(plan);
    });
    connect(worker, &SessionWorker::previewed, this, [this](int job, const PromptPreview& preview) {
        if (job == m_preview.number)
            emit previewed(preview);
    });
}

RunPlanner::~RunPlanner()
{
    for (const Job* job : {&m_check, &m_plan, &m_preview})
        job->stop->store(true);
}

void RunPlanner::checkPair(const std::string& target, const std::string& draft)
{
    m_check.stop->store(true);
    m_check = m_thread.newJob();
    m_thread.post([job = m_check, target, draft](SessionWorker& worker) { worker.checkPair(job, target, draft); });
}

void RunPlanner::plan(const RunSetup& setup)
{
    cancelPlan();
    m_plan = m_thread.newJob();
    m_thread.post([job = m_plan, setup](SessionWorker& worker) { worker.plan(job, setup); });
}

void RunPlanner::preview(const RunSetup& setup)
{
    cancelPreview();
    m_preview = m_thread.newJob();
    m_thread.post([job = m_preview, setup](SessionWorker& worker) { worker.preview(job, setup); });
}

void RunPlanner::cancelPreview()
{
    m_preview.stop->store(true);
    m_preview = {};
}

void RunPlanner::cancelPlan()
{
    m_plan.stop->store(true);
    m_plan = {};
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/setup_plans.h"

#include "engine/session/methods.h"

namespace draftscope {

namespace {

constexpr int askedAfterMs = 150;

} // namespace

SetupPlans::SetupPlans(Navigation& navigation, QObject* parent) : QObject(parent), m_navigation(navigation)
{
    for (QTimer* timer : {&m_planSoon, &m_previewSoon}) {
        timer->setSingleShot(true);
        timer->setInterval(askedAfterMs);
    }
    connect(&m_planSoon, &QTimer::timeout, this,
            [this] { m_navigation.planner().plan(m_navigation.starter().setup()); });
    connect(&m_previewSoon, &QTimer::timeout, this,
            [this] { m_navigation.planner().preview(m_navigation.starter().setup()); });
    connect(&navigation.thread(), &SessionThread::backendAnswered, this, &SetupPlans::planSoon);
    connect(&navigation.planner(), &RunPlanner::planned, this, [this](const RunPlanned& plan) {
        m_plan = plan;
        emit changed();
    });
    connect(&navigation.planner(), &RunPlanner::previewed, this, [this](const PromptPreview& preview) {
        m_preview = preview;
        emit previewed(preview);
    });
    connect(&navigation.planner(), &RunPlanner::pairChecked, this, [this](const QString& sentence) {
        m_pairSentence = sentence;
        emit changed();
    });
}

bool SetupPlans::isToBeLoaded() const
{
    return !m_navigation.run().computation().canCompute()
        || !(memorySetup(m_navigation.starter().setup()) == memorySetup(m_navigation.run().setup()));
}

void SetupPlans::checkPair()
{
    m_pairSentence.clear();
    const RunSetup& setup = m_navigation.starter().setup();
    if (methodNamed(setup.settings.method) && !setup.target.empty())
        m_navigation.planner().checkPair(setup.target, draftToCheck(setup));
}

void SetupPlans::planSoon()
{
    if (!isToBeLoaded()) {
        if (m_plannedFor != RunSetup{})
            forgetPlan();
        return;
    }
    const RunSetup now = memorySetup(m_navigation.starter().setup());
    if (now == m_plannedFor)
        return;
    const bool isOfOtherModels = now.target != m_plannedFor.target || now.draft != m_plannedFor.draft
        || now.settings.method != m_plannedFor.settings.method;
    if (isOfOtherModels)
        m_plan = {};
    m_plannedFor = now;
    m_navigation.planner().cancelPlan(); // its answer would be taken for this one's
    m_planSoon.start();
}

void SetupPlans::forgetPlan()
{
    m_planSoon.stop();
    m_navigation.planner().cancelPlan();
    m_plannedFor = {};
    m_plan = {};
}

void SetupPlans::previewSoon()
{
    const RunSetup& setup = m_navigation.starter().setup();
    RunSetup now{setup.target, {}, {}, setup.prompt, setup.isChat, setup.system, setup.turns};
    now.settings.isWholePrompt = setup.settings.isWholePrompt;
    if (now == m_previewedFor)
        return;
    m_previewedFor = now;
    m_preview = {};                         // not known yet
    m_navigation.planner().cancelPreview(); // its answer would be taken for this one's
    m_previewSoon.start();
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/plain_decoding_offer.h"

#include "engine/session/methods.h"
#include "gui/controls/message_bar.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

PlainDecodingOffer::PlainDecodingOffer(Navigation& navigation, MessageBar& bar, QObject* parent)
    : QObject(parent), m_navigation(navigation), m_bar(bar)
{
    connect(&navigation, &Navigation::failed, this, &PlainDecodingOffer::look);
    connect(&navigation.thread().worker(), &SessionWorker::pairChecked, this, &PlainDecodingOffer::onPairChecked);
}

PlainDecodingOffer::~PlainDecodingOffer()
{
    for (const Job* job : {&m_pair, &m_alone})
        job->stop->store(true);
}

void PlainDecodingOffer::look(const QString& problem)
{
    for (Job* job : {&m_pair, &m_alone}) {
        job->stop->store(true);
        *job = {};
    }
    const RunSetup& setup = m_navigation.starter().setup();
    const auto method = methodNamed(setup.settings.method);
    if (setup.draft.empty() || !method || !(*method)->needsDraftModel)
        return;
    m_problem = problem;
    m_target = setup.target;
    m_pair = m_navigation.thread().newJob();
    m_navigation.thread().post([job = m_pair, target = setup.target, draft = setup.draft](SessionWorker& worker) {
        worker.checkPair(job, target, draft);
    });
}

/// First of the pair, which has to be what the problem is, then of the target alone.
void PlainDecodingOffer::onPairChecked(int job, const QString& sentence)
{
    if (job == m_pair.number && sentence == m_problem) {
        m_alone = m_navigation.thread().newJob();
        m_navigation.thread().post(
            [asked = m_alone, target = m_target](SessionWorker& worker) { worker.checkPair(asked, target, {}); });
    } else if (job == m_alone.number && sentence.isEmpty() && m_bar.problem() == m_problem) {
        m_bar.offer(tr("Decode the target alone"),
                    tr("Plain decoding: every token by a pass of the target, without a draft"),
                    [this] { decodeAlone(); });
    }
}

void PlainDecodingOffer::decodeAlone()
{
    RunSetup setup = m_navigation.starter().setup();
    setup.target = m_target;
    chooseMethod(setup.settings, "plain");
    m_navigation.starter().setSetup(setup);
    m_navigation.starter().restart();
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_worker.h"

#include <algorithm>
#include <chrono>

#include <QThread>

#include "engine/backend/backends.h"
#include "engine/core/decode_failure.h"
#include "engine/session/methods.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

using LabClock = std::chrono::steady_clock;
constexpr double sliceMs = 25; ///< after so long the job's flags are looked at again
constexpr double tellMs = 80;
constexpr double gentleShare = 0.04; ///< that the number of texts grows by in a slice, where one is to see them come

double msSince(LabClock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(LabClock::now() - begin).count();
}

} // namespace

template <class Call>
bool LabWorker::guarded(const LabJob& job, Call call)
try {
    call();
    return true;
} catch (const Cancelled&) {
    return false; // the job is over: a newer one has taken its place, or the window closes
} catch (const std::bad_alloc&) {
    m_trials.clear();
    emit failed(job.number,
                LabWorker::tr("There is too little memory for so many contexts: choose shorter texts, or fewer."));
    return false;
} catch (const DecodeFailure& failure) {
    m_trials.clear();
    emit failed(job.number, qtText(failure.what()));
    return false;
}

void LabWorker::open(const LabJob& job, const LabSetup& setup, const std::vector<SessionSettings>& sides,
                     const BackendChoice& backend)
{
    m_trials.clear();
    m_job = job;
    m_textsPerSecond = 0;
    guarded(job, [&] {
        const auto made = make(job, setup, sides, backend);
        if (job.stop->load())
            return;
        if (!made) {
            m_trials.clear();
            emit failed(job.number, engineSentence(made.error()));
            return;
        }
        tell();
    });
}

Result<void> LabWorker::make(const LabJob& job, const LabSetup& setup, const std::vector<SessionSettings>& sides,
                             const BackendChoice& backend)
{
    Progress progress;
    progress.cancelled = job.stop.get();
    Backends backends =
        setup.isFiveLetters() ? Backends("cpu", 1) : Backends(backend.name, backend.threads, backend.arithmetic);
    std::shared_ptr<Backend> on;
    for (const SessionSettings& settings : sides) {
        TrialRequest request{settings};
        request.prompt = setup.prompt;
        request.tokens = setup.textLength();
        std::vector<PlannedPass> passes;
        if (!setup.isFiveLetters()) {
            RunSetup run;
            run.target = setup.target;
            run.draft = setup.draft;
            run.settings = settings;
            auto pair = m_models.openPair(run, progress);
            if (!pair)
                return tl::unexpected(pair.error());
            if (!pair->draft) // what the draft favours is tested, too; a target without one is its own
                pair->draft = pair->target;
            for (const auto& model : {pair->target, pair->draft})
                if (const auto read = m_models.read(model, progress); !read)
                    return tl::unexpected(read.error());
            auto data = openMethodData(*pair, settings);
            if (!data)
                return tl::unexpected(data.error());
            auto planned = passesFor(*pair, settings, setup.prompt);
            if (!planned)
                return tl::unexpected(planned.error());
            passes = std::move(*planned);
            request.pair = std::move(*pair);
            request.data = std::move(*data);
        }
        if (!on) {
            const auto chosen = backends.choose(passes);
            if (!chosen)
                return tl::unexpected(chosen.error());
            on = chosen->backend;
        }
        auto trialSetup = trialSetupFor(request);
        if (!trialSetup)
            return tl::unexpected(trialSetup.error());
        auto trial = LosslessTrial::create(std::move(*trialSetup), std::make_shared<MemoisingBackend>(on), progress);
        if (!trial)
            return tl::unexpected(trial.error());
        m_trials.push_back(std::move(*trial));
    }
    return {};
}

void LabWorker::draw(const LabJob& job, int texts, bool isGentle)
{
    if (job.number != m_job.number || m_trials.empty())
        return;
    const auto isOver = [&job] { return job.pause->load() || job.stop->load(); };
    auto toldAt = LabClock::now();
    int toldTexts = m_trials.front()->texts();
    double perMs = 0.2; // of each side: one text to begin with
    while (m_trials.front()->texts() < texts && !isOver()) {
        const int now = m_trials.front()->texts();
        int more = std::max(1, int(perMs * sliceMs));
        if (isGentle)
            more = std::min(more, std::max(1, int(gentleShare * now)));
        const auto begin = LabClock::now();
        if (!guarded(job, [&] { drawTo(std::min(texts, now + more)); }))
            return;
        const double ms = std::max(0.01, msSince(begin));
        perMs = (m_trials.front()->texts() - now) / ms;
        if (isGentle && ms < sliceMs)
            QThread::usleep(unsigned(1000 * (sliceMs - ms)));
        if (const double since = msSince(toldAt); since >= tellMs) {
            m_textsPerSecond = 1000 * (m_trials.front()->texts() - toldTexts) / since;
            toldTexts = m_trials.front()->texts();
            toldAt = LabClock::now();
            if (!guarded(job, [&] { tell(); }))
                return;
        }
    }
    if (job.stop->load() || !guarded(job, [&] { tell(); }))
        return;
    emit paused(job.number, job.stretch);
}

void LabWorker::drawTo(int texts)
{
    Progress progress;
    progress.cancelled = m_job.stop.get();
    for (const auto& trial : m_trials)
        trial->drawUpTo(texts, progress);
}

void LabWorker::tell()
{
    auto figures = std::make_shared<LabFigures>();
    for (const auto& trial : m_trials)
        figures->sides.push_back(trial->figures());
    figures->textsPerSecond = m_textsPerSecond;
    figures->backend = m_trials.front()->backendName();
    emit progressed(m_job.number, figures);
}

} // namespace draftscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/advice_thread.h"

#include <QThread>

#include "engine/backend/backends.h"
#include "engine/core/decode_failure.h"
#include "engine/session/methods.h"
#include "gui/language/engine_words.h"
#include "gui/worker/model_store.h"
#include "gui/worker/prompt_preview.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// What is to be computed with, opened and read.
struct AdvicePair {
    Pair pair;
    std::shared_ptr<Backend> backend;
};

Result<AdvicePair> openForAdvice(RunSetup setup, const BackendChoice& backend, const Progress& progress)
{
    ModelStore models;
    AdvicePair opened;
    auto target = models.open(setup.target, progress);
    if (!target)
        return tl::unexpected(target.error());
    opened.pair.target = *target;
    if (!setup.draft.empty()) {
        auto draft = models.open(setup.draft, progress);
        if (!draft)
            return tl::unexpected(draft.error());
        opened.pair.draft = *draft;
    }
    for (const auto& model : {opened.pair.target, opened.pair.draft})
        if (const auto read = models.read(model, progress); !read)
            return tl::unexpected(read.error());
    SessionSettings plain = setup.settings;
    chooseMethod(plain, "plain");
    const auto passes = passesFor({opened.pair.target, nullptr}, plain, "");
    if (!passes)
        return tl::unexpected(passes.error());
    const BackendChoice& on = setup.backend ? *setup.backend : backend;
    Backends backends(on.name, on.threads, on.arithmetic);
    const auto chosen = backends.choose(*passes);
    if (!chosen)
        return tl::unexpected(chosen.error());
    opened.backend = chosen->backend;
    return opened;
}

Result<std::vector<std::string>> promptsToAdviseOn(const AdviceThread::Search& search, const Model& target)
{
    std::vector<std::string> texts;
    RunSetup setup = search.setup;
    for (const std::string& prompt :
         search.prompts.empty() ? std::vector<std::string>{search.setup.prompt} : search.prompts) {
        setup.prompt = prompt;
        auto text = promptFor(setup, target);
        if (!text)
            return tl::unexpected(text.error());
        texts.push_back(std::move(*text));
    }
    return texts;
}

} // namespace

AdviceThread::AdviceThread(QObject* parent) : QObject(parent) {}

AdviceThread::~AdviceThread()
{
    stop();
    if (m_thread)
        m_thread->wait();
}

void AdviceThread::stop()
{
    if (m_stop)
        m_stop->store(true);
}

void AdviceThread::run(std::function<Result<void>(const Progress& progress)> work)
{
    Q_ASSERT(!isRunning());
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_thread = QThread::create([this, stop = m_stop, work = std::move(work)] {
        Progress progress;
        progress.cancelled = stop.get();
        try {
            if (const auto done = work(progress); !done && !stop->load())
                emit failed(engineSentence(done.error()));
        } catch (const Cancelled&) {
        } catch (const DecodeFailure& failure) {
            emit failed(qtText(failure.what()));
        } catch (const std::bad_alloc&) {
            emit failed(tr("There is too little memory for this: close other programs, or choose smaller models."));
        }
    });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, [this] {
        std::exchange(m_thread, nullptr)->deleteLater();
        emit ended();
    });
    m_thread->start();
}

void AdviceThread::advise(const Search& search, const BackendChoice& backend)
{
    run([this, search, backend](const Progress& progress) -> Result<void> {
        const auto opened = openForAdvice(search.setup, backend, progress);
        if (!opened)
            return tl::unexpected(opened.error());
        auto prompts = promptsToAdviseOn(search, *opened->pair.target);
        if (!prompts)
            return tl::unexpected(prompts.error());
        AdviceRequest request{opened->pair, settingsFor(search.setup), std::move(*prompts), search.seconds};
        request.base.draftLength = SessionSettings().draftLength;
        request.base.fault.clear();
        const auto advice = draftscope::advise(request, opened->backend, progress, [this](const Advice& soFar) {
            emit advised(std::make_shared<const Advice>(soFar));
        });
        if (!advice)
            return tl::unexpected(advice.error());
        emit advised(std::make_shared<const Advice>(*advice));
        if (!search.isUnderLoad || progress.isCancelled())
            return {};
        const auto load = measureLoad(
            {opened->pair, advice->best()->settings, request.prompts, search.seconds}, opened->backend, progress,
            [this](const LoadAdvice& soFar) { emit underLoad(std::make_shared<const LoadAdvice>(soFar)); });
        if (!load)
            return tl::unexpected(load.error());
        emit underLoad(std::make_shared<const LoadAdvice>(*load));
        return {};
    });
}

void AdviceThread::measureMachine(const RunSetup& setup, const BackendChoice& backend)
{
    run([this, setup, backend](const Progress& progress) -> Result<void> {
        RunSetup alone = setup;
        alone.draft.clear();
        const auto opened = openForAdvice(alone, backend, progress);
        if (!opened)
            return tl::unexpected(opened.error());
        auto measured = draftscope::measureMachine(opened->pair.target, *opened->backend, progress);
        if (!measured)
            return tl::unexpected(measured.error());
        emit machineMeasured(std::make_shared<const MeasuredMachine>(std::move(*measured)));
        return {};
    });
}

} // namespace draftscope

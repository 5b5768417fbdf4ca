// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/text_comparing.h"

#include <algorithm>

#include "engine/backend/backends.h"
#include "engine/catalogue/embedded.h"
#include "engine/core/decode_failure.h"
#include "gui/language/engine_words.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

using SentTexts = std::shared_ptr<const TextsFound>;

Result<SentTexts> compareNow(const TextsRequest& request, const Progress& progress)
{
    auto found = std::make_shared<TextsFound>();
    std::vector<const TextInput*> inputs{&request.first};
    if (request.second)
        inputs.push_back(&*request.second);
    std::string name = request.isTargetChosen ? request.target : targetNamedBy(inputs);
    if (name.empty())
        name = request.target;
    const auto path = resolveModel(name);
    if (!path)
        return tl::unexpected(path.error());
    auto target = loadModel(*path, progress);
    if (!target)
        return tl::unexpected(target.error());
    if (const auto whole = checkTarget(**target); !whole)
        return tl::unexpected(whole.error());
    found->target = std::move(*target);
    Backends backends(request.backend.name, request.backend.threads, request.backend.arithmetic);
    const auto device = backends.choose();
    if (!device)
        return tl::unexpected(device.error());
    const auto ways = readingWays(*found->target, request.backend.threads,
                                  device->backend->name() == "cpu" ? nullptr : device->backend);
    if (request.second) {
        auto both = comparedTexts(request.first, *request.second, request.prompt, *found->target);
        if (!both)
            return tl::unexpected(both.error());
        found->texts = {std::move(both->first), std::move(both->second)};
    } else {
        auto first = comparedText(request.first, request.prompt, *found->target);
        if (!first)
            return tl::unexpected(first.error());
        const int count = int(first->prompt.size() + first->tokens.size());
        const std::vector<PlannedPass> passes = {{found->target, std::min(count, found->target->config.contextLength)}};
        const auto fitting = backends.choose(passes);
        if (!fitting)
            return tl::unexpected(fitting.error());
        auto second = writtenBehind(*first, found->target, fitting->backend, request.ownName, progress);
        if (!second)
            return tl::unexpected(second.error());
        found->texts = {std::move(*first), std::move(*second)};
    }
    auto divergence = compareTexts(found->texts[0], found->texts[1], found->target, ways, progress);
    if (!divergence)
        return tl::unexpected(divergence.error());
    found->divergence = std::move(*divergence);
    return found;
}

/// Nothing where it was cancelled.
std::optional<Result<SentTexts>> compareGuarded(const TextsRequest& request, const Progress& progress)
try {
    auto result = compareNow(request, progress);
    return progress.isCancelled() ? std::nullopt : std::optional(std::move(result));
} catch (const Cancelled&) {
    return std::nullopt;
} catch (const std::bad_alloc&) {
    return fail("There is not enough memory for this: close other programs or choose a smaller model.");
} catch (const DecodeFailure& failure) {
    return tl::unexpected(Error{failure.what()});
}

} // namespace

void TextComparing::start(TextsRequest request)
{
    stop();
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    const int job = ++m_job;
    m_thread.reset(QThread::create([this, job, request = std::move(request), cancelled = m_cancelled] {
        Progress progress;
        progress.cancelled = cancelled.get();
        progress.report = [this, job](double share, std::string_view what) {
            const QString words = qtText(what);
            QMetaObject::invokeMethod(this, [this, job, share, words] {
                if (job == m_job && m_thread)
                    emit progressed(share, words);
            });
        };
        if (const auto result = compareGuarded(request, progress))
            QMetaObject::invokeMethod(this, [this, job, result = *result] { tell(job, result); });
    }));
    m_thread->start();
}

void TextComparing::stop()
{
    if (!m_thread)
        return;
    m_cancelled->store(true);
    m_thread->wait();
    m_thread.reset();
    ++m_job;
}

void TextComparing::tell(int job, const Result<SentTexts>& result)
{
    if (job != m_job || !m_thread)
        return; // a newer one has taken its place
    m_thread->wait();
    m_thread.reset();
    if (result)
        emit found(*result);
    else
        emit failed(engineSentence(result.error()));
}

} // namespace draftscope

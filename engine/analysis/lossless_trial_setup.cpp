// SPDX-License-Identifier: MIT
#include <utility>

#include "engine/analysis/five_letter_drafts.h"
#include "engine/analysis/lossless_trial.h"
#include "engine/session/faults.h"
#include "engine/session/methods.h"

namespace draftscope {
namespace {

constexpr int mostTrialTokens = 64;

Result<void> checkRequest(const TrialRequest& request)
{
    const auto method = methodNamed(request.settings.method);
    if (!method)
        return tl::unexpected(method.error());
    if (!(*method)->drafts())
        return fail("The method {} drafts nothing that could be tested: choose another method.",
                    request.settings.method);
    if (request.settings.sampler.isGreedy())
        return fail("At temperature 0 nothing is drawn that could be counted: set the temperature above 0.");
    if (request.tokens < 1 || request.tokens > mostTrialTokens)
        return fail("The texts have {} tokens: choose 1 to {}.", request.tokens, mostTrialTokens);
    return {};
}

/// Models, what the method drafts with, and its files.
Result<LosslessSubject> subjectOf(const TrialRequest& request, const Method& method)
{
    LosslessSubject subject;
    const bool isFiveLetters = !request.pair.target;
    auto pair = withOneTokenizer(isFiveLetters ? fiveLetterPairFor(method) : request.pair);
    if (!pair)
        return tl::unexpected(pair.error());
    subject.pair = std::move(*pair);
    auto data = isFiveLetters ? fiveLetterData(method, *subject.pair.target) : Result<MethodData>(request.data);
    if (!data)
        return tl::unexpected(data.error());
    subject.data = std::move(*data);
    for (const MethodFile& file : method.files)
        if (const std::string path = fileOf(request.settings, file.name); isFiveLetters && file.isNeeded)
            subject.files.emplace(file.name, "(in memory)");
        else if (!isFiveLetters && !path.empty())
            subject.files.emplace(file.name, path);
    subject.prompts = {request.prompt};
    subject.samplers = {request.settings.sampler};
    subject.tokens = request.tokens;
    subject.onlyFirstToken = request.tokens == 1;
    return subject;
}

} // namespace

Result<LosslessTrial::Setup> trialSetupFor(const TrialRequest& request)
{
    if (const auto fine = checkRequest(request); !fine)
        return tl::unexpected(fine.error());
    const Method& method = **methodNamed(request.settings.method);
    SessionSettings settings = request.settings;
    settings.fault.clear();
    for (const MethodFile& file : method.files)
        if (file.isNeeded && !request.pair.target)
            setFile(settings, file.name, "(in memory)");
    settings.maxTokens = std::max({request.tokens, settings.draftLength + 1, jointTokens});
    const auto valid = withValidDraws(std::move(settings));
    if (!valid)
        return tl::unexpected(valid.error());
    if (!request.settings.fault.empty())
        if (const auto broken = settingsWithFault(*valid, request.settings.fault); !broken)
            return tl::unexpected(broken.error());
    auto subject = subjectOf(request, method);
    if (!subject)
        return tl::unexpected(subject.error());
    LosslessTrial::Setup setup;
    setup.subject = std::move(*subject);
    setup.options.settings = *valid;
    setup.options.fault = request.settings.fault;
    setup.sampler = valid->sampler;
    setup.draftLength = valid->draftLength;
    setup.seed = valid->seed;
    setup.prompt = request.prompt;
    return setup;
}

Result<SessionSettings> settingsBesideFault(SessionSettings settings, std::string_view fault)
{
    settings.fault.clear();
    auto beside = settingsWithFault(std::move(settings), fault);
    if (beside)
        beside->fault.clear();
    return beside;
}

} // namespace draftscope

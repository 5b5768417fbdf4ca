// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lab_setup.h"

#include <algorithm>

#include <QCoreApplication>

#include "engine/session/combinations.h"
#include "engine/session/faults.h"
#include "engine/speculation/verifiers.h"
#include "gui/language/engine_words.h"

namespace draftscope {

namespace {

struct LabSetupWords {
    Q_DECLARE_TR_FUNCTIONS(LabSetupWords)
};

/// What leaves the embedded family, and most others, many ways to go on.
constexpr const char* openPrompt = "They";

/// `settings` with another verifier, in the shape that they have, or in another that it can judge.
Result<SessionSettings> withVerifier(const SessionSettings& settings, std::string_view name)
{
    const auto verifier = verifierNamed(name);
    const auto method = methodNamed(settings.method);
    if (!verifier || !method)
        return tl::unexpected(!verifier ? verifier.error() : method.error());
    std::vector<const ShapeKind*> shapes;
    if (const auto own = shapeNamed(settings.shape))
        shapes.push_back(*own);
    for (const ShapeKind& shape : allShapes())
        shapes.push_back(&shape);
    Result<SessionSettings> first = fail("{}", std::string());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        SessionSettings plain = settings;
        plain.fault.clear();
        plain.draws.clear();
        auto with = settingsFor({*method, shapes[i], *verifier}, std::move(plain));
        if (with)
            return with;
        if (i == 0)
            first = with;
    }
    return first;
}

Result<SessionSettings> leftOf(const LabSetup& setup, const LabRight& right)
{
    auto left = withVerifier(setup.settings, verifierNameFor(setup.settings));
    if (!left || right.kind != LabRight::Kind::fault)
        return left;
    return settingsBesideFault(*left, right.name);
}

Result<SessionSettings> rightOf(const SessionSettings& left, const LabRight& right)
{
    SessionSettings settings = left;
    switch (right.kind) {
    case LabRight::Kind::fault:
        return settingsWithFault(settings, right.name);
    case LabRight::Kind::rule:
        return withVerifier(settings, right.name);
    case LabRight::Kind::sampler:
        break;
    }
    settings.sampler = right.sampler;
    return settings;
}

Result<LabSides> checkedSides(const LabSetup& setup, const LabRight& right)
{
    if (setup.settings.sampler.isGreedy()) // said here, because greedy settings have other verifiers
        return tl::unexpected(trialSetupFor({setup.settings}).error());
    const auto left = leftOf(setup, right);
    if (!left)
        return tl::unexpected(left.error());
    auto other = rightOf(*left, right);
    if (!other)
        return tl::unexpected(other.error());
    if (right.kind == LabRight::Kind::sampler && other->sampler == left->sampler)
        return fail("{}", LabSetupWords::tr("Both sides have this sampler: choose another one.").toStdString());
    if (right.kind == LabRight::Kind::rule && verifierNameFor(*other) == verifierNameFor(*left))
        return fail("{}", LabSetupWords::tr("Both sides have this rule: choose another one.").toStdString());
    return LabSides{*left, *other};
}

} // namespace

LabSetup defaultLabSetup()
{
    LabSetup setup;
    setup.settings.draftLength = 3;
    setup.settings.sampler = {.temperature = 0.7, .topP = 0.9};
    setup.right.name = "p-instead-of-residual";
    setup.prompt = TrialRequest().prompt;
    return setup;
}

LabSetup withModels(LabSetup setup, const RunSetup& pair)
{
    setup.target = pair.target;
    setup.draft = pair.draft;
    setup.prompt = setup.isFiveLetters() ? TrialRequest().prompt : openPrompt;
    return setup;
}

Result<LabSides> sidesOf(const LabSetup& setup)
{
    auto sides = checkedSides(setup, setup.right);
    if (!sides)
        return sides;
    for (const SessionSettings& settings : {sides->left, sides->right}) {
        TrialRequest request{settings};
        request.prompt = setup.isFiveLetters() ? setup.prompt : request.prompt; // of a pair the worker says more
        request.tokens = setup.textLength();
        if (const auto fine = trialSetupFor(request); !fine)
            return tl::unexpected(fine.error());
    }
    return sides;
}

Result<void> checkRight(const LabSetup& setup, const LabRight& right)
{
    if (const auto sides = checkedSides(setup, right); !sides)
        return tl::unexpected(sides.error());
    return {};
}

bool isRightLossless(const LabSetup& setup)
{
    const std::string rule =
        setup.right.kind == LabRight::Kind::rule ? setup.right.name : std::string(verifierNameFor(setup.settings));
    const auto verifier = verifierNamed(rule);
    return setup.right.kind != LabRight::Kind::fault && verifier && (*verifier)->traits().isLossless;
}

std::vector<SamplerSettings> labSamplers()
{
    return {{.temperature = 1.0},
            {.temperature = 0.7, .topP = 0.9},
            {.temperature = 1.0, .topK = 3},
            {.temperature = 1.3, .minP = 0.2}};
}

std::vector<LabRow> labRows(const LabSetup& setup)
{
    std::vector<LabRow> rows;
    const auto add = [&](std::string verifier, std::string fault, const Result<SessionSettings>& settings,
                         bool isLossless) {
        LabRow row{std::move(verifier), std::move(fault), settings ? *settings : setup.settings,
                   settings ? std::string() : engineSentence(settings.error()).toStdString(), isLossless};
        if (settings)
            row.verifier = verifierNameFor(*settings);
        rows.push_back(std::move(row));
    };
    for (const bool isLossless : {true, false})
        for (const Verifier* verifier : allVerifiers())
            if (verifier->traits().isLossless == isLossless && verifier != &greedyVerifier())
                add(std::string(verifier->name()), {}, withVerifier(setup.settings, verifier->name()), isLossless);
    const auto base = withVerifier(setup.settings, verifierNameFor(setup.settings));
    for (const Fault& fault : allFaults()) {
        const std::string verifier(fault.verifiers().empty() ? verifierNameFor(setup.settings)
                                                             : fault.verifiers().front());
        add(verifier, std::string(fault.name), base ? settingsWithFault(*base, fault.name) : base, false);
    }
    return rows;
}

} // namespace draftscope

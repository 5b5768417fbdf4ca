// SPDX-License-Identifier: MIT
// What a session is made of: a target, a drafter, a shape.
#include "engine/session/decode_setup.h"

#include <cassert>
#include <utility>

#include "engine/core/version.h"
#include "engine/session/decoded_text.h"
#include "engine/session/draft_length.h"
#include "engine/session/merged_drafts.h"

namespace draftscope {

Result<std::unique_ptr<DecodeSetup>> DecodeSetup::create(std::unique_ptr<Target> target, Pair pair,
                                                         SessionSettings settings, std::string prompt, SessionPlan plan,
                                                         const MethodData& data, const SessionPasses& passes,
                                                         Backend& backend, const Progress& progress)
{
    const Method& method = **methodNamed(settings.method);
    const int promptCount = promptCountOf(plan.promptTokens);
    Parts parts;
    parts.threads = backend.threads();
    parts.target = std::move(target);
    if (!parts.target)
        parts.target = std::make_unique<LocalTarget>(pair.target, passes.target, promptCount, parts.threads);
    auto shape = (*shapeNamed(settings.shape))->make(settings);
    if (!shape)
        return tl::unexpected(shape.error());
    parts.shape = std::move(*shape);
    if (method.makeDrafter) {
        auto made = method.makeDrafter({pair, *parts.target, passes.draft, passes.heads, data, settings, promptCount},
                                       progress);
        if (!made)
            return tl::unexpected(made.error());
        parts.drafter = std::move(*made);
    }
    if (plan.undisturbedSlotCount > 0)
        parts.undisturbed = std::make_unique<LocalTarget>(pair.target, passes.undisturbed, promptCount, parts.threads);
    parts.pair = std::move(pair);
    parts.settings = std::move(settings);
    parts.prompt = std::move(prompt);
    parts.promptTokens = std::move(plan.promptTokens);
    parts.head = data.head;
    parts.moreDrafts = data.drafts;
    return std::make_unique<DecodeSetup>(std::move(parts));
}

DecodeSetup::DecodeSetup(Parts parts)
    : m_parts(std::move(parts)), m_method(**methodNamed(m_parts.settings.method)), m_local(m_parts.target->asLocal()),
      m_fault(faultOf(m_parts.settings))
{
}

LearningDrafter* DecodeSetup::learning() const
{
    return m_parts.drafter ? m_parts.drafter->asLearningDrafter() : nullptr;
}

SequenceCache* DecodeSetup::draftCache() const
{
    return m_parts.drafter ? m_parts.drafter->cache() : nullptr;
}

bool DecodeSetup::isChain() const
{
    return (*shapeNamed(m_parts.settings.shape))->isChain();
}

SessionSettings DecodeSetup::settingsWith(const SamplerSettings& sampler) const
{
    SessionSettings inForce = m_parts.settings;
    inForce.sampler = sampler;
    return inForce;
}

const Verifier& DecodeSetup::rule(const SamplerSettings& sampler) const
{
    if (m_fault && m_fault->verifier)
        return m_fault->verifier();
    const auto named = verifierNamed(verifierNameFor(settingsWith(sampler)));
    assert(named);
    return **named;
}

TraceHeader DecodeSetup::header() const
{
    const SessionSettings& settings = m_parts.settings;
    const Verifier& verifier = **verifierNamed(verifierNameFor(settings));
    TraceHeader all;
    all.producer = programAndVersion();
    all.backend = target().backendName();
    all.method = settings.method;
    for (const MethodOption& option : m_method.options)
        all.options.emplace(option.name, optionOf(settings, option.name));
    if (drafter()) {
        const ShapeKind& kind = **shapeNamed(settings.shape);
        for (const MethodOption& option : kind.options)
            all.options.emplace(option.name, optionOf(settings, option.name));
        for (const MethodOption& option : lengthOptions()) // where they are as usual they are left out
            if (const int value = optionOf(settings, option.name); value != option.defaultValue)
                all.options.emplace(option.name, value);
        all.shape = kind.name;
        all.draws = settings.draws;
    }
    all.files.insert(settings.files.begin(), settings.files.end());
    all.verifier = verifier.name();
    all.traits = verifier.traits();
    all.target = pair().target->record;
    if (m_method.needsDraftModel)
        all.draft = pair().draft->record;
    if (m_method.head)
        all.head = m_parts.head->path.string();
    for (std::size_t i = 0; i < m_parts.moreDrafts.size(); ++i)
        all.files.insert_or_assign(fmt::format("draft-{}", i + 2), nameOfDraft(*m_parts.moreDrafts[i]));
    all.sampler = settings.sampler;
    all.draftLength = drafter() ? settings.draftLength : 0;
    all.endTokens = pair().target->config.endOfText;
    all.seed = settings.seed;
    all.prompt = m_parts.prompt;
    all.isWholePrompt = settings.isWholePrompt;
    all.promptTokens = m_parts.promptTokens;
    all.lossless = verifier.isLossless() && !m_fault;
    all.fault = settings.fault;
    return all;
}

EndReason DecodeSetup::endReason(const DecodedText& text) const
{
    if (text.generatedCount() > 0 && pair().target->isEndOfText(text.tokens().back()))
        return EndReason::endOfText;
    if (text.generatedCount() >= settings().maxTokens)
        return EndReason::tokenLimit;
    if (int(text.tokens().size()) >= pair().target->config.contextLength)
        return EndReason::contextFull;
    return EndReason::none;
}

Result<void> DecodeSetup::change(SessionSettings wanted)
{
    if (const auto checked = check(wanted); !checked)
        return checked;
    if (const auto tells = canJudgeWith(target(), wanted); !tells)
        return tells;
    m_parts.settings = std::move(wanted);
    return {};
}

Result<void> DecodeSetup::setSampler(const SamplerSettings& sampler)
{
    return change(settingsWith(sampler));
}

Result<void> DecodeSetup::setDraftLength(int k)
{
    SessionSettings wanted = m_parts.settings;
    wanted.draftLength = k;
    return change(std::move(wanted));
}

void DecodeSetup::returnTo(const SamplerSettings& sampler, int draftLength)
{
    m_parts.settings.sampler = sampler;
    if (draftLength > 0)
        m_parts.settings.draftLength = draftLength;
}

} // namespace draftscope

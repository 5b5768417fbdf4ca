// SPDX-License-Identifier: MIT
#include "engine/analysis/sampled_texts.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/analysis/metrics.h"
#include "engine/core/random.h"

namespace draftscope {
namespace {

/// What the distributions of the sessions' contexts may take.
constexpr std::size_t textsMemoryLimit = std::size_t(512) << 20;

std::uint64_t seedOfText(std::uint64_t seed, std::uint32_t text)
{
    constexpr std::uint32_t ofSeeds = 0xFFFFFFFF; // no Purpose: these numbers are used for nothing else
    const auto bits = philox({text, 0, 0, ofSeeds}, {std::uint32_t(seed), std::uint32_t(seed >> 32)});
    return std::uint64_t(bits[1]) << 32 | bits[0];
}

/// As drawFrom() does on dense distributions.
TokenId drawPossible(const PossibleTokens& tokens, double u)
{
    const auto above = std::ranges::upper_bound(tokens, u, {}, &PossibleToken::below);
    return above == tokens.begin() ? above->token : std::prev(above)->token;
}

} // namespace

SampledTexts::SampledTexts(Pair pair, SessionSettings settings, std::string prompt, MethodData data,
                           std::shared_ptr<MemoisingBackend> backend)
    : m_pair(std::move(pair)), m_settings(std::move(settings)), m_promptText(std::move(prompt)),
      m_data(std::move(data)), m_backend(std::move(backend))
{
}

Result<SampledTexts> SampledTexts::create(Pair pair, SessionSettings settings, std::string prompt, MethodData data,
                                          std::shared_ptr<MemoisingBackend> backend,
                                          std::optional<double> brokenDraftTemperature, const Progress& progress)
{
    const auto session = Session::create(pair, settings, prompt, data, backend, progress);
    if (!session)
        return tl::unexpected(session.error());
    SampledTexts texts(std::move(pair), std::move(settings), std::move(prompt), std::move(data), std::move(backend));
    const TraceHeader header = (*session)->header();
    texts.m_prompt = header.promptTokens;
    texts.m_backendName = header.backend;
    if (brokenDraftTemperature) {
        SamplerSettings sampler = texts.m_settings.sampler;
        sampler.temperature *= *brokenDraftTemperature;
        auto drafts = texts.alone(texts.m_pair.draft, sampler, progress);
        if (!drafts)
            return tl::unexpected(drafts.error());
        texts.m_forcedDrafts = std::move(*drafts);
    }
    return texts;
}

Result<ContextDistributions> SampledTexts::targetAlone(const Progress& progress) const
{
    return alone(m_pair.target, m_settings.sampler, progress);
}

Result<ContextDistributions> SampledTexts::draftAlone(const Progress& progress) const
{
    return alone(m_pair.draft, m_settings.sampler, progress);
}

Result<ContextDistributions> SampledTexts::alone(const std::shared_ptr<const Model>& model,
                                                 const SamplerSettings& sampler, const Progress& progress) const
{
    auto pass = m_backend->makePass(model, int(m_prompt.size()) + m_settings.maxTokens, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    return ContextDistributions(std::move(*pass), m_prompt, sampler, model->tokenizer->size(), progress.cancelled);
}

std::vector<TokenId> SampledTexts::write(std::uint32_t text, const Progress& progress, int rounds)
{
    Progress quiet; // the job is many texts: how far one of them has come is not worth a report
    quiet.cancelled = progress.cancelled;
    m_backend->forgetBeyond(textsMemoryLimit);
    if (m_forcedDrafts)
        m_forcedDrafts->forgetBeyond(textsMemoryLimit);
    SessionSettings settings = m_settings;
    settings.seed = seedOfText(m_settings.seed, text);
    const auto created = Session::create(m_pair, settings, m_promptText, m_data, m_backend);
    if (!created) // it was possible before; what has changed is memory
        throw BackendFailure(created.error().sentence);
    Session& session = **created;
    std::int64_t written = 0, judged = 0, accepted = 0;
    while (session.ended() == EndReason::none) {
        if (rounds > 0 && written >= rounds && session.generatedCount() > 0)
            break;
        if (m_forcedDrafts)
            forceDrafts(session, settings.seed, int(m_rounds + written));
        const RoundRecord& round = session.finishRound(quiet);
        ++written;
        judged +=
            std::ranges::count_if(round.nodes, [&](const NodeRecord& node) { return countsAsJudged(round, node); });
        accepted += round.acceptedCount();
    }
    m_rounds += written;
    m_judged += judged;
    m_accepted += accepted;
    std::vector<TokenId> tokens;
    for (std::size_t i = m_prompt.size(); i < session.text().size(); ++i)
        tokens.push_back(session.text()[i].token);
    return tokens;
}

/// Draws the round's drafts at the broken temperature and has the session take them for its own.
void SampledTexts::forceDrafts(Session& session, std::uint64_t seed, int round)
{
    int context = ContextDistributions::root;
    for (std::size_t i = m_prompt.size(); i < session.text().size(); ++i)
        context = m_forcedDrafts->after(context, session.text()[i].token);
    const int room = m_settings.maxTokens - session.generatedCount() - 1;
    for (int node = 0; node < std::min(room, m_settings.draftLength); ++node) {
        constexpr std::uint32_t otherSequence = 1; // than the session's own numbers
        const double u = uniform(seed, otherSequence, std::uint32_t(round), std::uint32_t(node), Purpose::draft);
        const TokenId token = drawPossible(m_forcedDrafts->at(context), u);
        session.forceToken(node, token);
        context = m_forcedDrafts->after(context, token);
    }
}

} // namespace draftscope

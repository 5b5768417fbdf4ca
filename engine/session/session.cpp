// SPDX-License-Identifier: MIT
#include "engine/session/session.h"

#include <cassert>
#include <numeric>
#include <utility>

#include "engine/core/version.h"
#include "engine/session/draft_length.h"
#include "engine/session/merged_drafts.h"
#include "engine/session/session_state.h"

namespace draftscope {

Session::State::State(Pair models, SessionSettings wanted, std::string promptText, std::vector<TokenId> promptIds,
                      const Method& way, std::unique_ptr<Target> verifies, std::unique_ptr<Drafter> proposes,
                      std::unique_ptr<DraftShape> grows, std::shared_ptr<ThreadPool> pool)
    : pair(std::move(models)), settings(std::move(wanted)), prompt(std::move(promptText)),
      promptTokens(std::move(promptIds)), method(way), ownTarget(std::move(verifies)), target(*ownTarget),
      local(target.asLocal()), drafter(std::move(proposes)), tokens(promptTokens), shape(std::move(grows)),
      threads(std::move(pool)), recorders(std::size_t(threads ? threads->threadCount() : 1))
{
    for (const TokenId token : promptTokens)
        text.push_back({token, TokenSource::prompt, -1});
    fault = faultOf(settings);
    if (settings.topTokens > 0)
        cacheRecorder.emplace(local ? &local->cache() : nullptr, drafter ? drafter->cache() : nullptr);
}

Session::Session(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Session::~Session() = default;

const SessionSettings& Session::settings() const
{
    return m_state->settings;
}
const Pair& Session::pair() const
{
    return m_state->pair;
}
EndReason Session::ended() const
{
    return m_state->ended;
}
const std::vector<CommittedToken>& Session::text() const
{
    return m_state->text;
}
int Session::generatedCount() const
{
    return m_state->generatedCount();
}
const RoundRecord& Session::round() const
{
    return m_state->round;
}
const std::shared_ptr<ThreadPool>& Session::threads() const
{
    return m_state->threads;
}
const SlotTable* Session::targetSlots() const
{
    return m_state->local ? &m_state->local->cache().table() : nullptr;
}

const SlotTable* Session::draftSlots() const
{
    const SequenceCache* const cache = m_state->drafter ? m_state->drafter->cache() : nullptr;
    return cache ? &cache->table() : nullptr;
}

TraceHeader Session::header() const
{
    return m_state->header();
}

TraceHeader Session::State::header() const
{
    const Verifier& verifier = **verifierNamed(verifierNameFor(settings));
    TraceHeader all;
    all.producer = programAndVersion();
    all.backend = target.backendName();
    all.method = settings.method;
    for (const MethodOption& option : method.options)
        all.options.emplace(option.name, optionOf(settings, option.name));
    if (drafter) {
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
    all.target = pair.target->record;
    if (method.needsDraftModel)
        all.draft = pair.draft->record;
    if (method.head)
        all.head = head->path.string();
    for (std::size_t i = 0; i < moreDrafts.size(); ++i)
        all.files.insert_or_assign(fmt::format("draft-{}", i + 2), nameOfDraft(*moreDrafts[i]));
    all.sampler = settings.sampler;
    all.draftLength = drafter ? settings.draftLength : 0;
    all.endTokens = pair.target->config.endOfText;
    all.seed = settings.seed;
    all.prompt = prompt;
    all.isWholePrompt = settings.isWholePrompt;
    all.promptTokens = promptTokens;
    all.lossless = verifier.isLossless() && !fault;
    all.fault = settings.fault;
    return all;
}

namespace {

/// Nobody looks at moments for as long as it lives, whatever ends that.
class Unwatched {
public:
    explicit Unwatched(bool& isWatched) : m_isWatched(isWatched) { m_isWatched = false; }
    ~Unwatched() { m_isWatched = true; }
    Unwatched(const Unwatched&) = delete;
    Unwatched& operator=(const Unwatched&) = delete;

private:
    bool& m_isWatched;
};

} // namespace

Moment Session::advance(const Progress& progress)
{
    return decodeOn(
        [&] { return m_state->undoneWhereCancelled(progress, [&] { return m_state->advance(progress); }); });
}

const RoundRecord& Session::finishRound(const Progress& progress)
{
    State& state = *m_state;
    const Unwatched unwatched(state.isWatched);
    const auto finish = [&] {
        const bool atOnce = state.decideAtOnce(progress);
        while (state.advance(progress).kind != MomentKind::commit) {}
        if (atOnce)
            state.isLive = false; // its distributions are where the models are
    };
    decodeOn([&] { state.undoneWhereCancelled(progress, finish); });
    return state.round;
}

void Session::resume(const Recording& recording, Position at)
{
    m_state->resume(recording, at);
}

void Session::forceToken(int node, TokenId token)
{
    assert(token >= 0 && token < m_state->target.tokenizerSize());
    m_state->forced.setToken(node, token);
}

void Session::forceU(int node, double u)
{
    assert(u >= 0.0 && u < 1.0);
    m_state->forced.setU(node, u);
    m_state->judgeAnew();
}

void Session::forceVerdict(int node, bool accepted)
{
    m_state->forced.setVerdict(node, accepted);
    m_state->judgeAnew();
}

Result<void> Session::setSampler(const SamplerSettings& sampler)
{
    SessionSettings wanted = m_state->settings;
    wanted.sampler = sampler;
    if (const auto checked = check(wanted); !checked)
        return checked;
    if (const auto tells = canJudgeWith(m_state->target, wanted); !tells)
        return tells;
    m_state->settings = std::move(wanted);
    m_state->stepwiseRounds = m_state->lackingInARow = 0;
    m_state->nextOverrides.push_back({OverrideRecord::Kind::sampler, -1, 0.0});
    return {};
}

Result<void> Session::setDraftLength(int k)
{
    SessionSettings wanted = m_state->settings;
    wanted.draftLength = k;
    if (const auto checked = check(wanted); !checked)
        return checked;
    m_state->settings = std::move(wanted);
    m_state->nextOverrides.push_back({OverrideRecord::Kind::draftLength, -1, double(k)});
    return {};
}

DistributionRecord Session::distribution(int context, int topTokens, const Progress& progress) const
{
    State& state = *m_state;
    DistributionRecord record;
    if (state.round.moments.empty() || context < 0 || context > int(state.round.nodes.size()))
        return record;
    decodeOn([&] {
        if (!state.isLive)
            state.replay(progress);
        std::vector<TokenId> also; // of drafts that were copied the largest of q are one
        if (topTokens >= state.target.tokenizerSize()) {
            also.resize(std::size_t(state.target.tokenizerSize()));
            std::iota(also.begin(), also.end(), TokenId(0));
        }
        state.recordContext(state.recorders.front(), context, topTokens, record, std::move(also));
    });
    return record;
}

} // namespace draftscope

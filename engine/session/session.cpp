// SPDX-License-Identifier: MIT
#include "engine/session/session.h"

#include <array>
#include <cassert>
#include <numeric>
#include <utility>

#include "engine/remote/remote_model.h"
#include "engine/session/fused_round.h"
#include "engine/session/round_passes.h"

namespace draftscope {

/// A batch of one, whose rounds a backend may decide in one go.
struct Session::State {
    State(std::unique_ptr<DecodeSetup> setup, Backend& backend)
        : sequence(std::move(setup)), fused(sequence.setup(), backend)
    {
    }
    /// A session of its own, with passes of its own; the plan has no slots of `data` yet. Errors: those of create().
    [[nodiscard]] static Result<std::unique_ptr<Session>> createSession(std::unique_ptr<Target> target, Pair pair,
                                                                        SessionSettings settings, std::string prompt,
                                                                        SessionPlan plan, const MethodData& data,
                                                                        Backend& backend, const Progress& progress);
    /// The same with the target that the pair says: on passes of its own, or behind a server.
    [[nodiscard]] static Result<std::unique_ptr<Session>> createOfPair(Pair pair, SessionSettings settings,
                                                                       std::string prompt, SessionPlan plan,
                                                                       const MethodData& data, Backend& backend,
                                                                       const Progress& progress);

    DecodeSequence sequence;
    RoundPasses passes;
    FusedRound fused;
};

Result<std::unique_ptr<Session>> Session::State::createSession(std::unique_ptr<Target> target, Pair pair,
                                                               SessionSettings settings, std::string prompt,
                                                               SessionPlan plan, const MethodData& data,
                                                               Backend& backend, const Progress& progress)
{
    planOpened(plan, data, settings);
    const auto passes = makePasses(pair, plan, data, 1, backend, progress);
    if (!passes)
        return tl::unexpected(passes.error());
    auto setup = DecodeSetup::create(std::move(target), std::move(pair), std::move(settings), std::move(prompt),
                                     std::move(plan), data, *passes, backend, progress);
    if (!setup)
        return tl::unexpected(setup.error());
    return std::unique_ptr<Session>(new Session(std::make_unique<State>(std::move(*setup), backend)));
}

namespace {

/// The target of a pair whose target is behind a server; null for others. Asks it nothing that its settings refuse.
Result<std::unique_ptr<RemoteTarget>> targetBehindServer(const Pair& pair, const SessionSettings& settings,
                                                         const Progress& progress)
{
    if (!isBehindServer(*pair.target))
        return std::unique_ptr<RemoteTarget>();
    WantedOfP wanted;
    wanted.sampler = settings.sampler;
    const bool isChain = !(*methodNamed(settings.method))->drafts() || (*shapeNamed(settings.shape))->isChain();
    wanted.ruleNeedsAll = !settings.fault.empty()
        || !checkKnown(**verifierNamed(verifierNameFor(settings)), KnownOfP::draftTokens, isChain, pair.target->name);
    return makeRemoteTarget(*pair.target, wanted, progress);
}

Result<void> checkTold(const Target& target, const SessionSettings& settings)
{
    if (const Fault* const fault = faultOf(settings); fault && fault->leavesKv())
        return fail(
            "The fault {} leaves K/V in the cache of the target, which {} keeps to itself: choose another fault.",
            fault->name, target.name());
    return canJudgeWith(target, settings);
}

} // namespace

Result<std::unique_ptr<Session>> Session::State::createOfPair(Pair pair, SessionSettings settings, std::string prompt,
                                                              SessionPlan plan, const MethodData& data,
                                                              Backend& backend, const Progress& progress)
{
    auto target = targetBehindServer(pair, settings, progress);
    if (!target)
        return tl::unexpected(target.error());
    if (*target) {
        if (const auto told = checkTold(**target, settings); !told)
            return tl::unexpected(told.error());
        pair.target = asAsked(*pair.target, **target);
    }
    return createSession(std::move(*target), std::move(pair), std::move(settings), std::move(prompt), std::move(plan),
                         data, backend, progress);
}

Result<std::unique_ptr<Session>> Session::create(Pair pair, SessionSettings settings, std::string prompt,
                                                 std::shared_ptr<Backend> backend, const Progress& progress)
{
    assert(pair.target && backend);
    auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto data = openMethodData(pair, settings);
    if (!data)
        return tl::unexpected(data.error());
    return State::createOfPair(std::move(pair), std::move(settings), std::move(prompt), std::move(*plan), *data,
                               *backend, progress);
}

Result<std::unique_ptr<Session>> Session::create(std::unique_ptr<Target> target, Pair pair, SessionSettings settings,
                                                 std::string prompt, std::shared_ptr<Backend> backend,
                                                 const Progress& progress)
{
    assert(target && !target->asLocal() && pair.target && backend);
    auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    if (const auto told = checkTold(*target, settings); !told)
        return tl::unexpected(told.error());
    const auto data = openMethodData(pair, settings);
    if (!data)
        return tl::unexpected(data.error());
    plan->runsTarget = false;
    return State::createSession(std::move(target), std::move(pair), std::move(settings), std::move(prompt),
                                std::move(*plan), *data, *backend, progress);
}

Result<std::unique_ptr<Session>> Session::create(Pair pair, SessionSettings settings, std::string prompt,
                                                 const MethodData& data, std::shared_ptr<Backend> backend,
                                                 const Progress& progress)
{
    assert(pair.target && backend);
    auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    return State::createOfPair(std::move(pair), std::move(settings), std::move(prompt), std::move(*plan), data,
                               *backend, progress);
}

Session::Session(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Session::~Session() = default;

const SessionSettings& Session::settings() const
{
    return m_state->sequence.setup().settings();
}

const Pair& Session::pair() const
{
    return m_state->sequence.setup().pair();
}

EndReason Session::ended() const
{
    return m_state->sequence.ended();
}

const std::vector<CommittedToken>& Session::text() const
{
    return m_state->sequence.text().committed();
}

int Session::generatedCount() const
{
    return m_state->sequence.text().generatedCount();
}

const RoundRecord& Session::round() const
{
    return std::as_const(m_state->sequence).round().record();
}

const std::shared_ptr<ThreadPool>& Session::threads() const
{
    return m_state->sequence.setup().sharedThreads();
}

const SlotTable* Session::targetSlots() const
{
    const LocalTarget* const local = m_state->sequence.setup().local();
    return local ? &local->cache().table() : nullptr;
}

const SlotTable* Session::draftSlots() const
{
    const SequenceCache* const cache = m_state->sequence.setup().draftCache();
    return cache ? &cache->table() : nullptr;
}

TraceHeader Session::header() const
{
    return m_state->sequence.setup().header();
}

Moment Session::advance(const Progress& progress)
{
    assert(ended() == EndReason::none);
    const std::array one = {&m_state->sequence};
    return decodeOn([&] {
        return undoneWhereInterrupted(one, progress,
                                      [&] { return m_state->passes.advance(m_state->sequence, progress); });
    });
}

const RoundRecord& Session::finishRound(const Progress& progress)
{
    assert(ended() == EndReason::none);
    DecodeSequence& sequence = m_state->sequence;
    const std::array one = {&sequence};
    const auto finish = [&] {
        const bool atOnce = m_state->fused.decide(sequence.round(), sequence.inputs(), sequence.replay(), progress);
        m_state->passes.finishRounds(one, nullptr, progress);
        if (atOnce)
            sequence.round().needReplay(); // its distributions are where the models are
    };
    decodeOn([&] { undoneWhereInterrupted(one, progress, finish); });
    return round();
}

void Session::resume(const Recording& recording, Position at)
{
    m_state->sequence.resume(recording, at);
    m_state->fused.startAnew();
}

void Session::forceToken(int node, TokenId token)
{
    assert(token >= 0 && token < m_state->sequence.setup().target().tokenizerSize());
    m_state->sequence.inputs().setToken(node, token);
}

void Session::forceU(int node, double u)
{
    assert(u >= 0.0 && u < 1.0);
    m_state->sequence.inputs().setU(node, u);
    m_state->sequence.round().judgeAnew();
}

void Session::forceVerdict(int node, bool accepted)
{
    m_state->sequence.inputs().setVerdict(node, accepted);
    m_state->sequence.round().judgeAnew();
}

Result<void> Session::setSampler(const SamplerSettings& sampler)
{
    if (const auto changed = m_state->sequence.setup().setSampler(sampler); !changed)
        return changed;
    m_state->fused.startAnew();
    m_state->sequence.inputs().addChange({OverrideRecord::Kind::sampler, -1, 0.0});
    return {};
}

Result<void> Session::setDraftLength(int k)
{
    if (const auto changed = m_state->sequence.setup().setDraftLength(k); !changed)
        return changed;
    m_state->sequence.inputs().addChange({OverrideRecord::Kind::draftLength, -1, double(k)});
    return {};
}

DistributionRecord Session::distribution(int context, int topTokens, const Progress& progress) const
{
    DecodeSequence& sequence = m_state->sequence;
    Round& shown = sequence.round();
    if (shown.record().moments.empty() || context < 0 || context > int(shown.record().nodes.size()))
        return {};
    return decodeOn([&] {
        shown.replay(sequence.replay(), progress);
        std::vector<TokenId> also; // of drafts that were copied the largest of q are one
        if (const int tokens = sequence.setup().target().tokenizerSize(); topTokens >= tokens) {
            also.resize(std::size_t(tokens));
            std::iota(also.begin(), also.end(), TokenId(0));
        }
        return shown.distribution(context, topTokens, std::move(also));
    });
}

} // namespace draftscope

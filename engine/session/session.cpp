// SPDX-License-Identifier: MIT
#include "engine/session/session.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include "engine/core/decode_failure.h"
#include "engine/session/draft_length.h"
#include "engine/session/head_methods.h"
#include "engine/session/session_state.h"

namespace draftscope {

Session::State::State(Pair models, SessionSettings wanted, std::string promptText, std::vector<TokenId> promptIds,
                      const Method& way, std::unique_ptr<Target> verifies, std::unique_ptr<Drafter> proposes,
                      std::shared_ptr<ThreadPool> pool)
    : pair(std::move(models)), settings(std::move(wanted)), prompt(std::move(promptText)),
      promptTokens(std::move(promptIds)), method(way), ownTarget(std::move(verifies)), target(*ownTarget),
      drafter(std::move(proposes)), tokens(promptTokens), threads(std::move(pool)),
      recorders(std::size_t(threads ? threads->threadCount() : 1))
{
    for (const TokenId token : promptTokens)
        text.push_back({token, TokenSource::prompt, -1});
    shape = (*shapeNamed(settings.shape))->make(settings);
}

Session::Session(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Session::~Session() = default;

namespace {

/// The prompt's tokens, if all that is asked for goes together.
Result<std::vector<TokenId>> checked(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    if (const auto inRange = check(settings); !inRange)
        return tl::unexpected(inRange.error());
    const Method& method = **methodNamed(settings.method);
    if (method.needsDraftModel && !pair.draft)
        return fail("The method {} needs a draft model: choose one, or choose the method plain.", method.name);
    if (method.needsDraftModel) {
        if (const auto fits = checkPair(*pair.target, *pair.draft); !fits)
            return tl::unexpected(fits.error());
    }

    const Model& target = *pair.target;
    // Before a long text is split into tokens: that takes about a second a megabyte.
    if (const std::size_t atLeast = target.tokenizer->fewestTokens(prompt);
        atLeast + 1 > std::size_t(target.config.contextLength))
        return fail("The prompt has at least {} tokens and the context of {} holds {}, one of them for the answer: "
                    "shorten the prompt.",
                    atLeast, target.name, target.config.contextLength);
    auto promptTokens = target.tokenizer->encodePrompt(prompt);
    if (!promptTokens)
        return tl::unexpected(promptTokens.error());
    if (promptTokens->empty())
        return fail("The prompt is empty and {} has no beginning-of-text token: write a prompt.", pair.target->name);
    const int length = int(promptTokens->size()), context = pair.target->config.contextLength;
    if (length + 1 > context)
        return fail(
            "The prompt has {} tokens and the context of {} holds {}, one of them for the answer: shorten the prompt.",
            length, pair.target->name, context);
    return promptTokens;
}

/// Every slot costs memory in all layers, so a long context is not paid for by a short decode. A tree near the end of a
/// context has more nodes than there are positions.
int slotCountFor(const Model& target, std::size_t promptLength, const SessionSettings& settings)
{
    const bool isChain = (*shapeNamed(settings.shape))->isChain();
    // What the target drafts itself is fed in slots that those nodes keep which are verified, and the others are taken
    // while all of these are.
    const int drafted = !isChain && (*methodNamed(settings.method))->draftsWithTarget ? fedNodes(settings) : 0;
    const auto length = std::int64_t(promptLength) + settings.maxTokens + maxDraftLength + drafted;
    const auto most = std::int64_t(target.config.contextLength) + (isChain ? 0 : maxDraftNodes + drafted);
    return int(std::min(most, length));
}

} // namespace

Result<std::vector<PlannedPass>> passesFor(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    assert(pair.target);
    const auto promptTokens = checked(pair, settings, prompt);
    if (!promptTokens)
        return tl::unexpected(promptTokens.error());
    const int slots = slotCountFor(*pair.target, promptTokens->size(), settings);
    std::vector<PlannedPass> passes = {{pair.target, slots}};
    if ((*methodNamed(settings.method))->needsDraftModel)
        passes.push_back({pair.draft, draftSlotCount(*pair.draft, slots, settings)});
    if ((*methodNamed(settings.method))->head) {
        auto heads = headPasses(*pair.target, settings, slots);
        if (!heads)
            return heads;
        passes.insert(passes.end(), heads->begin(), heads->end());
    }
    return passes;
}

Result<std::unique_ptr<Session>> Session::create(Pair pair, SessionSettings settings, std::string prompt,
                                                 std::shared_ptr<Backend> backend, const Progress& progress)
{
    assert(pair.target && backend);
    auto promptTokens = checked(pair, settings, prompt);
    if (!promptTokens)
        return tl::unexpected(promptTokens.error());
    const Method& method = **methodNamed(settings.method);
    const int slots = slotCountFor(*pair.target, promptTokens->size(), settings);
    auto pass = backend->makePass(pair.target, slots, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    ForwardPass& targetPass = **pass;
    auto target =
        std::make_unique<Target>(pair.target, std::move(*pass), promptCountOf(*promptTokens), backend->threads());
    std::unique_ptr<Drafter> drafter;
    if (method.makeDrafter) {
        auto made =
            method.makeDrafter({pair, *target, *backend, settings, slots, promptCountOf(*promptTokens)}, progress);
        if (!made)
            return tl::unexpected(made.error());
        drafter = std::move(*made);
    }
    auto state =
        std::make_unique<State>(std::move(pair), std::move(settings), std::move(prompt), std::move(*promptTokens),
                                method, std::move(target), std::move(drafter), backend->threads());
    const bool isChain = (*shapeNamed(state->settings.shape))->isChain();
    ChainDrafter* const chain = state->drafter && isChain ? state->drafter->asChainDrafter() : nullptr;
    if (!state->drafter || chain)
        state->chainRunner = backend->makeChainRunner(targetPass, chain ? &chain->pass() : nullptr);
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

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
const SlotTable& Session::targetSlots() const
{
    return m_state->target.slotTable();
}

const SlotTable* Session::draftSlots() const
{
    return m_state->drafter ? m_state->drafter->slotTable() : nullptr;
}

TraceHeader Session::header() const
{
    const State& state = *m_state;
    const Verifier& verifier = **verifierNamed(verifierNameFor(state.settings));
    TraceHeader header;
    header.producer = "draftscope " DRAFTSCOPE_VERSION;
    header.backend = state.target.pass().backendName();
    header.method = state.settings.method;
    for (const MethodOption& option : state.method.options)
        header.options.emplace(option.name, optionOf(state.settings, option.name));
    if (state.drafter) {
        const ShapeKind& shape = **shapeNamed(state.settings.shape);
        for (const MethodOption& option : shape.options)
            header.options.emplace(option.name, optionOf(state.settings, option.name));
        for (const MethodOption& option : lengthOptions()) // where they are as usual they are left out
            if (const int value = optionOf(state.settings, option.name); value != option.usual)
                header.options.emplace(option.name, value);
        header.shape = shape.name;
        header.draws = state.settings.draws;
    }
    header.files.insert(state.settings.files.begin(), state.settings.files.end());
    header.verifier = verifier.name();
    header.target = state.pair.target->record;
    if (state.method.needsDraftModel)
        header.draft = state.pair.draft->record;
    header.sampler = state.settings.sampler;
    header.draftLength = state.drafter ? state.settings.draftLength : 0;
    header.endTokens = state.pair.target->config.endOfText;
    header.seed = state.settings.seed;
    header.prompt = state.prompt;
    header.promptTokens = state.promptTokens;
    header.lossless = verifier.isLossless();
    return header;
}

namespace {

/// Does some of a decode. Where memory runs out, that is what the decode ends with.
template <class Work>
auto decodeOn(const Work& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        throw DecodeFailure("There is not enough memory to go on: close other programs, or choose a smaller model.");
    }
}

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
}

void Session::forceVerdict(int node, bool accepted)
{
    m_state->forced.setVerdict(node, accepted);
}

Result<void> Session::setSampler(const SamplerSettings& sampler)
{
    SessionSettings wanted = m_state->settings;
    wanted.sampler = sampler;
    if (const auto checked = check(wanted); !checked)
        return checked;
    m_state->settings = std::move(wanted);
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

DistributionRecord Session::distribution(int context, int topTokens) const
{
    State& state = *m_state;
    DistributionRecord record;
    if (state.round.moments.empty() || context < 0 || context > int(state.round.nodes.size()))
        return record;
    if (!state.isLive)
        state.replay();
    state.recordContext(state.recorders.front(), context, topTokens, record);
    return record;
}

} // namespace draftscope

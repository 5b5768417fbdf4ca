// SPDX-License-Identifier: MIT
// What a session needs before its first moment: settings that go together, a prompt that fits, passes, a drafter.
#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/session/head_methods.h"
#include "engine/session/session_state.h"

namespace draftscope {

Result<void> checkModels(const Pair& pair, const SessionSettings& settings)
{
    assert(pair.target);
    if (const auto inRange = check(settings); !inRange)
        return tl::unexpected(inRange.error());
    if (auto whole = checkTarget(*pair.target); !whole)
        return whole;
    const Method& method = **methodNamed(settings.method);
    if (method.needsDraftModel && !pair.draft)
        return fail("The method {} needs a draft model: choose one, or choose the method plain.", method.name);
    if (method.needsDraftModel) {
        if (const auto fits = checkPair(*pair.target, *pair.draft); !fits)
            return tl::unexpected(fits.error());
    }
    return {};
}

namespace {

/// The prompt's tokens, if they fit.
Result<std::vector<TokenId>> tokensOf(const Pair& pair, const std::string& prompt)
{
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
    const Fault* const fault = faultOf(settings);
    return int(std::min(most, length)) + (fault && fault->leavesKv() ? SequenceCache::mostLeftBehind : 0);
}

/// A pass for all sequences together, as a share without a sequence.
Result<PassShare> makeShared(const std::shared_ptr<const Model>& model, int slotCount, int sequenceCount,
                             Backend& backend, const Progress& progress)
{
    auto pass = backend.makePass(model, slotCount, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    return PassShare(std::make_shared<SharedPass>(std::move(*pass), sequenceCount), 0, slotCount);
}

} // namespace

Result<SessionPlan> planSession(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    if (const auto fine = checkModels(pair, settings); !fine)
        return tl::unexpected(fine.error());
    return planPrompt(pair, settings, prompt);
}

Result<SessionPlan> planPrompt(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    auto promptTokens = tokensOf(pair, prompt);
    if (!promptTokens)
        return tl::unexpected(promptTokens.error());
    SessionPlan plan;
    plan.promptTokens = std::move(*promptTokens);
    plan.slotCount = slotCountFor(*pair.target, plan.promptTokens.size(), settings);
    if ((*methodNamed(settings.method))->needsDraftModel)
        plan.draftSlotCount = draftSlotCount(*pair.draft, plan.slotCount, settings);
    return plan;
}

std::vector<PlannedPass> passesOf(const Pair& pair, const SessionPlan& plan)
{
    std::vector<PlannedPass> passes = {{pair.target, plan.slotCount}};
    if (plan.draftSlotCount > 0)
        passes.push_back({pair.draft, plan.draftSlotCount});
    return passes;
}

Result<std::vector<PlannedPass>> passesFor(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    const auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    std::vector<PlannedPass> passes = passesOf(pair, *plan);
    if ((*methodNamed(settings.method))->head) {
        auto heads = headPasses(*pair.target, settings, plan->slotCount);
        if (!heads)
            return heads;
        passes.insert(passes.end(), heads->begin(), heads->end());
    }
    return passes;
}

Result<SessionPasses> makePasses(const Pair& pair, const SessionPlan& plan, int sequenceCount, Backend& backend,
                                 const Progress& progress)
{
    SessionPasses passes;
    auto target = makeShared(pair.target, plan.slotCount, sequenceCount, backend, progress);
    if (!target)
        return tl::unexpected(target.error());
    passes.target = std::move(*target);
    if (plan.draftSlotCount > 0) {
        auto draft = makeShared(pair.draft, plan.draftSlotCount, sequenceCount, backend, progress);
        if (!draft)
            return tl::unexpected(draft.error());
        passes.draft = std::move(*draft);
    }
    return passes;
}

Result<std::unique_ptr<Session::State>> Session::State::create(Pair pair, SessionSettings settings, std::string prompt,
                                                               SessionPlan plan, const SessionPasses& passes,
                                                               Backend& backend, const Progress& progress)
{
    const Method& method = **methodNamed(settings.method);
    const int promptCount = promptCountOf(plan.promptTokens);
    auto target = std::make_unique<Target>(pair.target, passes.target, promptCount, backend.threads());
    auto shape = (*shapeNamed(settings.shape))->make(settings);
    if (!shape)
        return tl::unexpected(shape.error());
    std::unique_ptr<Drafter> drafter;
    if (method.makeDrafter) {
        auto made =
            method.makeDrafter({pair, *target, passes.draft, backend, settings, plan.slotCount, promptCount}, progress);
        if (!made)
            return tl::unexpected(made.error());
        drafter = std::move(*made);
    }
    return std::make_unique<State>(std::move(pair), std::move(settings), std::move(prompt),
                                   std::move(plan.promptTokens), method, std::move(target), std::move(drafter),
                                   std::move(*shape), backend.threads());
}

Result<std::unique_ptr<Session>> Session::create(Pair pair, SessionSettings settings, std::string prompt,
                                                 std::shared_ptr<Backend> backend, const Progress& progress)
{
    assert(pair.target && backend);
    auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto passes = makePasses(pair, *plan, 1, *backend, progress);
    if (!passes)
        return tl::unexpected(passes.error());
    auto made = State::create(std::move(pair), std::move(settings), std::move(prompt), std::move(*plan), *passes,
                              *backend, progress);
    if (!made)
        return tl::unexpected(made.error());
    State& state = **made;
    const bool isChain = (*shapeNamed(state.settings.shape))->isChain();
    ChainDrafter* const chain = state.drafter && isChain ? state.drafter->asChainDrafter() : nullptr;
    if (!state.drafter || chain)
        state.chainRunner = backend->makeChainRunner(state.target.pass(), chain ? &chain->pass() : nullptr);
    return std::unique_ptr<Session>(new Session(std::move(*made)));
}

} // namespace draftscope

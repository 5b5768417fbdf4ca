// SPDX-License-Identifier: MIT
// What a session is made of: passes, a drafter, a shape.
#include <cassert>
#include <utility>

#include "engine/session/session_state.h"

namespace draftscope {

Result<std::unique_ptr<Session::State>> Session::State::create(std::unique_ptr<Target> target, Pair pair,
                                                               SessionSettings settings, std::string prompt,
                                                               SessionPlan plan, const MethodData& data,
                                                               const SessionPasses& passes, Backend& backend,
                                                               const Progress& progress)
{
    const Method& method = **methodNamed(settings.method);
    const int promptCount = promptCountOf(plan.promptTokens);
    if (!target)
        target = std::make_unique<LocalTarget>(pair.target, passes.target, promptCount, backend.threads());
    auto shape = (*shapeNamed(settings.shape))->make(settings);
    if (!shape)
        return tl::unexpected(shape.error());
    std::unique_ptr<Drafter> drafter;
    if (method.makeDrafter) {
        auto made =
            method.makeDrafter({pair, *target, passes.draft, passes.heads, data, settings, promptCount}, progress);
        if (!made)
            return tl::unexpected(made.error());
        drafter = std::move(*made);
    }
    auto state =
        std::make_unique<State>(std::move(pair), std::move(settings), std::move(prompt), std::move(plan.promptTokens),
                                method, std::move(target), std::move(drafter), std::move(*shape), backend.threads());
    state->head = data.head;
    state->moreDrafts = data.drafts;
    if (plan.undisturbedSlotCount > 0)
        state->undisturbed =
            std::make_unique<LocalTarget>(state->pair.target, passes.undisturbed, promptCount, backend.threads());
    return state;
}

Result<std::unique_ptr<Session>> Session::State::createSession(std::unique_ptr<Target> target, Pair pair,
                                                               SessionSettings settings, std::string prompt,
                                                               SessionPlan plan, const MethodData& data,
                                                               Backend& backend, const Progress& progress)
{
    planOpened(plan, data, settings);
    const auto passes = makePasses(pair, plan, data, 1, backend, progress);
    if (!passes)
        return tl::unexpected(passes.error());
    auto made = create(std::move(target), std::move(pair), std::move(settings), std::move(prompt), std::move(plan),
                       data, *passes, backend, progress);
    if (!made)
        return tl::unexpected(made.error());
    State& state = **made;
    const bool isPlannable = state.isChain() || state.shape->isStatic() || state.shape->growsByValue();
    LevelPlanner* const planner = state.drafter && isPlannable ? state.drafter->asLevelPlanner() : nullptr;
    if (state.local && (!state.drafter || planner))
        state.roundRunner = backend.makeRoundRunner(state.local->cache().pass(),
                                                    planner ? planner->passes() : std::vector<ForwardPass*>());
    return std::unique_ptr<Session>(new Session(std::move(*made)));
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
    return State::createSession(nullptr, std::move(pair), std::move(settings), std::move(prompt), std::move(*plan),
                                *data, *backend, progress);
}

Result<std::unique_ptr<Session>> Session::create(std::unique_ptr<Target> target, Pair pair, SessionSettings settings,
                                                 std::string prompt, std::shared_ptr<Backend> backend,
                                                 const Progress& progress)
{
    assert(target && !target->asLocal() && pair.target && backend);
    auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    if (const Fault* const fault = faultOf(settings); fault && fault->leavesKv())
        return fail(
            "The fault {} leaves K/V in the cache of the target, which {} keeps to itself: choose another fault.",
            fault->name, target->name());
    if (const auto tells = canJudgeWith(*target, settings); !tells)
        return tl::unexpected(tells.error());
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
    return State::createSession(nullptr, std::move(pair), std::move(settings), std::move(prompt), std::move(*plan),
                                data, *backend, progress);
}

} // namespace draftscope

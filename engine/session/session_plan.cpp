// SPDX-License-Identifier: MIT
// Settings that go together, a prompt that fits, and the passes for it.
#include "engine/session/session_plan.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/remote/remote_model.h"
#include "engine/session/faults.h"
#include "engine/session/head_methods.h"
#include "engine/session/shapes.h"

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
Result<std::vector<TokenId>> tokensOf(const Pair& pair, const std::string& prompt, bool isWhole)
{
    const Model& target = *pair.target;
    // Before a long text is split into tokens: that takes about a second a megabyte.
    if (const std::size_t atLeast = target.tokenizer->fewestTokens(prompt);
        atLeast + 1 > std::size_t(target.config.contextLength))
        return fail("The prompt has at least {} tokens and the context of {} holds {}, one of them for the answer: "
                    "shorten the prompt.",
                    atLeast, target.name, target.config.contextLength);
    auto promptTokens = isWhole ? target.tokenizer->encode(prompt) : target.tokenizer->encodePrompt(prompt);
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
/// context has more nodes than there are positions, and a chain with side rows more rows.
int slotCountFor(const Model& target, std::size_t promptLength, const SessionSettings& settings)
{
    const bool isChain = (*shapeNamed(settings.shape))->isChain();
    const Method& method = **methodNamed(settings.method);
    const int sideRows = method.sideRowCount ? method.sideRowCount(settings) : 0;
    // What the target drafts itself is fed in slots that those nodes keep which are verified, and the others are taken
    // while all of these are.
    const int drafted = !isChain && method.draftsWithTarget ? fedNodes(settings) : 0;
    const auto length = std::int64_t(promptLength) + settings.maxTokens + maxDraftLength + drafted;
    const auto most = std::int64_t(target.config.contextLength) + (isChain ? sideRows : maxDraftNodes + drafted);
    const Fault* const fault = faultOf(settings);
    return int(std::min(most, length)) + (fault && fault->leavesKv() ? SequenceCache::mostLeftBehind : 0);
}

/// A pass for all sequences together, as a share without a sequence.
Result<PassShare> makeShared(const std::shared_ptr<const Model>& model, int slotCount, int sequenceCount,
                             bool inColumns, Backend& backend, const Progress& progress)
{
    auto pass = backend.makePass(model, slotCount, progress);
    if (!pass)
        return tl::unexpected(pass.error());
    return PassShare(std::make_shared<SharedPass>(std::move(*pass), sequenceCount, inColumns), 0, slotCount);
}

} // namespace

Result<SessionPlan> planSession(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    if (const auto fine = checkModels(pair, settings); !fine)
        return tl::unexpected(fine.error());
    auto plan = planPrompt(pair, settings, prompt);
    if (const Fault* const fault = faultOf(settings); plan && fault && fault->leavesKv() && settings.topTokens > 0)
        plan->undisturbedSlotCount = plan->slotCount;
    return plan;
}

Result<SessionPlan> planPrompt(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    auto promptTokens = tokensOf(pair, prompt, settings.isWholePrompt);
    if (!promptTokens)
        return tl::unexpected(promptTokens.error());
    SessionPlan plan;
    plan.promptTokens = std::move(*promptTokens);
    plan.runsTarget = !isBehindServer(*pair.target);
    plan.slotCount = slotCountFor(*pair.target, plan.promptTokens.size(), settings);
    if ((*methodNamed(settings.method))->needsDraftModel)
        plan.draftSlotCount = draftSlotCount(*pair.draft, plan.slotCount, settings);
    return plan;
}

std::vector<PlannedPass> passesOf(const Pair& pair, const SessionPlan& plan, const MethodData& data)
{
    std::vector<PlannedPass> passes;
    if (plan.runsTarget)
        passes.push_back({pair.target, plan.slotCount});
    if (plan.undisturbedSlotCount > 0)
        passes.push_back({pair.target, plan.undisturbedSlotCount});
    if (plan.draftSlotCount > 0)
        passes.push_back({pair.draft, plan.draftSlotCount});
    for (const auto& model : data.models())
        passes.push_back({model, plan.headSlotCount});
    return passes;
}

Result<std::vector<PlannedPass>> passesFor(const Pair& pair, const SessionSettings& settings, const std::string& prompt)
{
    auto plan = planSession(pair, settings, prompt);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto data = openMethodModels(pair, settings);
    if (!data)
        return tl::unexpected(data.error());
    planOpened(*plan, *data, settings);
    return passesOf(pair, *plan, *data);
}

void planOpened(SessionPlan& plan, const MethodData& data, const SessionSettings& settings)
{
    if (data.head)
        plan.headSlotCount = headSlotCount(*data.head, plan.slotCount, settings);
    for (const auto& draft : data.drafts)
        plan.headSlotCount = std::max(plan.headSlotCount, draftSlotCount(*draft, plan.slotCount, settings));
}

Result<SessionPasses> makePasses(const Pair& pair, const SessionPlan& plan, const MethodData& data, int sequenceCount,
                                 Backend& backend, const Progress& progress, bool inColumns)
{
    SessionPasses passes;
    if (plan.runsTarget) {
        auto target = makeShared(pair.target, plan.slotCount, sequenceCount, inColumns, backend, progress);
        if (!target)
            return tl::unexpected(target.error());
        passes.target = std::move(*target);
    }
    if (plan.undisturbedSlotCount > 0) {
        auto undisturbed =
            makeShared(pair.target, plan.undisturbedSlotCount, sequenceCount, inColumns, backend, progress);
        if (!undisturbed)
            return tl::unexpected(undisturbed.error());
        passes.undisturbed = std::move(*undisturbed);
    }
    if (plan.draftSlotCount > 0) {
        auto draft = makeShared(pair.draft, plan.draftSlotCount, sequenceCount, inColumns, backend, progress);
        if (!draft)
            return tl::unexpected(draft.error());
        passes.draft = std::move(*draft);
    }
    for (const auto& model : data.models()) {
        if (const auto read = readWeights(*model, progress); !read)
            return tl::unexpected(read.error());
        auto head = makeShared(model, plan.headSlotCount, sequenceCount, false, backend, progress);
        if (!head)
            return tl::unexpected(head.error());
        passes.heads.push_back(std::move(*head));
    }
    return passes;
}

SessionPasses passesOfSequence(const SessionPasses& passes, int sequence, const SessionPlan& plan)
{
    const auto shareOf = [sequence](const PassShare& all, int slotCount) {
        return PassShare(all.shared, sequence, slotCount);
    };
    SessionPasses own = {shareOf(passes.target, plan.slotCount), shareOf(passes.draft, plan.draftSlotCount), {}, {}};
    for (const PassShare& head : passes.heads)
        own.heads.push_back(shareOf(head, plan.headSlotCount));
    return own;
}

} // namespace draftscope

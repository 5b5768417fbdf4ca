// SPDX-License-Identifier: MIT
// What decodes take before their first moment.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/load_plan.h"
#include "engine/session/methods.h"
#include "engine/session/session.h"
#include "engine/speculation/shared_pass.h"

namespace draftscope {

/// What a session of a prompt takes.
struct SessionPlan {
    std::vector<TokenId> promptTokens;
    /// K/V slots of the target, of the draft model (0: there is none) and of each of MethodData::models(), a head's or
    /// further drafts (0: there are none, or not planned yet).
    int slotCount = 0, draftSlotCount = 0, headSlotCount = 0;
    bool runsTarget = true; ///< false: its target computes elsewhere and takes no slots here
    /// Of the target without a fault that leaves K/V behind, which the broken one is compared with; 0: it is not.
    int undisturbedSlotCount = 0;
};
/// All but the slots of MethodData::models(). Errors: those of Session::create() but for memory and the method's files.
[[nodiscard]] Result<SessionPlan> planSession(const Pair& pair, const SessionSettings& settings,
                                              const std::string& prompt);
/// The first half of its checks: settings, and models that go with them and with each other.
[[nodiscard]] Result<void> checkModels(const Pair& pair, const SessionSettings& settings);
/// The second half.
[[nodiscard]] Result<SessionPlan> planPrompt(const Pair& pair, const SessionSettings& settings,
                                             const std::string& prompt);
/// Adds the slots of the models that the method opened.
void planOpened(SessionPlan& plan, const MethodData& data, const SessionSettings& settings);
[[nodiscard]] std::vector<PlannedPass> passesOf(const Pair& pair, const SessionPlan& plan, const MethodData& data);

/// What a session has of the passes that it runs.
struct SessionPasses {
    PassShare target, draft;      ///< empty where the plan has none
    PassShare undisturbed;        ///< where SessionPlan::undisturbedSlotCount says so
    std::vector<PassShare> heads; ///< by model of MethodData::models()
};
/// The passes of a plan, for so many sequences together; the shares are of the first one and of all slots. Target and
/// draft model may have their slots in columns (SlotTable). Reads the weights of MethodData::models().
[[nodiscard]] Result<SessionPasses> makePasses(const Pair& pair, const SessionPlan& plan, const MethodData& data,
                                               int sequenceCount, Backend& backend, const Progress& progress,
                                               bool inColumns = false);
/// What one of the sequences has of them, with the plan of its text.
[[nodiscard]] SessionPasses passesOfSequence(const SessionPasses& passes, int sequence, const SessionPlan& plan);

} // namespace draftscope

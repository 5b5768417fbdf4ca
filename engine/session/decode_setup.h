// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/faults.h"
#include "engine/session/methods.h"
#include "engine/session/session.h"
#include "engine/session/session_plan.h"
#include "engine/session/shapes.h"
#include "engine/speculation/local_target.h"

namespace draftscope {

class DecodedText;

/// What a text is decoded with: models, method, target, drafter and shape, which stay, and the settings, of which
/// sampler and K may change between rounds.
class DecodeSetup {
public:
    struct Parts {
        Pair pair;
        SessionSettings settings;
        std::string prompt;
        std::vector<TokenId> promptTokens;
        std::unique_ptr<Target> target;
        std::unique_ptr<Drafter> drafter; ///< may refer to the target; null in plain decoding
        std::unique_ptr<DraftShape> shape;
        /// Where K/V is left behind: the same target with a cache of its own, in which nothing is. Null where contexts
        /// are not written down, and in batches.
        std::unique_ptr<LocalTarget> undisturbed;
        std::shared_ptr<const DraftHead> head;                ///< that it drafts with; mostly null
        std::vector<std::shared_ptr<const Model>> moreDrafts; ///< that it drafts with beside the pair's; mostly none
        std::shared_ptr<ThreadPool> threads;                  ///< the backend's, if it has some
    };
    /// `plan` is of these settings and this prompt. target: null for a model that runs on `passes`. Errors: those of
    /// the files that method and shape read, but for `data`; a method that reaches into a target that is elsewhere.
    [[nodiscard]] static Result<std::unique_ptr<DecodeSetup>> create(std::unique_ptr<Target> target, Pair pair,
                                                                     SessionSettings settings, std::string prompt,
                                                                     SessionPlan plan, const MethodData& data,
                                                                     const SessionPasses& passes, Backend& backend,
                                                                     const Progress& progress);
    explicit DecodeSetup(Parts parts);

    [[nodiscard]] const SessionSettings& settings() const { return m_parts.settings; } ///< of the next round
    [[nodiscard]] const Pair& pair() const { return m_parts.pair; }
    [[nodiscard]] const std::vector<TokenId>& promptTokens() const { return m_parts.promptTokens; }
    [[nodiscard]] Target& target() const { return *m_parts.target; }
    [[nodiscard]] LocalTarget* local() const { return m_local; } ///< the same, where it is in this process
    [[nodiscard]] LocalTarget* undisturbed() const { return m_parts.undisturbed.get(); }
    [[nodiscard]] Drafter* drafter() const { return m_parts.drafter.get(); }
    [[nodiscard]] LearningDrafter* learning() const; ///< null where it drafts every round from its text alone
    [[nodiscard]] SequenceCache* draftCache() const; ///< the drafter's own, or null
    [[nodiscard]] const DraftShape& shape() const { return *m_parts.shape; }
    [[nodiscard]] const Fault* fault() const { return m_fault; } ///< done wrongly on purpose; mostly null
    [[nodiscard]] ThreadPool* threads() const { return m_parts.threads.get(); }
    [[nodiscard]] const std::shared_ptr<ThreadPool>& sharedThreads() const { return m_parts.threads; }
    [[nodiscard]] bool isChain() const;
    [[nodiscard]] bool needsDraftModel() const { return m_method.needsDraftModel; }

    /// The settings with a round's sampler.
    [[nodiscard]] SessionSettings settingsWith(const SamplerSettings& sampler) const;
    /// The rule that a round with such a sampler is judged by.
    [[nodiscard]] const Verifier& rule(const SamplerSettings& sampler) const;
    [[nodiscard]] TraceHeader header() const;
    [[nodiscard]] EndReason endReason(const DecodedText& text) const;

    /// From the next round on. Errors: out of range; a verifier that is not valid for the drafts.
    [[nodiscard]] Result<void> setSampler(const SamplerSettings& sampler);
    [[nodiscard]] Result<void> setDraftLength(int k);
    /// As a recorded round had them; 0: no K.
    void returnTo(const SamplerSettings& sampler, int draftLength);

private:
    [[nodiscard]] Result<void> change(SessionSettings wanted);

    Parts m_parts;
    const Method& m_method;
    LocalTarget* m_local;
    const Fault* m_fault;
};

} // namespace draftscope

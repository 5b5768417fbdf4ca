// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/model/backend.h"
#include "engine/model/model.h"
#include "engine/model/slot_table.h"
#include "engine/record/recording.h"

namespace draftscope {

/// Which method, with what numbers. Checked by check() before anything runs.
struct SessionSettings {
    std::string method = "two-model"; ///< one of allMethods() (methods.h)
    std::map<std::string, int, std::less<>>
        options; ///< the method's own, and the shape's, by name; what is left out is as usual
    std::map<std::string, std::string, std::less<>> files; ///< that method and shape read, by name
    std::string verifier;                                  ///< empty: the one that goes with the sampler and the drafts
    std::string shape = "chain";                           ///< one of allShapes() (shapes.h)
    std::string draws;   ///< how children are chosen (nameOf(DrawRule)); empty: as goes with shape and sampler
    std::string fault;   ///< one of allFaults() (faults.h): broken on purpose; empty: none
    int draftLength = 4; ///< K, 1 to 64: tokens of a chain, levels of a tree
    SamplerSettings sampler;
    std::uint64_t seed = 42;
    int maxTokens = 256; ///< tokens to generate after the prompt, at least 1
    /// The prompt is all that the models read, as a chat template makes it: no beginning-of-text token is put in front.
    bool isWholePrompt = false;
    int topTokens = 16; ///< top-N kept of p, q and residual in every round's contexts; 0 turns tracing off
    friend bool operator==(const SessionSettings&, const SessionSettings&) = default;
};
[[nodiscard]] Result<void> check(const SessionSettings& settings);

/// The models of a session; draft is null for plain decoding. Checked against each other by Session::create.
struct Pair {
    std::shared_ptr<const Model> target, draft;
};

/// The passes that Session::create makes for these, so that their memory can be planned before. Loads nothing. Errors:
/// as there, but for memory.
[[nodiscard]] Result<std::vector<PlannedPass>> passesFor(const Pair& pair, const SessionSettings& settings,
                                                         const std::string& prompt);

struct MethodData;
class Target;

enum class EndReason : std::uint8_t { none, endOfText, tokenLimit, contextFull };

/// One decode as a state machine whose step is one moment. Lives on one thread (any), holds no history but the current
/// round: the Recording that its owner fills is the history, and resume() goes anywhere in it.
class Session {
public:
    /// Loads nothing: models are ready; `progress` hears of weights that go to a device. Runs the prompt through both
    /// models on the first advance(). Errors: a pair that does not fit, a prompt longer than the context, invalid
    /// UTF-8, settings out of range, verifier and drafter that do not go together, too little memory, cancelled.
    [[nodiscard]] static Result<std::unique_ptr<Session>> create(Pair pair, SessionSettings settings,
                                                                 std::string prompt, std::shared_ptr<Backend> backend,
                                                                 const Progress& progress = {});
    /// The same with what the method has opened already (openMethodData()), whatever files the settings name.
    [[nodiscard]] static Result<std::unique_ptr<Session>> create(Pair pair, SessionSettings settings,
                                                                 std::string prompt, const MethodData& data,
                                                                 std::shared_ptr<Backend> backend,
                                                                 const Progress& progress = {});
    /// The same with a target that computes elsewhere. Of pair.target name, configuration and tokenizer are read and no
    /// weights. `backend` runs the draft. Errors: also a method or a fault that reaches into the target.
    [[nodiscard]] static Result<std::unique_ptr<Session>> create(std::unique_ptr<Target> target, Pair pair,
                                                                 SessionSettings settings, std::string prompt,
                                                                 std::shared_ptr<Backend> backend,
                                                                 const Progress& progress = {});
    ~Session();

    [[nodiscard]] const SessionSettings& settings() const;
    [[nodiscard]] const Pair& pair() const;
    [[nodiscard]] TraceHeader header() const;
    [[nodiscard]] EndReason ended() const; ///< none while advance() may be called
    /// Prompt and committed tokens.
    [[nodiscard]] const std::vector<CommittedToken>& text() const;
    /// Committed tokens after the prompt.
    [[nodiscard]] int generatedCount() const;

    /// Does the next moment and returns it. The first one after a commit opens a new round. Precondition: !ended().
    /// Throws DecodeFailure: a device failed (BackendFailure), a model's logits are not usable (UnusableLogits), or
    /// memory ran out. The session may only be destroyed then; rounds that it finished before are as they were.
    ///
    /// `progress` hears of a text that has to be read first (the prompt; after resume() what the caches no longer
    /// hold). When it is cancelled, Cancelled is thrown and the session stands where it stood before the call; the next
    /// call begins with what has been read. The same where TargetUnavailable is thrown.
    Moment advance(const Progress& progress = {});
    /// Advances to the end of the current round, or is cancelled in the same way. Precondition: !ended(). Throws as
    /// advance() does.
    const RoundRecord& finishRound(const Progress& progress = {});
    /// The round in progress, or the one just finished.
    [[nodiscard]] const RoundRecord& round() const;

    /// Puts the session back to a recorded moment of this session's own run, as atMoment() shows it. Nothing is
    /// computed now; the next advance() re-feeds what the caches no longer hold (same bits). `recording` must come from
    /// a session with the same models and prompt.
    void resume(const Recording& recording, Position at);

    /// What-if: these take effect from the current moment on. Of a u and a verdict for the same node the later one
    /// counts.
    void forceToken(int node, TokenId token);   ///< a node not drafted yet
    void forceU(int node, double u);            ///< a node not judged yet; u in [0, 1)
    void forceVerdict(int node, bool accepted); ///< a node not judged yet
    /// From the next round on (at once if the round has no moment yet), and with it the verifier where the settings
    /// name none. Errors: out of range; a verifier that is not valid for the drafts of this session.
    [[nodiscard]] Result<void> setSampler(const SamplerSettings& sampler);
    [[nodiscard]] Result<void> setDraftLength(int k); ///< likewise

    /// The backend's threads, for what is done between its passes; null where it has none.
    [[nodiscard]] const std::shared_ptr<ThreadPool>& threads() const;
    [[nodiscard]] const SlotTable* targetSlots() const; ///< null where its target is elsewhere
    [[nodiscard]] const SlotTable* draftSlots() const;
    /// p, q and residual at a context of the current round with another number of tokens than the round was written
    /// down with; with as many as the tokenizer has, or more, every token is listed. What resume() left to be computed
    /// is computed: the bits are those of the record. Throws as advance() does.
    [[nodiscard]] DistributionRecord distribution(int context, int topTokens, const Progress& progress = {}) const;

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace draftscope

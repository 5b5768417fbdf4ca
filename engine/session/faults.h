// SPDX-License-Identifier: MIT
// "Break it on purpose": faults that implementations of speculative decoding have had, to be chosen and to be seen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/session/session.h"
#include "engine/speculation/expected_output.h"
#include "engine/speculation/verifier.h"

namespace draftscope {

/// Something that a session does wrongly because a person wants to see it; none leaves the target's distribution as it
/// is. Add one here and in faults.cpp; the command line, traces and docs/methods.md know it from there.
struct Fault {
    std::string_view name = {};        ///< "keep-rejected-kv": as on the command line and in traces
    std::string_view title = {};       ///< "Rejected K/V stays in the cache"
    std::string_view explanation = {}; ///< what goes wrong: one whole sentence

    // Where it changes anything.
    bool (*isOf)(const Verifier&) = nullptr; ///< which have it; null: all that are lossless, greedy ones, too
    bool needsDraftModel = false;            ///< a second model, with a tokenizer of its own
    bool needsChildren = false;              ///< nodes with several: no chain
    bool needsTwoDrafts = false;             ///< in a round
    bool needsDraftsWithQ = false;           ///< that were not copied from a text

    // What it does.
    /// Judges in place of the verifier of that name; null where that one does.
    const Verifier& (*verifier)() = nullptr;
    /// What a rejected child leaves of R; null where what is written behind a context depends on more than its own
    /// drafts.
    TakeAway takeAway = nullptr;
    /// What q is computed again with once all is drafted; null: q stays what drafts were drawn from.
    SamplerSettings (*samplerOfQ)(const SamplerSettings& sampler) = nullptr;
    void (*changesQ)(Distribution& q) = nullptr; ///< once all is drafted; null: nothing does
    bool keepsRejected = false;                  ///< rejected nodes stay in the target's cache, for all to come to see
    bool skipsBonus = false;   ///< no token after drafts that were all accepted; the last one is fed twice
    bool dropsRepeats = false; ///< see dropRepeats()

    [[nodiscard]] bool leavesKv() const { return keepsRejected || skipsBonus; }
    /// Drafts are judged by another q than the one that they were drawn from. A finished round's record has the other
    /// one only.
    [[nodiscard]] bool replacesQ() const { return samplerOfQ || changesQ; }
    [[nodiscard]] std::vector<std::string_view> verifiers()
        const;                                   ///< by isOf, as they are offered; empty where it is null
    [[nodiscard]] std::string worksWith() const; ///< "speculative-sampling or k-seq, trees": where it changes anything
};

/// An Error lists the names that exist.
[[nodiscard]] Result<const Fault*> faultNamed(std::string_view name);
[[nodiscard]] const std::vector<Fault>& allFaults();

/// That of the settings; null where there is none. Precondition: its name exists.
[[nodiscard]] const Fault* faultOf(const SessionSettings& settings);

/// Part of check(): a fault is known and changes something. Precondition: the rest of the settings is checked.
[[nodiscard]] Result<void> checkFault(const SessionSettings& settings);

/// `settings` with a fault, and where it would change nothing with their shape or verifier, with ones that it is a
/// fault of. Errors: there is no fault of that name, and those of check().
[[nodiscard]] Result<SessionSettings> settingsWithFault(SessionSettings settings, std::string_view name);

/// What a person is told about a run with that fault: "Broken on purpose (keep-rejected-kv), not lossless: ...". A name
/// that this version does not know is told without its explanation. Empty for an empty name.
[[nodiscard]] Message faultSentence(std::string_view name);

} // namespace draftscope

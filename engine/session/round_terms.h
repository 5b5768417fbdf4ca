// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <optional>
#include <vector>

#include "engine/session/decode_setup.h"

namespace draftscope {

/// What a round is decoded by. It follows from the setup, the round's sampler and K, and the length of its text. Refers
/// to both.
class RoundTerms {
public:
    /// copyLength: of a chain that takes the place of what shape and K say (Drafter::ownLengthAfter()).
    RoundTerms(const DecodeSetup& setup, const RoundRecord& round, std::optional<int> copyLength)
        : m_setup(setup), m_round(round), m_copyLength(copyLength)
    {
    }

    [[nodiscard]] const Verifier& verifier() const { return m_setup.rule(m_round.sampler); }
    /// How the drafts of the round are chosen.
    [[nodiscard]] DrawRule drawRule() const { return drawRuleFor(m_setup.settingsWith(m_round.sampler)); }
    /// Whether the target tells all of p; otherwise rules ask what it knows.
    [[nodiscard]] bool tellsAll() const { return m_setup.target().tells(m_round.sampler) == KnownOfP::all; }
    [[nodiscard]] bool copies() const { return m_copyLength.has_value(); }
    /// Levels worth drafting now: K, or as many as a copy has, but no more than can be committed or than either context
    /// holds.
    [[nodiscard]] int plannedDraftLength() const;
    /// The same without the draft's own limit.
    [[nodiscard]] int wantedDraftLength() const;
    /// Side rows that the drafter wants in the round's pass; none where they have no room there, or no round follows.
    [[nodiscard]] std::vector<SideRow> wantedSideRows() const;
    /// How large the round's tree may become.
    [[nodiscard]] ShapeLimits treeLimits() const;

private:
    const DecodeSetup& m_setup;
    const RoundRecord& m_round;
    std::optional<int> m_copyLength;
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <optional>
#include <vector>

#include "engine/session/decode_setup.h"
#include "engine/session/distribution_recorder.h"
#include "engine/speculation/partial_judging.h"

namespace draftscope {

/// Writes down p, q and residual after the contexts of a round, and where it is broken on purpose how far each is from
/// the target's distribution.
class ContextRecorder {
public:
    /// What it looks at.
    struct View {
        const RoundRecord& round;
        const DraftTree& tree;
        const Verifier& rule;
        Judging* judging;                           ///< from the verify moment on
        const PartialTarget* partly;                ///< likewise, where the target tells a part of p; else null
        const std::vector<Distribution>& drawnFrom; ///< by context, where another q takes its place
    };

    explicit ContextRecorder(const DecodeSetup& setup);

    /// Contexts that the newest moment changed: those that a level was drawn from, or at the verify moment all.
    void recordNewest(const View& view, std::vector<DistributionRecord>& contexts);
    /// After the draw. The drawn token was not known when its context was written down; it is there already unless it
    /// was an unlikely one.
    void recordDrawn(const View& view, std::vector<DistributionRecord>& contexts);
    /// One context with so many tokens, and `also` those that are listed besides.
    [[nodiscard]] DistributionRecord record(const View& view, int context, int topTokens, std::vector<TokenId> also);

private:
    void record(const View& view, DistributionRecorder& recorder, int context, int topTokens, std::vector<TokenId> also,
                DistributionRecord& out) const;
    [[nodiscard]] ContextSource sourceOf(const View& view, int context) const;
    /// Whether what is left of p at a drafted context is norm(max(0, p - q)), once a draft is rejected there.
    [[nodiscard]] static bool leavesPWithoutQ(const View& view, int context);
    /// Whether the rule's own arithmetic says more of a context than p, q and max(0, p - q).
    [[nodiscard]] static bool wantsArithmetic(const View& view, int context);
    /// DistributionRecord::distance of a context (fault_distance.cpp). Any thread, once p is there of all.
    [[nodiscard]] std::optional<double> distanceFromTarget(const View& view, int context) const;

    const DecodeSetup& m_setup;
    std::vector<DistributionRecorder> m_recorders; ///< by thread
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace draftscope {

/// A verifier's traits: what a reader of a record has to know of the rule that judged it, whatever it is called. Views,
/// faults and analyses ask these and compare no names. A rule that sets nothing here promises nothing, so nothing false
/// is recorded or said of it.
struct VerifierTraits {
    /// What a node's acceptance stands for. R is what is left of p at its context when the node is judged.
    enum class Acceptance : std::uint8_t {
        own,         ///< something that the record does not explain
        likeliest,   ///< 1 for the target's likeliest token, else 0
        ratio,       ///< min(1, R/q)
        ratioOfRest, ///< min(1, R/D) with D = q without the siblings before it
        probability, ///< R of the token: q counts as one-hot
        block,       ///< h of block verification
        divided,     ///< min(1, p/(ρq)) of K-SEQ
        threshold,   ///< p, which has to be above the threshold that the record holds as u
    };
    Acceptance acceptance = Acceptance::own;
    bool isLossless = false;
    bool needsQ = false; ///< it judges by the q that drafts were drawn from
    /// norm(max(0, p - q)) is what the next token is drawn from once the first child of a context is rejected.
    bool leavesPWithoutQ = false;
    /// A rejected draft takes its own token out of p, as if its q were one-hot. So this is p - q where it is one-hot.
    bool leavesPWithoutToken = false;
    bool leavesRemainder = false; ///< it judges siblings in turn, each by what those before it have left of p
    bool acceptsByBlock = false;  ///< one verdict accepts all drafts as far as that node; it judges from the end
    bool comparesPaths = false;   ///< it judges all paths before it takes one, so all verdicts are made at once
    bool takesLikeliest = false;  ///< the token that ends a round is the target's likeliest, and nothing is drawn
    /// A server judged by a rule of its own, and told how many drafts it accepted. Of such a round p, q (NaN) and u are
    /// not known, nor the tokens that were rejected (untoldToken), nor what of its time went where: all is in `verify`.
    bool isWatched = false;
    [[nodiscard]] bool isGreedy() const { return acceptance == Acceptance::likeliest; }
    [[nodiscard]] bool hasThreshold() const { return acceptance == Acceptance::threshold; }
    friend bool operator==(const VerifierTraits&, const VerifierTraits&) = default;
};

/// Of speculative sampling, which judges where a record says nothing else.
inline constexpr VerifierTraits speculativeSamplingTraits = {.acceptance = VerifierTraits::Acceptance::ratio,
                                                             .isLossless = true,
                                                             .needsQ = true,
                                                             .leavesPWithoutQ = true,
                                                             .leavesRemainder = true};

/// Traces before 0.2 hold a verifier's name alone. This is what the seven rules of that time did, for their reader and
/// for nothing else; a name that is not among them has nothing but the `isLossless` of its run.
[[nodiscard]] VerifierTraits traitsOfOldTrace(std::string_view verifier, bool isLossless);

} // namespace draftscope

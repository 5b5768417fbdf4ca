// SPDX-License-Identifier: MIT
// Why is my draft bad? What became of every judged draft, counted by where it stood and what it was, the places that
// cost most, what the draft says instead, and the patterns of known faults. Of traces and runs, without a model.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/token_kind.h"
#include "engine/core/message.h"
#include "engine/record/recording.h"

namespace draftscope {

/// Judged drafts that have something in common.
struct DraftGroup {
    std::string label;
    int judged = 0, accepted = 0;
    int overlaps = 0;                                       ///< places whose overlap of p and q is known
    double lost = 0;                                        ///< sum of 1 - overlap over those
    double sumQ = 0, sumP = 0;                              ///< of the drafted tokens
    [[nodiscard]] std::optional<double> acceptance() const; ///< accepted / judged
    [[nodiscard]] std::optional<double> meanLost() const;   ///< lost probability on average
    [[nodiscard]] std::optional<double> meanQ() const;
    [[nodiscard]] std::optional<double> meanP() const;
};

/// A judged draft.
struct DraftPlace {
    int recording = 0; ///< in the order in which they were added
    Position at;       ///< its verdict
    int node = -1, depth = 1;
    TokenId token = noToken, likeliest = noToken; ///< the draft, and what the target finds likeliest there
    double p = 0, q = 0;
    std::optional<double> lost = {}; ///< 1 - overlap of p and q
    bool isAccepted = false;
};

/// What the draft said, and what the target would have.
struct Confusion {
    int recording = 0; ///< one in which it occurs, for the tokens' bytes
    TokenId drafted = noToken, likeliest = noToken;
    int count = 0;
};

/// A known fault, or a way to lose speed, by what it does to the counts.
enum class DraftPattern : unsigned char {
    nothingAccepted,   ///< 0 everywhere
    nothingBehind,     ///< 0 behind a position
    shortAfterAccepts, ///< the first draft behind a round whose drafts were all accepted fails
    onlySureTokens,    ///< nearly all is accepted, and little is drafted
    tooSure,           ///< where drafts are judged by a model's q, it is much larger than p on average
};

struct DraftFinding {
    DraftPattern pattern = DraftPattern::nothingAccepted;
    Message sentence; ///< what was seen, what it is a sign of and what to look at
};

class DraftDiagnosis {
public:
    static constexpr std::size_t mostWorst = 50, mostConfusions = 20;

    /// The finished rounds of a branch. `kind`: of its text, "story"; empty: not said. The recording is not kept.
    void add(const Recording& recording, int branch, const std::string& kind = {});

    [[nodiscard]] const DraftGroup& all() const { return m_all; }
    [[nodiscard]] int rounds() const { return m_rounds; }
    [[nodiscard]] int drafted() const { return m_drafted; }
    [[nodiscard]] const std::vector<DraftGroup>& byDepth() const { return m_byDepth; }
    [[nodiscard]] std::vector<DraftGroup> byTokenKind() const;                               ///< that occur
    [[nodiscard]] const std::vector<DraftGroup>& byEntropy() const { return m_byEntropy; }   ///< of p, in nats
    [[nodiscard]] const std::vector<DraftGroup>& bySureness() const { return m_bySureness; } ///< of q at the token
    /// Tokens committed since the last one that a rejection brought.
    [[nodiscard]] const std::vector<DraftGroup>& byDistance() const { return m_byDistance; }
    [[nodiscard]] std::vector<DraftGroup> byTextKind() const;
    /// Rejections that cost most, by lost probability, then by the smaller p.
    [[nodiscard]] std::vector<DraftPlace> worst() const;
    [[nodiscard]] std::vector<Confusion> confusions() const; ///< of rejections, by count
    [[nodiscard]] std::vector<DraftFinding> findings() const;

private:
    struct Counted {
        int judged = 0, accepted = 0;
    };
    void add(const Recording& recording, Position at, const RoundRecord& round, int distance, DraftGroup& ofText);

    int m_recordings = 0, m_rounds = 0, m_drafted = 0;
    /// Of rounds in which K counts: neither a copy nor one whose draft had no room. K in all, and drafts in all.
    int m_askedRounds = 0, m_asked = 0, m_draftedOfAsked = 0;
    DraftGroup m_all{"all"};
    /// Drafts whose q is what a model says of them, and that are judged by it. Elsewhere q is 1 by definition: of
    /// copies, and where the likeliest token is always taken.
    DraftGroup m_judgedByQ;
    std::vector<DraftGroup> m_byDepth;
    std::vector<DraftGroup> m_byKind = std::vector<DraftGroup>(tokenKindCount);
    std::vector<DraftGroup> m_byEntropy, m_bySureness, m_byDistance;
    std::map<std::string, DraftGroup> m_byText;
    std::vector<DraftPlace> m_rejected;
    std::map<std::pair<TokenId, TokenId>, Confusion> m_confusions;
    Counted m_afterAllAccepted, m_afterOthers; ///< first drafts, by the round before
};

} // namespace draftscope

// SPDX-License-Identifier: MIT
// The one place where the numbers that people compare are defined. Unknown is nullopt and shown as "–", never 0.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// What became of the drafts at a depth.
struct DepthCounts {
    int drafted = 0;  ///< rounds that drafted a node there
    int judged = 0;   ///< nodes
    int accepted = 0; ///< nodes, which are rounds as well: what is accepted is a path
    friend bool operator==(const DepthCounts&, const DepthCounts&) = default;
};

/// Whether a node's verdict is one that counts. Block verification, which begins at the last draft, and typical
/// acceptance, which compares paths, give verdicts to nodes behind a rejected one, too; those decide nothing.
[[nodiscard]] bool countsAsJudged(const RoundRecord& round, const NodeRecord& node);

/// Running counts over rounds; add() takes finished rounds only.
class Metrics {
public:
    void add(const RoundRecord& round);
    void add(const Metrics& other); ///< of another decode

    [[nodiscard]] int rounds() const { return m_rounds; } ///< = target passes
    [[nodiscard]] int committed() const { return m_committed; }
    [[nodiscard]] int drafted() const { return m_drafted; }
    [[nodiscard]] int judged() const { return m_judged; }
    [[nodiscard]] int accepted() const { return m_accepted; }
    /// Judged nodes whose token, u or verdict a person chose. The rates count them; what shows a rate says so.
    [[nodiscard]] int chosen() const { return m_chosen; }

    [[nodiscard]] std::optional<double> tokensPerStep() const;  ///< acceptance length: committed / target passes
    [[nodiscard]] std::optional<double> acceptanceRate() const; ///< accepted / judged nodes
    [[nodiscard]] std::optional<double> draftYield() const;     ///< draft yield: accepted / drafted nodes
    /// expectedTokens() at the acceptance rate and the lengths of the chains that were drafted, on average over rounds;
    /// 1 where nothing was drafted.
    [[nodiscard]] std::optional<double> expectedTokensPerStep() const;
    /// Rounds that accepted a node at this depth (from 1) over those that drafted one there.
    [[nodiscard]] std::optional<double> survivalAt(int depth) const;
    [[nodiscard]] std::optional<double> conditionalAcceptanceAt(int depth) const; ///< accepted / judged at it
    [[nodiscard]] int maxDepth() const { return int(m_byDepth.size()); }
    /// What the two above divide; zeros at depths that no round has drafted.
    [[nodiscard]] DepthCounts atDepth(int depth) const;

    /// DistributionRecord::distance on average over the committed tokens whose contexts have one: how far a decode that
    /// is broken on purpose is from the target's distribution.
    [[nodiscard]] std::optional<double> distance() const;
    [[nodiscard]] int distancesKnown() const { return m_distancesKnown; } ///< tokens behind that

    [[nodiscard]] double draftMs() const { return m_draftMs; }
    [[nodiscard]] double verifyMs() const { return m_verifyMs; }
    [[nodiscard]] double sampleMs() const { return m_sampleMs; }

private:
    int m_rounds = 0, m_committed = 0, m_drafted = 0, m_judged = 0, m_accepted = 0, m_chosen = 0, m_distancesKnown = 0;
    int m_steps = 0, m_stepTokens = 0; ///< passes of the target, and what they wrote, of rounds of which this is known
    double m_distances = 0;            ///< their sum
    double m_draftMs = 0, m_verifyMs = 0, m_sampleMs = 0;
    std::vector<DepthCounts> m_byDepth;
};

/// (1 - a^(k+1)) / (1 - a): expected committed tokens of a chain round (Leviathan et al. 2211.17192, eq. 1). At a = 1
/// it is k + 1.
[[nodiscard]] double expectedTokens(double acceptance, int draftLength);
/// expectedTokens / (k c + v): c = draft step time / plain step time, v = verify time / plain step time, same run.
[[nodiscard]] double predictedSpeedUp(double acceptance, int draftLength, double costRatio, double verifyRatio);

/// The definition that the window shows as a tooltip, by the metric's name in product.md ("tokens per step", ...).
[[nodiscard]] std::string_view metricDefinition(std::string_view metric);

} // namespace draftscope

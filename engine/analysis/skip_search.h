// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/model/backend.h"
#include "engine/model/skipped_sublayers.h"

namespace draftscope {

/// What drafting without some sublayers gives on a text.
struct SkipMeasure {
    double acceptance = 0;  ///< α at temperature 1: the mean of sum of min(p, q) over the text's positions
    double costRatio = 0;   ///< c: a row without them over a whole one
    int draftLength = 1;    ///< the K of those tried that gains most by these
    double verifyRatio = 1; ///< v: K + 1 rows over one
    double speedUp = 0;     ///< predictedSpeedUp() of these
};

struct FoundSkip {
    SkippedSublayers set;
    SkipMeasure measure;
    int triedSets = 0;
};

/// Searches the sublayers that drafting with a model had best leave out (Draft & Verify, arXiv 2309.08168, which
/// searches by Bayesian optimisation). Greedily: whichever sublayer's being left out predicts the largest speed-up goes
/// next, and the search ends some sublayers behind the best set, or with the last.
///
/// α is that of first drafts: each position of the text is asked for q on the target's keys and values of those before
/// it, as a drafter asks. Deeper drafts see keys and values of drafts, too, and are accepted a little less often. What
/// a sublayer costs is measured once, from passes without all of its kind.
class SkipSearch {
public:
    /// `pass` has slotsFor(text) slots and nothing in them. tokenizerSize: ids from there on are padding. Reads the
    /// text. Precondition: it has at least two tokens and fits the context with mostRows more. Throws Cancelled, as all
    /// that follows does, and BackendFailure.
    SkipSearch(std::unique_ptr<ForwardPass> pass, int tokenizerSize, std::span<const TokenId> text,
               const Progress& progress);

    static constexpr int mostRows = 64; ///< behind the text, in a pass
    [[nodiscard]] static int slotsFor(std::size_t textLength) { return int(textLength) + mostRows; }

    [[nodiscard]] FoundSkip search(const Progress& progress);
    /// What a set gives; c is measured with a pass of its own.
    [[nodiscard]] SkipMeasure measure(const SkippedSublayers& set, const Progress& progress);

private:
    [[nodiscard]] double acceptanceOf(const SkippedSublayers& set, const Progress& progress);
    /// Milliseconds of `rows` rows behind the text through a part; a median.
    [[nodiscard]] double timeOf(const PassPart& part, int rows, const Progress& progress);
    void measureCosts(const Progress& progress);
    [[nodiscard]] double estimatedCost(const SkippedSublayers& set) const;
    /// With the K that gains most.
    [[nodiscard]] SkipMeasure gainOf(double acceptance, double costRatio) const;

    std::unique_ptr<ForwardPass> m_pass;
    int m_tokenizerSize;
    std::vector<TokenId> m_text;
    std::vector<int> m_slots;                  ///< of the text, then mostRows others
    std::vector<float> m_p;                    ///< [positions, vocabulary]
    double m_wholeTime = 0;                    ///< of a row, in milliseconds
    double m_attentionCost = 0, m_mlpCost = 0; ///< of one, over a whole row
    std::vector<double> m_verifyRatios;        ///< by K, from K = 1
};

} // namespace draftscope

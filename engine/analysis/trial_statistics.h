// SPDX-License-Identifier: MIT
// What chance alone does to samples of a distribution, and how little of a difference so many samples can show.
#pragma once

#include <optional>
#include <span>

#include "engine/analysis/speed.h"

namespace draftscope {

/// The mean of totalVariation() over samples that do follow the probabilities: half the sum of the bins' mean absolute
/// deviations, each by de Moivre's formula for the binomial distribution. 0 without samples.
[[nodiscard]] double chanceDistance(std::span<const double> probabilities, double samples);

/// Where a probability lies with 95 % confidence, of which `count` of `samples` were drawn: Wilson's interval
/// ("Probable inference, the law of succession, and statistical inference", 1927). Without samples 0 to 1.
[[nodiscard]] Interval shareInterval(double count, double samples);

/// The chance that a chi-square test with so many degrees of freedom has a p-value of at most `level`, where the
/// statistic is noncentral by `noncentrality`.
[[nodiscard]] double powerOfChiSquare(int degreesOfFreedom, double noncentrality, double level);

/// The smallest distance (total variation) of a wrong distribution over the test's bins that chiSquareTest() finds in
/// so many samples with 90 % chance, whichever way it is wrong. A distance d makes the statistic noncentral by at least
/// 4 n d^2, because of (sum |p - q|)^2 <= sum (p - q)^2 / p. Nothing where no distance, which is at most 1, is large
/// enough.
[[nodiscard]] std::optional<double> smallestBias(int degreesOfFreedom, double level, double samples);

} // namespace draftscope

// SPDX-License-Identifier: MIT
// The loops over a whole vocabulary, compiled for the SIMD instructions of the machine. All give the same bits on every
// machine: elements are independent of each other, or their sum is exact. Thread-safe.
#pragma once

#include <cstddef>
#include <span>

#include "engine/sampling/exact_sum.h"

namespace draftscope {

/// weights [size] = e^((logit - largest) * inverseTemperature), by exponential.h.
void exponentials(std::span<const float> logits, float largest, float inverseTemperature, std::span<double> weights);

/// The sum of these, which are kept nowhere.
[[nodiscard]] ExactSum sumOfExponentials(std::span<const float> logits, float largest, float inverseTemperature);

/// The sum of numbers from 0 to 1.
[[nodiscard]] ExactSum exactSumOf(std::span<const double> values);

void scale(std::span<double> values, double factor);

/// out [size] = max(0, p - q). Returns the sum of them.
ExactSum positiveDifferences(std::span<const double> p, std::span<const double> q, std::span<double> out);

/// The first of the largest; 0 where the first is NaN. size > 0.
[[nodiscard]] std::size_t indexOfLargest(std::span<const float> values);

/// A bound that at least `count` of the values reach, and mostly few others: values are dealt to groupCount groups in
/// turn, and `count` of the groups' largest values reach it. -infinity where there are not as many groups. count > 0.
inline constexpr std::size_t groupCount = 64;
[[nodiscard]] float boundOfLargest(std::span<const float> values, std::size_t count);
[[nodiscard]] double boundOfLargest(std::span<const double> values, std::size_t count);
/// Writes the indices of the values that reach the bound to the front of `out` [at least as many], in order, and
/// returns how many there are.
[[nodiscard]] std::size_t indicesFrom(std::span<const float> values, float bound, std::span<int> out);
[[nodiscard]] std::size_t indicesFrom(std::span<const double> values, double bound, std::span<int> out);

} // namespace draftscope

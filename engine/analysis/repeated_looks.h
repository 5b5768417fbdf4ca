// SPDX-License-Identifier: MIT
// How a trial that goes on may be looked at again and again without more false alarms than one look has.
//
// A p-value is right at a number of texts that was fixed before. A person who watches the p-value while texts are
// drawn, and stops where it is small, is wrong far more often: with enough looks, always. So the verdict is only taken
// after fixed numbers of texts (100, 200, 500, 1000, 2000, 5000, ...), and the level is divided among these looks,
// however many there will be: look i, counted from 0, spends 1 / ((i + 1) (i + 2)) of it, which sums to 1 (an
// alpha-spending sequence; Lan and DeMets, "Discrete sequential boundaries for clinical trials", 1983, spend by other
// curves). By the union bound the chance that any look of a correct rule is below its share is at most the level,
// whatever the looks have to do with each other and whenever a person stops.
#pragma once

#include <optional>

namespace draftscope {

/// The number, from 0, of the look that comes after so many texts; nothing where none does.
[[nodiscard]] std::optional<int> lookAfter(int texts);
/// After how many texts the next look comes: more than `texts`.
[[nodiscard]] int nextLook(int texts);
/// What a look may spend of the level: 1/2, 1/6, 1/12, ...
[[nodiscard]] double shareOfLook(int look);

/// One p-value of all looks so far, which may be compared with a level at any time: the smallest of each look's own
/// over its share. Of a correct rule the chance that it is ever at most x is at most x.
class PValueOverLooks {
public:
    void add(int look, double pValue);
    [[nodiscard]] double value() const { return m_value; } ///< 1 before the first look

private:
    double m_value = 1;
};

} // namespace draftscope

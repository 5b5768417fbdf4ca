// SPDX-License-Identifier: GPL-3.0-or-later
// What people compare first, which an empty Compare offers: lanes made of the run that Step shows.
#pragma once

#include <array>
#include <vector>

#include <QString>

#include "gui/setup/run_setup.h"

namespace draftscope {

class ModelCatalogue;

enum class FirstComparison { plainBeside, drafts, lengths, methods, temperatures };
inline constexpr std::array allFirstComparisons{FirstComparison::plainBeside, FirstComparison::drafts,
                                                FirstComparison::lengths, FirstComparison::methods,
                                                FirstComparison::temperatures};

/// "Two drafts", and in a sentence what its lanes are.
[[nodiscard]] QString titleOf(FirstComparison comparison);
[[nodiscard]] QString explained(FirstComparison comparison);

struct FirstLanes {
    std::vector<RunSetup> lanes; ///< two to Lanes::most; none where `whyNone` says why
    QString whyNone = {};
};

/// `setup`: what Step shows. Where it is plain decoding, the lanes that draft do so with its draft model or copy the
/// text. Compares vocabularies, so this is not for every key. `catalogue`: the models that are known; null for none.
[[nodiscard]] FirstLanes lanesOf(FirstComparison comparison, const RunSetup& setup, const ModelCatalogue* catalogue);

} // namespace draftscope

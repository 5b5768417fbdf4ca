// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of lanes: what each decodes with, and where its text leaves that of the first.
#pragma once

#include <optional>

#include <QString>

#include "gui/compare/lanes.h"

namespace draftscope {

/// "Two models", "Plain decoding".
[[nodiscard]] QString methodTitle(const Lane& lane);
/// The names of its models; the draft's is empty where there is none.
[[nodiscard]] QString targetName(const Lane& lane);
[[nodiscard]] QString draftName(const Lane& lane);
/// "SmolLM2-135M-Instruct ← SmolLM2-135M-Instruct draft": those of a lane, with their types of weights where another
/// model in these lanes has the same name.
[[nodiscard]] QString modelsInWords(const Lanes& lanes, const Lane& lane);
/// "chain · K 6 · speculative sampling · temperature 0.80"
[[nodiscard]] QString settingsInWords(const Lane& lane);

/// "Locked by round"
[[nodiscard]] QString lockInWords(LaneLock lock);
/// What moves, and how, in a sentence.
[[nodiscard]] QString explained(LaneLock lock);

/// All lanes with their models, in a line, the machine and the program.
[[nodiscard]] QString lanesInWords(const Lanes& lanes);

/// Where the text of a lane leaves that of the first lane, as far as both are shown.
struct LaneDifference {
    std::optional<int> index = {}; ///< into Playhead::text(), of the first token that differs
    QString words;          ///< "identical so far to lane 1"; empty for the first lane, and before the first token
    QString why;            ///< a sentence or two for the tool tip
    bool isWrong = false;   ///< the two must not differ
    bool isSampled = false; ///< one of them draws its tokens, so that they may
};
[[nodiscard]] LaneDifference differenceOf(const Lane& lane, const Lane& first);

} // namespace draftscope

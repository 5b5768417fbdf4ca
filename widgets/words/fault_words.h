// SPDX-License-Identifier: GPL-3.0-or-later
// What a run that is broken on purpose does in place of the rule, in the sentences about a round.
#pragma once

#include <optional>
#include <string_view>

#include <QString>

#include "engine/record/records.h"

namespace draftscope {

/// What is drawn from after a rejection in place of the residual, as a sentence; nothing where that is the residual.
/// `drawn`: the token in quotes, or empty while it is not drawn yet; `mass`: the sum of max(0, p - q), where it is
/// known.
[[nodiscard]] std::optional<QString> replacementWords(std::string_view fault, const QString& drawn,
                                                      std::optional<double> mass);

/// What becomes of the bonus token after the last draft of a round, where the fault is that it is skipped; else
/// nothing.
[[nodiscard]] std::optional<QString> skippedBonusWords(std::string_view fault, const RoundRecord& round);

/// What else the fault has done, or does, to what is known after `context` of the round, as a sentence; empty where
/// that is as without the fault, or the sentence about it says so already.
[[nodiscard]] QString faultWords(std::string_view fault, const RoundRecord& round, int context);

} // namespace draftscope

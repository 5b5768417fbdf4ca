// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/record/records.h"

namespace draftscope {

/// When a run pauses. Any of those set; each is looked at right after a moment.
struct StopConditions {
    bool onRejection = false;
    bool onAllAccepted = false;
    std::optional<double> acceptanceBelow = std::nullopt; ///< a judged node's min(1, p/q) is under this
    std::optional<double> residualAbove = std::nullopt; ///< the residual mass at a judged node's position is above this
    std::vector<TokenId> tokens = {};                   ///< one of these is committed
    std::optional<int> atRound = std::nullopt;          ///< 0-based round begins
    bool onEndOfText = false;
    friend bool operator==(const StopConditions&, const StopConditions&) = default;
};

/// Why a run should pause after the last moment of `round`, as a sentence for the status line ("Stopped: \"fly\" was
/// rejected."); nothing if it should go on. tokenText turns an id into printable text.
[[nodiscard]] std::optional<Message> stopReason(const StopConditions& conditions, const RoundRecord& round,
                                                const std::function<std::string(TokenId)>& tokenText);

/// Whether a run pauses at any moment of `round`, as far as that has come: stopReason() after each of them, at the cost
/// of one.
[[nodiscard]] bool stopsWithin(const StopConditions& conditions, const RoundRecord& round);

} // namespace draftscope

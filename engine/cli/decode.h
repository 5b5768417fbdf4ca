// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/metrics.h"
#include "engine/analysis/speed.h"
#include "engine/session/session.h"

namespace draftscope {

/// "end of text", "interrupt": as JSON says it.
[[nodiscard]] std::string_view nameOf(EndReason end);

/// What one decode gave.
struct Decoded {
    TraceHeader header;
    std::vector<TokenId> tokens; ///< generated, end-of-text token included
    std::string text;            ///< of those tokens
    Metrics metrics;
    EndReason end = EndReason::none; ///< none: cancelled
    /// Generated tokens over wall time, both without the first round, because that one also runs the prompt; nothing
    /// when there was no other round.
    std::optional<double> tokensPerSecond;
    RoundTimes times;
    std::vector<double> sampleTimes; ///< of every round but the first: distributions, verdicts, draws
    std::optional<Error> traceError; ///< the decode went on without its trace
    /// Why it ended before its end: the server of the target could not be asked, also when tried again.
    std::optional<Error> targetError;
    std::string note; ///< a sentence on a draft that stopped proposing; mostly empty
};

/// Told of every committed token and of the text that it completes, as it comes.
using OnToken = std::function<void(const CommittedToken& token, const std::string& text)>;

/// Where a decode is written down; nowhere if `path` is empty. `inUse`: as TraceWriter::create() has it.
struct TraceTarget {
    std::filesystem::path path;
    std::vector<std::filesystem::path> inUse = {};
};

/// The session's next round; null where its text has ended, or it was cancelled. Where the server of its target is away
/// or too busy, that is said on standard error, and the round is begun again after a pause, five times at most: then it
/// is null, too, and targetError says why. Throws what Session::finishRound() throws besides.
[[nodiscard]] const RoundRecord* nextRound(Session& session, const Progress& progress,
                                           std::optional<Error>& targetError);

/// Runs a session that has decoded nothing to its end, or until it is cancelled: then it has the rounds until there.
[[nodiscard]] Result<Decoded> decode(Session& session, const Progress& progress, const TraceTarget& trace = {},
                                     const OnToken& onToken = {});

/// Makes the session, too.
[[nodiscard]] Result<Decoded> decode(const Pair& pair, const SessionSettings& settings, const std::string& prompt,
                                     const std::shared_ptr<Backend>& backend, const Progress& progress,
                                     const TraceTarget& trace = {});

} // namespace draftscope

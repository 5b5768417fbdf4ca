// SPDX-License-Identifier: MIT
// What draftscope-cli attach prints of a watched text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/attach/watched_server.h"

namespace draftscope {

/// A text that was watched, and how fast the target is without speculation.
struct AttachedText {
    WatchedText watched;
    double tokenMilliseconds = 0; ///< behind the first token; 0: not known
    double plainMilliseconds = 0; ///< likewise without speculation
    int plainSteps = 0;           ///< that this is the median of; 0: of a whole text
    std::string trace;            ///< the file that it was saved in; empty: none
};

/// Prints the text as it grows: on a terminal in the colours of where its tokens come from.
class AttachPrinter {
public:
    void operator()(const ServedText& text);

private:
    std::size_t m_round = 0, m_token = 0;
};

/// A line for each round.
[[nodiscard]] std::string roundLines(const ServedText& text);
/// Tokens, steps, acceptance, speed, and whether the rounds add up.
[[nodiscard]] std::string attachSummary(const AttachedText& attached);
/// A row for each text and the sums of all, with the server's own beside.
[[nodiscard]] std::string attachTable(const std::vector<AttachedText>& texts);
[[nodiscard]] std::string attachJson(const std::vector<AttachedText>& texts, const std::string& server);

/// The server's time behind the first token, or by this program's clock where it does not tell it.
[[nodiscard]] double tokenMillisecondsOf(const WatchedText& watched);

} // namespace draftscope

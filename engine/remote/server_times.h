// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace draftscope {

/// What asking a server has taken.
struct NetworkTimes {
    int requests = 0;
    double waited = 0;   ///< seconds from a request to the end of its answer, all together
    double computed = 0; ///< of them, as the server says, its own; the rest is the network and its queue
    bool saysWhatIsComputed = false;
    int draws = 0; ///< tokens that it drew itself (PartialTarget::draw), of which some are not kept
    [[nodiscard]] NetworkTimes since(const NetworkTimes& before) const;
};

/// Of all that this process has asked a server for, by its address as readServerSpec() takes it. Any thread.
[[nodiscard]] NetworkTimes timesOfServer(std::string_view address);
/// Adds to it.
void addServerTimes(std::string_view url, const NetworkTimes& times);

/// "12 requests to the server · 0.34 s until their answers, 0.30 s of it computing · 3 tokens drawn by the server";
/// empty where none was asked.
[[nodiscard]] std::string inWords(const NetworkTimes& times);

} // namespace draftscope

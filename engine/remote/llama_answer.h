// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/core/progress.h"
#include "engine/remote/remote_server.h"

namespace draftscope {

/// What an answer of llama-server's /completion says of one prompt.
struct LlamaCompletion {
    int index = -1;                         ///< of the prompt in a list; -1 where it does not say
    TokenId token = noToken;                ///< that it chose, by "tokens"
    TokenLogProbability chosen{noToken, 1}; ///< noToken where it tells nothing of it
    std::vector<TokenLogProbability> likeliest;
    std::vector<std::string> texts; ///< of `likeliest`, where they are wanted
    double computed = 0;            ///< seconds
};

/// Reads an answer, or a list of them, without keeping the rest of it: with all probabilities of a large vocabulary one
/// has megabytes. `why`: what is wrong where false is returned. Throws Cancelled.
[[nodiscard]] bool readLlamaAnswer(const std::string& answer, bool wantsTexts,
                                   std::vector<LlamaCompletion>& completions, Message& why, const Progress& progress);

} // namespace draftscope

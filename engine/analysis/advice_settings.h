// SPDX-License-Identifier: MIT
// The settings of speculative decoding that an adviser tries, and what each is called.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/session/session.h"

namespace draftscope {

/// Every setting that can run with this pair: method x K x shape x nodes x copies x stop-below on a grid. What is not
/// on the grid (sampler, seed, tokens, files) is that of `base`. Methods that need a draft or a file that there is none
/// of are not among them; why a head cannot be opened is put into `leftOut`.
[[nodiscard]] std::vector<SessionSettings> allAdviceSettings(const Pair& pair, const SessionSettings& base,
                                                             std::vector<std::string>* leftOut = nullptr);

/// Of those the ones that a search begins with: no copies, no stop-below, few K and sizes, the most promising first.
[[nodiscard]] std::vector<SessionSettings> firstAdviceSettings(const std::vector<SessionSettings>& all);

/// Of all those that differ from one of these in one thing: the next K or size, copies, or stop-below.
[[nodiscard]] std::vector<SessionSettings> neighboursOf(const std::vector<SessionSettings>& some,
                                                        const std::vector<SessionSettings>& all);

/// "EAGLE with K = 2, copies of 6".
[[nodiscard]] Message adviceName(const SessionSettings& settings);

/// What the command line says for it: "--method eagle --k 2 --copy-first 6".
[[nodiscard]] std::string adviceArguments(const SessionSettings& settings);

} // namespace draftscope

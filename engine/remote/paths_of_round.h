// SPDX-License-Identifier: MIT
// Private to this folder: servers that tell of every token of a prompt are asked about whole paths of a round.
#pragma once

#include <vector>

#include "engine/remote/remote_server.h"

namespace draftscope {

/// The contexts that no other one goes on from: their texts have those of all others as beginnings.
[[nodiscard]] std::vector<std::size_t> leavesOf(const std::vector<AskedContext>& contexts);
/// A leaf and the contexts before it.
[[nodiscard]] std::vector<std::size_t> pathTo(const std::vector<AskedContext>& contexts, std::size_t leaf);

/// Puts what a server listed behind a text, in any order, into `told`: the `count` likeliest, and the others besides. A
/// context that lies on several paths is told several times.
void addListed(std::vector<TokenLogProbability> listed, int count, ToldContext& told);

} // namespace draftscope

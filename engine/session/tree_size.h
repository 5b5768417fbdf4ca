// SPDX-License-Identifier: MIT
// How large a draft tree is worth drafting on this machine.
#pragma once

#include <memory>

#include "engine/model/backend.h"
#include "engine/session/session.h"
#include "engine/speculation/draft_shape.h"
#include "engine/speculation/rank_table.h"

namespace draftscope {

/// The nodes of a tree where they are left to the machine and it has not been measured.
inline constexpr int treeNodesUnmeasured = 16;

/// Whether the settings draft trees whose number of nodes is left to the machine: --tree-nodes 0.
[[nodiscard]] bool leavesTreeSize(const SessionSettings& settings);

/// What the passes of a pair take on a backend, measured: a pass of the target by its rows over one of a single row,
/// and a level of drafts over the same. `parents`: nodes of a level that get children. Reads weights, runs passes for a
/// second at most beyond the first few, and frees the caches again. Errors: those of Session::create(). Throws
/// Cancelled and DecodeFailure.
[[nodiscard]] Result<RankTable> measurePasses(const Pair& pair, const SessionSettings& settings, int parents,
                                              const std::shared_ptr<Backend>& backend, const Progress& progress = {});

/// The number of nodes and of levels (at most `most`) with the largest expected speed-up: tokens by the table's
/// acceptance, over the times of its passes. `sequences` that decode together share each pass. At least one node.
/// Precondition: the table has passes.
[[nodiscard]] ShapeLimits bestTree(const RankTable& table, ShapeLimits most, int sequences = 1);

/// The settings with the size of their trees (options tree-nodes and tree-levels): bestTree() by the acceptance that
/// comes with the program and by measurePasses(), which is done once for each pair, method and backend of the process.
/// Settings that say how many nodes are returned as they are, and so are those of a pair that cannot be measured, whose
/// error comes from the session. Acceptance is that of the embedded pair for an embedded target, else that of
/// SmolLM2-135M-Instruct. Error: cancelled.
[[nodiscard]] Result<SessionSettings> withTreeSize(const Pair& pair, SessionSettings settings,
                                                   const std::shared_ptr<Backend>& backend, int sequences = 1,
                                                   const Progress& progress = {});

} // namespace draftscope

// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/speculation/shared_pass.h"

namespace draftscope {

/// Runs what several sequences have laid out for one pass as one pass. A row's bits do not depend on the rows beside it
/// (ForwardPass), so every sequence gets the logits that it would get alone.
class MergedPass {
public:
    /// Runs the rows of all requests, in their order, in as few passes as hold them: up to maxRowsPerPass rows each. They
    /// are rows of `pass` with one prefix a request, of no prompt, go from tokens through the whole model to logits, and nothing of one request is an
    /// ancestor in another. Throws Cancelled, and what ForwardPass::run() does.
    void run(SharedPass& pass, std::span<const PassRequest> requests, const Progress& progress = {});

private:
    void runRows(SharedPass& pass);

    Rows m_rows;                   ///< of one pass
    std::vector<float*> m_targets; ///< where the logits of its rows that want some go
    std::vector<float> m_logits;   ///< [wanted rows, vocabulary]
};

} // namespace draftscope

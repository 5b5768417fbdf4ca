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
    /// Runs the rows of all requests, those of a pass together and in their order, in as few passes as hold them: up to
    /// maxRowsPerPass rows each, that begin all with tokens, all with input states or all with a target's features.
    /// They have one prefix a request, are of no prompt, go through the whole model to logits, and nothing of one
    /// request is an ancestor in another. Throws Cancelled, and what ForwardPass::run() does.
    void run(std::span<const PassRequest> requests, const Progress& progress = {});

private:
    /// The only request: it goes as it is, and its logits where it wants them.
    void runAlone(const PassRequest& request, const Progress& progress);
    /// The requests of one pass.
    void runTogether(SharedPass& pass, std::span<const PassRequest* const> requests, const Progress& progress);
    void runRows(SharedPass& pass);

    std::vector<const PassRequest*> m_ofPass; ///< memory behind run()
    Rows m_rows;                              ///< of one pass
    std::vector<float> m_states, m_features;  ///< [rows, what each begins with]
    std::vector<float*> m_targets;            ///< where the logits of its rows that want some go
    std::vector<float> m_logits;              ///< [wanted rows, logitCount]
};

} // namespace draftscope

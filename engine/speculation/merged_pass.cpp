// SPDX-License-Identifier: MIT
#include "engine/speculation/merged_pass.h"

#include <algorithm>
#include <cassert>

namespace draftscope {

void MergedPass::run(SharedPass& pass, std::span<const PassRequest> requests, const Progress& progress)
{
    const auto width = std::size_t(pass.pass->config().logitCount());
    std::size_t left = 0;
    for (const PassRequest& request : requests)
        left += request.rows->rows.size();
    // A device's products take 64 rows at a time, so a longer line is cut there and not behind the 65th.
    const auto nextCut = [&] { return int(left) <= maxRowsPerPass ? left : std::size_t(textRowsPerPass); };

    std::size_t cut = nextCut();
    m_rows.rows.clear();
    m_rows.prefixes.clear();
    m_rows.cancelled = progress.cancelled;
    m_targets.clear();
    for (const PassRequest& request : requests) {
        assert(request.rows->areOfWholeModel() && !request.rows->arePrompt);
        float* to = request.logits.data();
        bool isNew = true; // in this pass
        for (const Row& row : request.rows->rows) {
            if (m_rows.rows.size() == cut) {
                runRows(pass);
                left -= cut;
                cut = nextCut();
                isNew = true;
            }
            if (isNew)
                m_rows.prefixes.push_back(request.rows->prefixes[std::size_t(row.sequence)]);
            isNew = false;
            m_rows.rows.push_back(row);
            m_rows.rows.back().sequence = int(m_rows.prefixes.size()) - 1;
            if (row.wantLogits) {
                m_targets.push_back(to);
                to += width;
            }
        }
    }
    if (!m_rows.rows.empty())
        runRows(pass);
}

void MergedPass::runRows(SharedPass& pass)
{
    const auto width = std::size_t(pass.pass->config().logitCount());
    if (m_logits.size() < m_targets.size() * width)
        m_logits.resize(m_targets.size() * width);
    m_rows.endIfCancelled();
    pass.run(m_rows, std::span(m_logits).first(m_targets.size() * width));
    for (std::size_t i = 0; i < m_targets.size(); ++i)
        std::copy_n(m_logits.data() + i * width, width, m_targets[i]);
    m_rows.rows.clear();
    m_rows.prefixes.clear();
    m_targets.clear();
}

} // namespace draftscope

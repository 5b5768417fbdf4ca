// SPDX-License-Identifier: MIT
#include "engine/speculation/merged_pass.h"

#include <algorithm>
#include <cassert>

namespace draftscope {
namespace {

/// What a row has of `all`, which belongs to so many rows.
std::span<const float> ofRow(std::span<const float> all, std::size_t row, std::size_t rowCount)
{
    const std::size_t width = all.size() / rowCount;
    return all.subspan(row * width, width);
}

void append(std::vector<float>& all, std::span<const float> more)
{
    all.insert(all.end(), more.begin(), more.end());
}

} // namespace

void MergedPass::run(std::span<const PassRequest> requests, const Progress& progress)
{
    if (requests.size() == 1 && int(requests.front().rows->rows.size()) <= maxRowsPerPass)
        return runAlone(requests.front(), progress);
    for (std::size_t first = 0; first < requests.size(); ++first) {
        const auto isOfPass = [&](const PassRequest& request) { return request.pass == requests[first].pass; };
        if (std::ranges::any_of(requests.first(first), isOfPass))
            continue; // has been run
        m_ofPass.clear();
        for (const PassRequest& request : requests.subspan(first))
            if (isOfPass(request))
                m_ofPass.push_back(&request);
        runTogether(*requests[first].pass, m_ofPass, progress);
    }
}

void MergedPass::runAlone(const PassRequest& request, const Progress& progress)
{
    m_rows = *request.rows;
    m_rows.cancelled = progress.cancelled;
    m_rows.endIfCancelled();
    request.pass->run(m_rows, request.logits);
}

void MergedPass::runTogether(SharedPass& pass, std::span<const PassRequest* const> requests, const Progress& progress)
{
    const auto logitCount = std::size_t(pass.pass->config().logitCount());
    std::size_t left = 0;
    for (const PassRequest* const request : requests)
        left += request->rows->rows.size();
    // A device's products take 64 rows at a time, so a longer line is cut there and not behind the 65th.
    const auto nextCut = [&] { return int(left) <= maxRowsPerPass ? left : std::size_t(textRowsPerPass); };

    std::size_t cut = nextCut();
    m_rows.rows.clear();
    m_rows.prefixes.clear();
    m_rows.cancelled = progress.cancelled;
    m_states.clear();
    m_features.clear();
    m_targets.clear();
    for (const PassRequest* const request : requests) {
        const Rows& own = *request->rows;
        assert(own.part == PassPart() && own.hiddenStates.empty() && !own.arePrompt);
        float* to = request->logits.data();
        bool isNew = true; // in this pass
        const bool beginsOtherwise =
            m_states.empty() != own.inputStates.empty() || m_features.empty() != own.targetFeatures.empty();
        for (std::size_t row = 0; row < own.rows.size(); ++row) {
            const bool isAfterOthers = row == 0 && beginsOtherwise && !m_rows.rows.empty();
            if (m_rows.rows.size() == cut || isAfterOthers) {
                left -= m_rows.rows.size();
                runRows(pass);
                cut = nextCut();
                isNew = true;
            }
            if (isNew)
                m_rows.prefixes.push_back(own.prefixes[std::size_t(own.rows[row].sequence)]);
            isNew = false;
            m_rows.rows.push_back(own.rows[row]);
            m_rows.rows.back().sequence = int(m_rows.prefixes.size()) - 1;
            append(m_states, ofRow(own.inputStates, row, own.rows.size()));
            append(m_features, ofRow(own.targetFeatures, row, own.rows.size()));
            if (own.rows[row].wantLogits) {
                m_targets.push_back(to);
                to += logitCount;
            }
        }
    }
    if (!m_rows.rows.empty())
        runRows(pass);
}

void MergedPass::runRows(SharedPass& pass)
{
    const auto logitCount = std::size_t(pass.pass->config().logitCount());
    if (m_logits.size() < m_targets.size() * logitCount)
        m_logits.resize(m_targets.size() * logitCount);
    m_rows.inputStates = m_states;
    m_rows.targetFeatures = m_features;
    m_rows.endIfCancelled();
    pass.run(m_rows, std::span(m_logits).first(m_targets.size() * logitCount));
    for (std::size_t i = 0; i < m_targets.size(); ++i)
        std::copy_n(m_logits.data() + i * logitCount, logitCount, m_targets[i]);
    m_rows.rows.clear();
    m_rows.prefixes.clear();
    m_states.clear();
    m_features.clear();
    m_targets.clear();
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/speculation/shared_pass.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace draftscope {

SharedPass::SharedPass(std::unique_ptr<ForwardPass> forward, int sequenceCount, bool inColumns)
    : pass(std::move(forward)), table(inColumns ? SlotTable::inColumns(pass->slotCount() / sequenceCount, sequenceCount)
                                                : SlotTable(pass->slotCount(), sequenceCount))
{
}

void SharedPass::keepStates(std::vector<int> entering)
{
    assert(m_kept.empty() || m_kept == entering);
    m_kept = std::move(entering);
    m_states.resize(std::size_t(pass->slotCount()) * m_kept.size() * std::size_t(pass->config().hiddenSize));
}

std::span<const float> SharedPass::statesOf(int slot) const
{
    const std::size_t width = m_kept.size() * std::size_t(pass->config().hiddenSize);
    return std::span(m_states).subspan(std::size_t(slot) * width, width);
}

void SharedPass::run(Rows& rows, std::span<float> logits)
{
    askForStates(rows);
    pass->run(rows, logits);
    for (std::size_t row = 0; row < rows.rows.size(); ++row)
        keepState(rows, row);
    rows.hiddenStates.clear();
}

void SharedPass::askForStates(Rows& rows)
{
    const std::size_t hidden = std::size_t(pass->config().hiddenSize), count = rows.rows.size();
    ++passCount;
    rowCount += std::int64_t(count);
    m_passedStates.resize(m_kept.size() * count * hidden);
    rows.hiddenStates.clear();
    for (std::size_t i = 0; i < m_kept.size(); ++i)
        rows.hiddenStates.push_back({m_kept[i], std::span(m_passedStates).subspan(i * count * hidden, count * hidden)});
}

void SharedPass::keepAskedStates(Rows& rows, std::span<const int> ofRows)
{
    for (const int row : ofRows)
        keepState(rows, std::size_t(row));
    rows.hiddenStates.clear();
}

void SharedPass::keepState(const Rows& rows, std::size_t row)
{
    const std::size_t hidden = std::size_t(pass->config().hiddenSize), count = rows.rows.size();
    for (std::size_t i = 0; i < m_kept.size(); ++i)
        std::copy_n(m_passedStates.data() + (i * count + row) * hidden, hidden,
                    m_states.data() + (std::size_t(rows.rows[row].slot) * m_kept.size() + i) * hidden);
}

PassShare::PassShare(std::shared_ptr<SharedPass> pass, int ofSequence, int mostSlots)
    : shared(std::move(pass)), sequence(ofSequence), slotCount(mostSlots)
{
}

} // namespace draftscope

// SPDX-License-Identifier: MIT
#include "engine/analysis/memoising_backend.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/analysis/context_memory.h"

namespace draftscope {
namespace {

constexpr int spareSlots = 64; ///< of the pass behind: contexts that are left stay for those that share their beginning

class MemoisingPass final : public ForwardPass {
public:
    MemoisingPass(std::shared_ptr<ContextMemory> memory, int slotCount)
        : m_memory(std::move(memory)), m_slots(std::size_t(slotCount), -1)
    {
    }
    [[nodiscard]] const ModelConfig& config() const override { return m_memory->pass().config(); }
    [[nodiscard]] int slotCount() const override { return int(m_slots.size()); }
    [[nodiscard]] std::string backendName() const override { return m_memory->pass().backendName(); }
    [[nodiscard]] int promptRowsPerPass() const override { return m_memory->pass().promptRowsPerPass(); }

    void run(const Rows& rows, std::span<float> logits) override
    {
        number(rows);
        const auto vocabulary = std::size_t(config().logitCount());
        for (std::size_t row = 0; row < m_numbers.size(); ++row) {
            if (!rows.rows[row].wantLogits)
                continue;
            assert(logits.size() >= vocabulary);
            std::ranges::copy(m_memory->logitsOf(m_numbers[row], rows.cancelled), logits.begin());
            logits = logits.subspan(vocabulary);
        }
        if (rows.hiddenStates.empty())
            return;
        const auto hidden = std::size_t(config().hiddenSize);
        for (std::size_t row = 0; row < m_numbers.size(); ++row) {
            const std::span<const float> states = m_memory->statesOf(m_numbers[row], rows.cancelled);
            for (std::size_t i = 0; i < rows.hiddenStates.size(); ++i)
                std::ranges::copy(states.subspan(i * hidden, hidden),
                                  rows.hiddenStates[i].out.subspan(row * hidden).begin());
        }
    }

private:
    /// Finds the number of each row, which its slot holds from now on.
    void number(const Rows& rows)
    {
        RowKind kind{rows.part, {}, !rows.targetFeatures.empty()};
        for (const HiddenStates& states : rows.hiddenStates)
            kind.states.push_back(states.entering);
        const int kindNumber = m_memory->kindOf(kind);
        const std::span<const float> input = kind.readsFeatures ? rows.targetFeatures : rows.inputStates;
        const std::size_t width = rows.rows.empty() ? 0 : input.size() / rows.rows.size();
        m_numbers.clear();
        for (const Row& row : rows.rows) {
            m_sees.clear();
            for (const int slot : rows.prefixes[std::size_t(row.sequence)])
                m_sees.push_back(contentOf(slot));
            for (const int slot : row.ancestors)
                m_sees.push_back(contentOf(slot));
            const int beneath = rows.part.firstLayer > 0 ? contentOf(row.slot) : -1;
            m_numbers.push_back(
                m_memory->numberOf({m_sees, row.token, row.position, kindNumber, beneath,
                                    input.subspan(m_numbers.size() * width, width), ropeLengthOf(row)}));
            m_slots[std::size_t(row.slot)] = m_numbers.back();
        }
    }

    int ropeLengthOf(const Row& row) const
    {
        const int length = row.ropeLength > 0 ? row.ropeLength : row.position + 1;
        return config().ropeFollowsLength() ? config().sameRopeUntil(length) : 0;
    }

    int contentOf(int slot) const
    {
        const int number = m_slots[std::size_t(slot)];
        if (number < 0)
            throw BackendFailure("A row sees a K/V slot that was never written: the session has lost track of its K/V "
                                 "slots. Please report it.");
        return number;
    }

    std::shared_ptr<ContextMemory> m_memory;
    std::vector<int> m_slots;           ///< the row whose key and value a slot holds, or -1
    std::vector<int> m_sees, m_numbers; ///< kept for their memory
};

} // namespace

MemoisingBackend::MemoisingBackend(std::shared_ptr<Backend> backend) : m_backend(std::move(backend)) {}
MemoisingBackend::~MemoisingBackend() = default;

Result<std::unique_ptr<ForwardPass>> MemoisingBackend::makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress)
{
    const auto known = m_memories.find(model);
    if (known == m_memories.end() || known->second->pass().slotCount() < slotCount + spareSlots) {
        auto pass = m_backend->makePass(model, slotCount + spareSlots, progress);
        if (!pass)
            return tl::unexpected(pass.error());
        if (known == m_memories.end())
            m_memories.emplace(model, std::make_shared<ContextMemory>(std::move(*pass)));
        else
            known->second->usePass(std::move(*pass));
    }
    return std::make_unique<MemoisingPass>(m_memories.at(model), slotCount);
}

Result<LoadPlan> MemoisingBackend::plan(std::span<const PlannedPass> passes)
{
    std::vector<PlannedPass> behind(passes.begin(), passes.end());
    for (PlannedPass& pass : behind)
        pass.slotCount += spareSlots;
    return m_backend->plan(behind);
}

void MemoisingBackend::forgetBeyond(std::size_t bytes)
{
    std::size_t taken = 0;
    for (const auto& [model, memory] : m_memories)
        taken += memory->bytes();
    if (taken <= bytes)
        return;
    for (const auto& [model, memory] : m_memories)
        memory->forget();
}

std::int64_t MemoisingBackend::computedRows() const
{
    std::int64_t rows = 0;
    for (const auto& [model, memory] : m_memories)
        rows += memory->computedRows();
    return rows;
}

} // namespace draftscope

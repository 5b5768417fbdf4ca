// SPDX-License-Identifier: MIT
#include "engine/analysis/memoising_backend.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <unordered_set>
#include <utility>

namespace draftscope {
namespace {

constexpr int spareSlots = 64; ///< of the pass behind: contexts that are left stay for those that share their beginning
constexpr std::size_t rowsPerPass = textRowsPerPass;

/// What a row is: its token and position, and the rows that it sees, each by its own number, in path order.
struct RowKey {
    std::span<const int> sees;
    TokenId token = noToken;
    int position = 0;
};

bool sameKey(const RowKey& a, const RowKey& b)
{
    return a.token == b.token && a.position == b.position && std::ranges::equal(a.sees, b.sees);
}

std::size_t hashOf(const RowKey& key)
{
    std::uint64_t hash = 0x9E3779B97F4A7C15; // any odd number whose bits look random
    const auto mix = [&hash](int value) {
        hash = (hash ^ std::uint32_t(value)) * 0xD6E8FEB86659FD93;
        hash ^= hash >> 32;
    };
    mix(key.token);
    mix(key.position);
    for (const int row : key.sees)
        mix(row);
    return hash;
}

} // namespace

/// The rows of one model that were ever asked for, numbered in the order in which they came: a row only sees rows of
/// smaller numbers.
class ContextMemory {
public:
    explicit ContextMemory(std::unique_ptr<ForwardPass> pass) { usePass(std::move(pass)); }

    [[nodiscard]] const ForwardPass& pass() const { return *m_pass; }
    void usePass(std::unique_ptr<ForwardPass> pass)
    {
        m_pass = std::move(pass);
        m_owners.assign(std::size_t(m_pass->slotCount()), -1);
        m_lastUse.assign(m_owners.size(), 0);
        for (KnownRow& row : m_rows)
            row.slot = -1;
    }

    /// The number of a row. Computes nothing.
    int numberOf(const RowKey& key)
    {
        const auto found = m_numbers.find(key);
        if (found != m_numbers.end())
            return *found;
        m_rows.push_back({{key.sees.begin(), key.sees.end()}, key.token, key.position, {}, -1});
        m_bytes += sizeof(KnownRow) + key.sees.size_bytes() + 4 * sizeof(void*); // the last: the hash table's share
        m_numbers.insert(int(m_rows.size()) - 1);
        return int(m_rows.size()) - 1;
    }

    /// [vocab]
    std::span<const float> logitsOf(int number, const std::atomic<bool>* cancelled)
    {
        m_input.cancelled = cancelled;
        if (m_rows[std::size_t(number)].logits.empty())
            compute(number);
        return m_rows[std::size_t(number)].logits;
    }

    void forget()
    {
        m_numbers.clear();
        m_rows.clear();
        std::ranges::fill(m_owners, -1);
        m_bytes = 0;
    }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    [[nodiscard]] std::int64_t computedRows() const { return m_computedRows; }

private:
    struct KnownRow {
        std::vector<int> sees;
        TokenId token = noToken;
        int position = 0;
        std::vector<float> logits; ///< empty: nobody wanted them yet
        int slot = -1;             ///< of m_pass, where its key and value lie; -1: nowhere now
        std::int64_t wantedAt = 0; ///< the m_now that last put it among the missing rows
    };
    struct Hash {
        using is_transparent = void;
        const std::vector<KnownRow>* rows;
        std::size_t operator()(const RowKey& key) const { return hashOf(key); }
        std::size_t operator()(int number) const { return hashOf(keyOf(*rows, number)); }
    };
    struct Equal {
        using is_transparent = void;
        const std::vector<KnownRow>* rows;
        bool operator()(int a, int b) const { return a == b; }
        bool operator()(const RowKey& key, int number) const { return sameKey(key, keyOf(*rows, number)); }
        bool operator()(int number, const RowKey& key) const { return sameKey(key, keyOf(*rows, number)); }
    };
    static RowKey keyOf(const std::vector<KnownRow>& rows, int number)
    {
        const KnownRow& row = rows[std::size_t(number)];
        return {row.sees, row.token, row.position};
    }

    /// Runs the row, and before it whatever it sees and has no slot any more.
    void compute(int number)
    {
        ++m_now;
        std::vector<int> missing;
        collect(number, missing);
        m_input.endIfCancelled();
        std::ranges::sort(missing); // so that a row comes after those that it sees

        std::vector<float> logits(std::size_t(m_pass->config().logitCount()));
        try {
            for (const int row : missing) {
                int& slot = m_rows[std::size_t(row)].slot;
                if (slot < 0)
                    slot = freeSlot(row);
            }
            for (std::size_t first = 0; first < missing.size(); first += rowsPerPass)
                runRows(std::span(missing).subspan(first, std::min(rowsPerPass, missing.size() - first)), number,
                        logits);
        } catch (...) { // cancelled, for instance: what their slots hold now is not theirs
            for (const int row : missing) {
                int& slot = m_rows[std::size_t(row)].slot;
                if (slot >= 0)
                    m_owners[std::size_t(slot)] = -1;
                slot = -1;
            }
            throw;
        }
        m_bytes += logits.size() * sizeof(float);
        m_rows[std::size_t(number)].logits = std::move(logits);
    }

    /// The row itself and all rows behind it that have no slot. What has one is kept there, the row itself, too.
    void collect(int number, std::vector<int>& missing)
    {
        missing.push_back(number);
        m_rows[std::size_t(number)].wantedAt = m_now;
        if (const int slot = m_rows[std::size_t(number)].slot; slot >= 0)
            m_lastUse[std::size_t(slot)] = m_now;
        for (std::size_t next = missing.size() - 1; next < missing.size(); ++next) {
            for (const int seen : m_rows[std::size_t(missing[next])].sees) {
                KnownRow& row = m_rows[std::size_t(seen)];
                if (row.slot >= 0)
                    m_lastUse[std::size_t(row.slot)] = m_now;
                else if (std::exchange(row.wantedAt, m_now) != m_now)
                    missing.push_back(seen);
            }
        }
    }

    /// The slot that was not used for longest, now `row`'s.
    int freeSlot(int row)
    {
        const auto oldest = std::ranges::min_element(m_lastUse);
        const auto slot = std::size_t(oldest - m_lastUse.begin());
        if (*oldest == m_now)
            throw BackendFailure(
                "A row depends on more other rows than its text has tokens: the session has lost track "
                "of its K/V slots. Please report it.");
        if (m_owners[slot] >= 0)
            m_rows[std::size_t(m_owners[slot])].slot = -1;
        m_owners[slot] = row;
        m_lastUse[slot] = m_now;
        return int(slot);
    }

    void runRows(std::span<const int> numbers, int wanted, std::span<float> logits)
    {
        std::size_t ancestorCount = 0;
        for (const int number : numbers)
            ancestorCount += m_rows[std::size_t(number)].sees.size();
        m_ancestors.clear();
        m_ancestors.reserve(ancestorCount); // rows point into it
        m_input.rows.clear();
        m_input.prefixes.assign(1, {});
        bool wantsLogits = false;
        for (const int number : numbers) {
            const KnownRow& row = m_rows[std::size_t(number)];
            const std::size_t first = m_ancestors.size();
            for (const int seen : row.sees)
                m_ancestors.push_back(m_rows[std::size_t(seen)].slot);
            m_input.rows.push_back({row.token, row.position, 0, row.slot,
                                    std::span(m_ancestors).subspan(first, row.sees.size()), number == wanted});
            wantsLogits |= number == wanted;
        }
        m_pass->run(m_input, wantsLogits ? logits : std::span<float>());
        m_computedRows += std::int64_t(numbers.size());
    }

    std::unique_ptr<ForwardPass> m_pass;
    std::vector<int> m_owners;           ///< by slot: the row that lies there, or -1
    std::vector<std::int64_t> m_lastUse; ///< by slot: m_now of then
    std::int64_t m_now = 0;
    std::vector<KnownRow> m_rows;
    std::unordered_set<int, Hash, Equal> m_numbers{64, Hash{&m_rows}, Equal{&m_rows}};
    std::size_t m_bytes = 0;
    std::int64_t m_computedRows = 0;
    Rows m_input; ///< kept for its memory, like what follows
    std::vector<int> m_ancestors;
};

namespace {

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
    void copySlot(int from, int to) override { m_slots[std::size_t(to)] = m_slots[std::size_t(from)]; }

    void run(const Rows& rows, std::span<float> logits) override
    {
        if (!rows.areOfWholeModel())
            throw BackendFailure(
                "Only passes from tokens through a whole model to logits can be remembered: run others "
                "on the backend itself.");
        m_wanted.clear();
        for (const Row& row : rows.rows) {
            m_sees.clear();
            for (const int slot : rows.prefixes[std::size_t(row.sequence)])
                m_sees.push_back(contentOf(slot));
            for (const int slot : row.ancestors)
                m_sees.push_back(contentOf(slot));
            const int number = m_memory->numberOf({m_sees, row.token, row.position});
            m_slots[std::size_t(row.slot)] = number;
            if (row.wantLogits)
                m_wanted.push_back(number);
        }
        const auto vocabulary = std::size_t(config().logitCount());
        assert(logits.size() >= m_wanted.size() * vocabulary);
        for (std::size_t i = 0; i < m_wanted.size(); ++i)
            std::ranges::copy(m_memory->logitsOf(m_wanted[i], rows.cancelled), logits.subspan(i * vocabulary).begin());
    }

private:
    int contentOf(int slot) const
    {
        const int number = m_slots[std::size_t(slot)];
        if (number < 0)
            throw BackendFailure("A row sees a K/V slot that was never written: the session has lost track of its K/V "
                                 "slots. Please report it.");
        return number;
    }

    std::shared_ptr<ContextMemory> m_memory;
    std::vector<int> m_slots; ///< the row whose key and value a slot holds, or -1
    std::vector<int> m_sees, m_wanted;
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

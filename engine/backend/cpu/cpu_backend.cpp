// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/cpu_backend.h"

#include <algorithm>
#include <map>
#include <new>
#include <set>
#include <tuple>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/backend/cpu/key_value_cache.h"
#include "engine/backend/cpu/memory_bandwidth.h"
#include "engine/backend/cpu/weight_panels.h"
#include "engine/core/http_client.h"
#include "engine/core/machine_memory.h"
#include "engine/core/memory_map.h"
#include "engine/core/thread_pool.h"

namespace draftscope {
namespace {

/// Bytes of the matrices, those that several models or layers share once, and parts of which they share, too. Most lie
/// in memory maps: what has been read is the kernel's to keep, and counts as available until it is. The others (made
/// up, or put straight) have their memory already. Those that products read are copied into panels, unless that has
/// been done: of files a pass then reads only tables, and what had memory of its own keeps it beside the panels.
class DistinctMatrices {
public:
    explicit DistinctMatrices(cpu::WeightPanels& panels) : m_panels(panels) {}

    void add(const Weights& weights)
    {
        for (const MatrixView* matrix : weights.matrices()) {
            if (weights.isTable(matrix))
                add(weights, *matrix);
            if (!weights.isTable(matrix) || matrix->data == weights.head.data)
                addPanels(*matrix);
        }
    }
    [[nodiscard]] std::size_t bytes() const { return m_mapped.bytes() + m_allocated.bytes() + m_panelBytes; }
    [[nodiscard]] std::size_t allocatedBytes() const { return m_allocated.bytes(); }
    /// Of panels that are there.
    [[nodiscard]] std::size_t presentBytes() const { return m_present; }

private:
    class Ranges {
    public:
        void add(const std::byte* begin, std::size_t size)
        {
            const std::byte*& end = m_ends[begin];
            end = std::max(end, begin + size);
        }
        [[nodiscard]] std::size_t bytes() const
        {
            std::size_t sum = 0;
            const std::byte* counted = nullptr;
            for (const auto& [begin, end] : m_ends) {
                if (end > counted)
                    sum += std::size_t(end - std::max(begin, counted));
                counted = std::max(counted, end);
            }
            return sum;
        }

    private:
        std::map<const std::byte*, const std::byte*> m_ends;
    };

    void add(const Weights& weights, const MatrixView& matrix)
    {
        const auto* const begin = static_cast<const std::byte*>(matrix.data);
        const bool isMapped = std::ranges::any_of(weights.files, [&](const std::shared_ptr<const MemoryMap>& file) {
            const auto bytes = file->bytes();
            return begin >= bytes.data() && begin < bytes.data() + bytes.size();
        });
        (isMapped ? m_mapped : m_allocated).add(begin, matrix.bytes());
    }
    void addPanels(const MatrixView& matrix)
    {
        if (m_inPanels.emplace(matrix.data, matrix.type, matrix.rows, matrix.columns).second)
            (m_panels.has(matrix) ? m_present : m_panelBytes) += cpu::panelBytes(matrix);
    }

    Ranges m_mapped, m_allocated;
    cpu::WeightPanels& m_panels;
    std::set<std::tuple<const void*, WeightType, int, int>> m_inPanels;
    std::size_t m_panelBytes = 0, m_present = 0;
};

class CpuBackend final : public Backend {
public:
    CpuBackend(int threads, Arithmetic arithmetic)
        : m_pool(std::make_shared<ThreadPool>(threads)), m_arithmetic(arithmetic),
          m_panels(cpu::WeightPanels::ofThisProcess())
    {
    }

    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress) override
    {
        const std::string what = model->name;
        if (isServerAddress(model->record.path))
            return fail("{} has no weights on this machine, which this needs: choose a target that is here.", what);
        try {
            model = m_panels->withPanels(model, *m_pool, progress);
        } catch (const Cancelled&) {
            return fail("Arranging the weights of {} was cancelled.", what);
        } catch (const std::bad_alloc&) {
            return fail("There is not enough memory for the weights of {}: close other programs or choose a smaller "
                        "model.",
                        what);
        }
        try {
            return makeArrangedForwardPass(std::move(model), m_pool, slotCount, m_arithmetic);
        } catch (const std::bad_alloc&) {
            return fail(
                "There is not enough memory for {} K/V slots of {}: generate fewer tokens or choose a smaller model.",
                slotCount, what);
        }
    }
    [[nodiscard]] std::shared_ptr<ThreadPool> threads() override { return m_pool; }
    [[nodiscard]] Result<LoadPlan> plan(std::span<const PlannedPass> passes) override
    {
        LoadPlan plan;
        DistinctMatrices matrices(*m_panels);
        for (const PlannedPass& pass : passes) {
            plan.name(*pass.model);
            const std::size_t before = matrices.bytes();
            matrices.add(pass.model->weights);
            PassBytes bytes;
            bytes.weights = matrices.bytes() - before;
            bytes.cache = cpu::KeyValueCache::bytes(*pass.model, pass.slotCount, m_arithmetic);
            bytes.buffers =
                cpuPassBytes(*pass.model, maxRowsPerPass, pass.slotCount, m_pool->threadCount(), m_arithmetic);
            bytes.slotCount = pass.slotCount;
            plan.add(bytes);
        }
        plan.present = matrices.presentBytes();
        const MachineMemory memory = machineMemory();
        plan.free = memory.available + matrices.allocatedBytes();
        plan.total = memory.total;
        plan.isLimited = memory.isLimited;
        plan.note = m_pool->note();
        return plan;
    }
    [[nodiscard]] double measureBandwidth(const Progress& progress) override
    {
        try {
            return measureMemoryBandwidth(*m_pool, progress);
        } catch (const std::bad_alloc&) {
            throw BackendFailure("There is not enough memory to measure how fast it is read: close other programs.");
        }
    }

private:
    std::shared_ptr<ThreadPool> m_pool;
    Arithmetic m_arithmetic;
    std::shared_ptr<cpu::WeightPanels> m_panels;
};

} // namespace

std::shared_ptr<Backend> makeCpuBackend(int threads, Arithmetic arithmetic)
{
    return std::make_shared<CpuBackend>(threads, arithmetic);
}

} // namespace draftscope

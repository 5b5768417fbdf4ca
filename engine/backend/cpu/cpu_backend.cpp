// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/cpu_backend.h"

#include <new>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/backend/cpu/memory_bandwidth.h"
#include "engine/core/thread_pool.h"

namespace draftscope {
namespace {

class CpuBackend final : public Backend {
public:
    explicit CpuBackend(int threads) : m_pool(std::make_shared<ThreadPool>(threads)) {}

    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress&) override
    {
        const std::string& what = model->name;
        try {
            return makeCpuForwardPass(model, m_pool, slotCount);
        } catch (const std::bad_alloc&) {
            return fail(
                "There is not enough memory for {} K/V slots of {}: generate fewer tokens or choose a smaller model.",
                slotCount, what);
        }
    }
    [[nodiscard]] double measureBandwidth() override { return measureMemoryBandwidth(*m_pool); }

private:
    std::shared_ptr<ThreadPool> m_pool;
};

} // namespace

std::shared_ptr<Backend> makeCpuBackend(int threads)
{
    return std::make_shared<CpuBackend>(threads);
}

} // namespace draftscope

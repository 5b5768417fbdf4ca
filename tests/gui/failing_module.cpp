// SPDX-License-Identifier: MIT
// A backend module whose device has $DRAFTSCOPE_FREE_BYTES of memory (plenty if not set) and fails after
// $DRAFTSCOPE_PASSES passes; until then it is the CPU. With $DRAFTSCOPE_TAKEN its memory is gone although it was free.
// With $DRAFTSCOPE_STAGES it tells the stages of a pass apart, and each turn takes so many milliseconds.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cuda_module.h"

using namespace draftscope;

namespace {

std::atomic<int> passes = 0;

class FailingPass : public ForwardPass {
public:
    explicit FailingPass(std::unique_ptr<ForwardPass> pass) : m_pass(std::move(pass)) {}
    [[nodiscard]] const ModelConfig& config() const override { return m_pass->config(); }
    [[nodiscard]] int slotCount() const override { return m_pass->slotCount(); }
    [[nodiscard]] std::string backendName() const override { return "A device that fails"; }
    void run(const Rows& rows, std::span<float> logits) override
    {
        const char* most = std::getenv("DRAFTSCOPE_PASSES");
        if (++passes > (most ? std::atoi(most) : 0))
            throw BackendFailure("The device has fallen out of its slot.");
        if (const char* held = std::getenv("DRAFTSCOPE_HELD"); held && passes == std::atoi(held))
            while (!rows.isCancelled()) // a device so slow that this pass never ends by itself
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        m_pass->run(rows, logits);
    }
    [[nodiscard]] std::vector<StageTime> timeStages(const Rows& rows, int turns) override
    {
        const char* wait = std::getenv("DRAFTSCOPE_STAGES");
        if (!wait)
            return {};
        std::vector<float> logits(std::size_t(config().vocabularySize) * rows.rows.size());
        for (int i = 0; i < turns; ++i) {
            run(rows, logits);
            std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(wait)));
            rows.endIfCancelled();
        }
        return {{"queries, keys, values", 0.25, 2e6}, {"attention", 0.0625, 0.5e6}, {"logits", 0.5, 4e6}};
    }

private:
    std::unique_ptr<ForwardPass> m_pass;
};

class FailingBackend : public Backend {
public:
    [[nodiscard]] std::string_view name() const override { return "cuda"; }
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress) override
    {
        if (std::getenv("DRAFTSCOPE_TAKEN"))
            return fail("Another program has taken the memory of the device.");
        auto pass = m_cpu->makePass(std::move(model), slotCount, progress);
        if (!pass)
            return pass;
        return std::make_unique<FailingPass>(std::move(*pass));
    }
    [[nodiscard]] Result<LoadPlan> plan(std::span<const PlannedPass> planned) override
    {
        auto plan = m_cpu->plan(planned);
        if (const char* bytes = std::getenv("DRAFTSCOPE_FREE_BYTES"); plan && bytes)
            plan->free = std::strtoull(bytes, nullptr, 10);
        if (plan)
            plan->device = "A device that fails";
        return plan;
    }
    [[nodiscard]] double measureBandwidth(const Progress& progress) override
    {
        return m_cpu->measureBandwidth(progress);
    }

private:
    std::shared_ptr<Backend> m_cpu = makeCpuBackend(1);
};

} // namespace

extern "C" int draftscope_cuda_interface()
{
    return cudaModuleInterface;
}
extern "C" void draftscope_cuda_backend(std::shared_ptr<Backend>& backend, std::string&)
{
    passes = 0;
    backend = std::make_shared<FailingBackend>();
}

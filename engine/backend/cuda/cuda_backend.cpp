// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/cuda_backend.h"

#include <algorithm>

#include "engine/backend/cuda/copy_bandwidth.h"
#include "engine/backend/cuda/cuda_forward_pass.h"
#include "engine/backend/cuda/cuda_round_runner.h"
#include "engine/backend/cuda/device_code.h"
#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/memory_plan.h"
#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/prompt_memory.h"
#include "engine/backend/cuda/weight_cache.h"

namespace draftscope::cuda {

namespace {

class CudaBackend final : public Backend {
public:
    explicit CudaBackend(Device device) : m_device(std::move(device)) {}

    [[nodiscard]] std::string_view name() const override { return "cuda"; }
    [[nodiscard]] Result<std::unique_ptr<ForwardPass>> makePass(std::shared_ptr<const Model> model, int slotCount,
                                                                const Progress& progress) override
    {
        return atModuleEdge([&]() -> Result<std::unique_ptr<ForwardPass>> {
            const auto reserved = m_device.reserve();
            switch (deviceType(model->weights)) {
            case WeightType::bf16:
                return makePassOf<BFloat16>(model, slotCount, progress);
            case WeightType::f16:
                return makePassOf<Float16>(model, slotCount, progress);
            default: // f32
                break;
            }
            return makePassOf<float>(model, slotCount, progress);
        });
    }
    [[nodiscard]] std::unique_ptr<RoundRunner> makeRoundRunner(ForwardPass& target,
                                                               std::span<ForwardPass* const> drafts) override
    {
        auto* const ownTarget = dynamic_cast<CudaPass*>(&target);
        std::vector<CudaPass*> ownDrafts;
        for (ForwardPass* const draft : drafts)
            ownDrafts.push_back(dynamic_cast<CudaPass*>(draft));
        if (!ownTarget || std::ranges::count(ownDrafts, nullptr) > 0)
            return nullptr;
        auto runner = atModuleEdge([&] {
            const auto reserved = m_device.reserve();
            return makeCudaRoundRunner(m_device, *ownTarget, std::move(ownDrafts));
        });
        return runner ? std::move(*runner) : nullptr;
    }
    [[nodiscard]] Result<LoadPlan> plan(std::span<const PlannedPass> passes) override
    {
        return atModuleEdge([&] {
            const auto reserved = m_device.reserve();
            return planOf(passes);
        });
    }
    [[nodiscard]] double measureBandwidth(const Progress& /*tens of milliseconds*/) override
    {
        double bandwidth = 0;
        asBackendFailure([&] {
            const auto reserved = m_device.reserve();
            bandwidth = copyBandwidth(m_device);
        });
        return bandwidth;
    }

private:
    template <class T>
    Result<std::unique_ptr<ForwardPass>> makePassOf(const std::shared_ptr<const Model>& model, int slotCount,
                                                    const Progress& progress)
    {
        const auto shape = passShape(*model, slotCount);
        if (!shape)
            return tl::unexpected(shape.error());
        auto weights = std::static_pointer_cast<const DeviceWeights<T>>(m_cache.find(*model));
        const WeightCache::SharedWeights loan =
            weights ? WeightCache::SharedWeights() : m_cache.sharedWeightsFor(*model); // held from here on
        const std::shared_ptr<PromptTools> tools = promptTools();
        if (Result<void> room = makeRoom({model, slotCount}, progress); !room)
            return tl::unexpected(room.error());
        if (!weights) {
            const void* const lender = loan.lender.get();
            auto uploaded = DeviceWeights<T>::upload(
                *model, *shape, progress,
                {std::static_pointer_cast<const DeviceWeights<T>>(loan.lender), loan.matrices});
            if (!uploaded)
                return tl::unexpected(uploaded.error());
            weights = std::make_shared<const DeviceWeights<T>>(std::move(*uploaded));
            m_cache.put(model, weights, weightBytes(*shape, *model, loan.matrices), lender);
        }
        return makeCudaForwardPass<T>(m_device, model, std::move(weights), *shape, tools);
    }

    /// What the passes that live have to read prompts with; nothing where there is no library to do that.
    std::optional<std::size_t> reservedForPrompts()
    {
        if (const auto tools = m_promptTools.lock())
            return tools->reserved();
        if (!m_whyNoBlas) { // known from then on: looking takes its time
            m_whyNoBlas.emplace();
            (void)Blas::load(*m_whyNoBlas);
        }
        return m_whyNoBlas->empty() ? std::optional<std::size_t>(0) : std::nullopt;
    }

    /// Those of the passes that live, or new ones; null where there is no library.
    std::shared_ptr<PromptTools> promptTools()
    {
        if (auto tools = m_promptTools.lock())
            return tools;
        if (m_whyNoBlas && !m_whyNoBlas->empty()) // decided once, so that all prompts are read alike
            return nullptr;
        Blas blas = Blas::load(m_whyNoBlas.emplace());
        if (!blas.isThere() && m_cache.dropUnused()) // the card may be full of unused weights
            blas = Blas::load(m_whyNoBlas.emplace());
        if (!blas.isThere())
            return nullptr;
        auto tools = std::make_shared<PromptTools>(std::move(blas));
        m_promptTools = tools;
        return tools;
    }

    /// Says what the pass needs, and drops other models' weights where there is too little.
    Result<void> makeRoom(const PlannedPass& pass, const Progress& progress)
    {
        const auto plan = planOf({&pass, 1});
        if (!plan)
            return tl::unexpected(plan.error());
        if (!plan->fits())
            return tl::unexpected(plan->tooLarge());
        if (plan->needed + m_device.properties().unplannedBytes > m_device.memory().free)
            m_cache.dropUnused();
        progress.tell(0, plan->summary());
        return {};
    }

    /// What can be dropped to make room counts as free.
    Result<LoadPlan> planOf(std::span<const PlannedPass> passes)
    {
        m_cache.dropOrphans();
        LoadPlan plan;
        plan.device = m_device.properties().name;
        std::optional<std::size_t> promptReserved = reservedForPrompts();
        for (std::size_t n = 0; n < passes.size(); ++n) {
            const Model& model = *passes[n].model;
            const auto shape = passShape(model, passes[n].slotCount);
            if (!shape)
                return tl::unexpected(shape.error());
            const auto before = passes.first(n);
            const bool hasWeights = m_cache.find(model) != nullptr
                || std::any_of(before.begin(), before.end(),
                               [&](const PlannedPass& other) { return WeightCache::isSame(*other.model, model); });
            SharedMatrices shared = m_cache.sharedWeightsFor(model).matrices;
            for (const PlannedPass& lender : before)
                if (!shared.any())
                    shared = WeightCache::sharedWith(*lender.model, model);
            const MemoryPlan one(model, *shape, hasWeights, shared, promptReserved);
            if (promptReserved)
                promptReserved = std::max(*promptReserved, one.prompt);
            plan.name(model);
            plan.add(one.pass);
            if (!promptReserved && takesLongPrompts(*shape))
                plan.note = *m_whyNoBlas;
        }
        const MemoryInfo memory = m_device.memory();
        plan.free = memory.free + m_cache.unusedBytes(passes);
        plan.free -= std::min(plan.free, m_device.properties().unplannedBytes);
        plan.total = memory.total;
        return plan;
    }

    Device m_device;
    WeightCache m_cache;
    std::weak_ptr<PromptTools> m_promptTools; ///< of the passes that live
    std::optional<std::string> m_whyNoBlas;   ///< nothing: not looked for yet; empty: they are there
};

Result<Device> openWithCode(int index)
{
    return atModuleEdge([&]() -> Result<Device> {
        auto device = Device::open(index);
        if (device && !hasDeviceCode())
            return fail("This Draftscope was not built for {}: build it on this machine, or choose --backend cpu.",
                        device->description());
        return device;
    });
}

/// The first device that can run our kernels. The Error is that of the first of all.
Result<Device> openFirst()
{
    auto first = openWithCode(0);
    for (int index = 1; !first && index < Device::count(); ++index)
        if (auto device = openWithCode(index))
            return device;
    return first;
}

} // namespace

Result<std::shared_ptr<Backend>> makeCudaBackend()
{
    return atModuleEdge([]() -> Result<std::shared_ptr<Backend>> {
        auto device = openFirst();
        if (!device)
            return tl::unexpected(device.error());
        return std::make_shared<CudaBackend>(std::move(*device));
    });
}

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/cuda_backend.h"

#include "engine/backend/cuda/copy_bandwidth.h"
#include "engine/backend/cuda/cuda_forward_pass.h"
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
            m_device.use();
            switch (deviceType(model->weights)) {
            case WeightType::bf16:
                return makePassOf<BFloat16>(model, slotCount, progress);
            case WeightType::f16:
                return makePassOf<Float16>(model, slotCount, progress);
            case WeightType::f32:
                break;
            }
            return makePassOf<float>(model, slotCount, progress);
        });
    }
    [[nodiscard]] double measureBandwidth() override
    {
        double bandwidth = 0;
        asBackendFailure([&] {
            m_device.use();
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
        m_cache.dropOrphans();
        auto weights = std::static_pointer_cast<const DeviceWeights<T>>(m_cache.find(*model));
        const std::shared_ptr<PromptTools> tools = promptTools(*shape, progress);
        const auto reserved = tools ? std::optional(tools->reserved()) : std::nullopt;
        const MemoryPlan plan(*model, *shape, weights != nullptr, reserved);
        if (Result<void> room = makeRoom(model->name, plan, progress); !room)
            return tl::unexpected(room.error());
        if (!weights) {
            auto uploaded = DeviceWeights<T>::upload(*model, *shape, progress);
            if (!uploaded)
                return tl::unexpected(uploaded.error());
            weights = std::make_shared<const DeviceWeights<T>>(std::move(*uploaded));
            m_cache.put(model, weights);
        }
        return makeCudaForwardPass<T>(m_device, model, std::move(weights), *shape, tools);
    }

    /// Those of the passes that live, or new ones; null where there is no library.
    std::shared_ptr<PromptTools> promptTools(const PassShape& shape, const Progress& progress)
    {
        if (auto tools = m_promptTools.lock())
            return tools;
        std::string whyNone;
        Products products = Products::load(whyNone);
        if (!products.areThere()) {
            if (takesLongPrompts(shape))
                progress.tell(0, whyNone);
            return nullptr;
        }
        auto tools = std::make_shared<PromptTools>(std::move(products));
        m_promptTools = tools;
        return tools;
    }

    /// Says what the pass needs, and drops other models' weights where there is too little.
    Result<void> makeRoom(const std::string& model, const MemoryPlan& plan, const Progress& progress)
    {
        MemoryInfo memory = m_device.memory();
        if (!plan.fits(memory) && m_cache.dropUnused())
            memory = m_device.memory();
        const std::string& device = m_device.properties().name;
        if (!plan.fits(memory))
            return tl::unexpected(plan.tooLarge(model, device, memory));
        progress.tell(0, plan.summary(model, device, memory));
        return {};
    }

    Device m_device;
    WeightCache m_cache;
    std::weak_ptr<PromptTools> m_promptTools; ///< of the passes that live
};

} // namespace

Result<std::shared_ptr<Backend>> makeCudaBackend()
{
    return atModuleEdge([]() -> Result<std::shared_ptr<Backend>> {
        auto device = Device::open();
        if (!device)
            return tl::unexpected(device.error());
        if (!hasDeviceCode())
            return fail("This Draftscope was not built for {}: build it on this machine, or choose --backend cpu.",
                        device->description());
        return std::make_shared<CudaBackend>(std::move(*device));
    });
}

} // namespace draftscope::cuda

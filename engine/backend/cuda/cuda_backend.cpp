// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/cuda_backend.h"

#include "engine/backend/cuda/copy_bandwidth.h"
#include "engine/backend/cuda/cuda_chain_runner.h"
#include "engine/backend/cuda/cuda_forward_pass.h"
#include "engine/backend/cuda/device_code.h"
#include "engine/backend/cuda/device_error.h"
#include "engine/backend/cuda/memory_plan.h"
#include "engine/backend/cuda/pass_shape.h"
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
    [[nodiscard]] std::unique_ptr<ChainRunner> makeChainRunner(ForwardPass& target, ForwardPass* draft) override
    {
        auto* const ownTarget = dynamic_cast<CudaPass*>(&target);
        auto* const ownDraft = dynamic_cast<CudaPass*>(draft);
        if (!ownTarget || (draft && !ownDraft))
            return nullptr;
        auto runner = atModuleEdge([&] {
            m_device.use();
            return makeCudaChainRunner(m_device, *ownTarget, ownDraft);
        });
        return runner ? std::move(*runner) : nullptr;
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
        if (Result<void> room = makeRoom(*model, *shape, weights != nullptr, progress); !room)
            return tl::unexpected(room.error());
        if (!weights) {
            auto uploaded = DeviceWeights<T>::upload(*model, *shape, progress);
            if (!uploaded)
                return tl::unexpected(uploaded.error());
            weights = std::make_shared<const DeviceWeights<T>>(std::move(*uploaded));
            m_cache.put(model, weights);
        }
        return makeCudaForwardPass<T>(m_device, model, std::move(weights), *shape);
    }

    /// Says what the pass needs, and drops other models' weights where there is too little.
    Result<void> makeRoom(const Model& model, const PassShape& shape, bool hasWeights, const Progress& progress)
    {
        const MemoryPlan plan(model, shape, hasWeights);
        MemoryInfo memory = m_device.memory();
        if (!plan.fits(memory) && m_cache.dropUnused())
            memory = m_device.memory();
        const std::string& device = m_device.properties().name;
        if (!plan.fits(memory))
            return tl::unexpected(plan.tooLarge(model.name, device, memory));
        progress.tell(0, plan.summary(model.name, device, memory));
        return {};
    }

    Device m_device;
    WeightCache m_cache;
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

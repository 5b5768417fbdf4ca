// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/backend/cuda/weight_layout.h"
#include "engine/model/load_plan.h"

namespace draftscope::cuda {

/// Which models' weights lie on the device. They stay for as long as the model is held, so that the next session
/// finds them, and go when it is gone or when memory is needed and no pass uses them. One thread at a time.
class WeightCache {
public:
    /// The weights (a DeviceWeights<T>) of a model that reads the same memory; null if they are not there.
    [[nodiscard]] std::shared_ptr<const void> find(const Model& model) const;
    /// The lender, where there is one, is kept by the weights themselves.
    void put(const std::shared_ptr<const Model>& model, std::shared_ptr<const void> weights, std::size_t bytes,
             const void* lender = nullptr);
    /// Whether both read the same memory, so that they share their weights.
    [[nodiscard]] static bool isSame(const Model& a, const Model& b);
    /// Which of a model's matrices weights that lie on the device have, too, and these weights; null if none.
    struct SharedWeights {
        std::shared_ptr<const void> lender;
        SharedMatrices matrices;
    };
    [[nodiscard]] SharedWeights sharedWeightsFor(const Model& model) const;
    /// What of its matrices a model can have from another one's weights: the same memory, in the same type on the
    /// device.
    [[nodiscard]] static SharedMatrices sharedWith(const Model& lender, const Model& model);
    /// Drops what no model needs any more.
    void dropOrphans();
    /// Drops what no pass uses; true if there was any.
    bool dropUnused();
    /// Bytes of those weights that dropUnused() would drop, but for the models of `wanted`.
    [[nodiscard]] std::size_t unusedBytes(std::span<const PlannedPass> wanted) const;

private:
    struct Entry {
        std::weak_ptr<const Model> model;
        std::shared_ptr<const void> weights;
        std::size_t bytes;
        const void* lender; ///< the weights that these hold, or null
    };
    /// Whether no pass uses them, nor weights that a pass uses.
    [[nodiscard]] bool isUnused(const Entry& entry) const;
    std::vector<Entry> m_entries;
};

} // namespace draftscope::cuda

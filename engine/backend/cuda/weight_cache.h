// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/model/load_plan.h"

namespace draftscope::cuda {

/// Which models' weights lie on the device. They stay for as long as somebody holds the model, so that the next session
/// finds them, and go when it is gone or when memory is needed and no pass uses them. One thread at a time.
class WeightCache {
public:
    /// The weights (a DeviceWeights<T>) of a model that reads the same memory; null if they are not there.
    [[nodiscard]] std::shared_ptr<const void> find(const Model& model) const;
    void put(const std::shared_ptr<const Model>& model, std::shared_ptr<const void> weights, std::size_t bytes);
    /// Whether both read the same memory, so that they share their weights.
    [[nodiscard]] static bool isSame(const Model& a, const Model& b);
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
    };
    std::vector<Entry> m_entries;
};

} // namespace draftscope::cuda

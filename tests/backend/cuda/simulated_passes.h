// SPDX-License-Identifier: MIT
// A small model and what tests of the simulated device decode with it.
#pragma once

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/simt/executor.h"
#include "tests/simt/simulated_device.h"

namespace draftscope::test {

[[nodiscard]] inline std::shared_ptr<const Model> smallModel(std::uint64_t seed = 1, WeightType type = WeightType::bf16)
{
    return randomModel({.name = "small",
                        .type = type,
                        .hidden = 40,
                        .intermediate = 52,
                        .layers = 2,
                        .heads = 4,
                        .kvHeads = 2,
                        .headSize = 10,
                        .vocabulary = 37},
                       seed);
}

[[nodiscard]] inline Logits decodeOn(Backend& backend, const std::shared_ptr<const Model>& model, int length = 20)
{
    return decode(*cudaPass(backend, model), someText(length, 37), 9, slotsInOrder(length));
}

[[nodiscard]] inline Rows promptRows(std::span<const int> slots)
{
    Rows rows{{}, {{}}, true};
    for (int i = 0; i < int(slots.size()); ++i)
        rows.rows.push_back({i % 37, i, 0, slots[std::size_t(i)], slots.first(std::size_t(i)), false});
    return rows;
}

/// What a test arranged is undone; fails where it left something on the device.
inline void forgetTheSimulatedDevice()
{
    simt::simulatedDevice() = {};
    simt::options() = {};
    simt::failCall(0);
    simt::failAllocation(0);
    simt::failGraph(0);
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});
}

} // namespace draftscope::test

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <numeric>

#include "engine/backend/cpu/cpu_forward_pass.h"
#include "engine/backend/cpu/head_entry.h"
#include "engine/backend/cpu/kernels.h"

namespace draftscope {

using namespace cpu;

namespace {

std::size_t size(int count)
{
    return std::size_t(count);
}

} // namespace

/// As CpuForwardPass::prepare(), PackedActivations and HeadEntry reserve them.
std::size_t cpuPassBytes(const Model& model, int rows, int slotCount, int threads, Arithmetic arithmetic)
{
    const ModelConfig& c = model.config;
    using Widest = std::array<int, packingCount>; // floats of a packed row
    Widest entering = {}, within = {};            // what enters a block, and the last product of one
    const auto pack = [&](const MatrixView& matrix, Widest& widest) {
        const Packing packing = packingFor(matrix.type, arithmetic);
        int& width = widest[size(int(packing))];
        width = std::max(width, packedFloats(packing, matrix.columns));
    };
    const auto isWithin = [&](const MatrixView* matrix) {
        return std::ranges::any_of(model.weights.layers, [&](const LayerWeights& layer) {
            return matrix == &layer.o || matrix == &layer.down;
        });
    };
    for (const MatrixView* matrix : model.weights.matrices())
        if (!model.weights.isTable(matrix))
            pack(*matrix, isWithin(matrix) ? within : entering);
    pack(model.weights.head, entering); // which may be the embedding
    const std::size_t row = HeadEntry::floatsPerRow(c) + 2 * size(c.hiddenSize)
        + size((c.headCount + 2 * c.kvHeadCount) * c.headSize)
        + 2 * size(c.headCount * paddedTo(headMultiple, c.headSize)) + (c.hasGate ? 2 : 1) * size(c.intermediateSize)
        + size(std::accumulate(entering.begin(), entering.end(), 0))
        + size(std::accumulate(within.begin(), within.end(), 0));
    return (size(rows) * row + size(threads * queriesTogether) * size(paddedTo(packedMultiple, slotCount)))
        * sizeof(float);
}

} // namespace draftscope

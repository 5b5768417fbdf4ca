// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_memory.h"

#include <algorithm>

#include "engine/backend/cuda/half_types.h"
#include "engine/backend/cuda/weight_layout.h"

namespace draftscope::cuda {

namespace {

/// Elements of each part of the scratch memory.
struct ScratchSizes {
    std::size_t stream, squares, products, queries, splits, splitValues, attended, gated, entry, logits;

    explicit ScratchSizes(const PassShape& shape)
    {
        const std::size_t rows = maxRows, tiledRows = maxTiledRows, heads = std::size_t(shape.heads),
                          stride = std::size_t(shape.headStride);
        stream = tiledRows * std::size_t(shape.hiddenTiles) * tileSize;
        squares = rows * std::size_t(squaresStride(shape.hiddenTiles));
        products = rows * tileSize
            * std::size_t(std::max(shape.hasHeadNorms ? queriesKeysValuesTiles(shape) : 0,
                                   shape.normsRows ? shape.hiddenTiles : 0));
        queries = rows * heads * stride;
        splits = rows * heads * std::size_t(shape.splitCount);
        splitValues = splits * stride;
        attended = tiledRows * std::size_t(shape.attendedTiles) * tileSize;
        gated = tiledRows * std::size_t(shape.gatedTiles) * tileSize;
        entry = tiledRows * std::size_t(shape.entryTiles) * tileSize;
        logits = rows * std::size_t(shape.vocabulary);
    }
};

template <class U>
Result<void> make(DeviceBuffer<U>& buffer, std::size_t count, const char* purpose)
{
    auto made = DeviceBuffer<U>::allocate(count, purpose);
    if (!made)
        return tl::unexpected(made.error());
    buffer = std::move(*made);
    return {};
}

} // namespace

template <class T>
Result<PassMemory<T>> PassMemory<T>::allocate(const PassShape& shape, std::size_t layers)
{
    const ScratchSizes sizes(shape);
    PassMemory memory;
    const char* const scratch = "the buffers of a pass";
    Result<void> made = make(memory.cache, 2 * layers * cachePartElements(shape), "the K/V cache");
    const auto next = [&](auto& buffer, std::size_t count) {
        if (made)
            made = make(buffer, count, scratch);
    };
    next(memory.stream, sizes.stream);
    next(memory.scaled, sizes.stream);
    next(memory.squares, sizes.squares);
    next(memory.products, sizes.products);
    next(memory.queries, sizes.queries);
    next(memory.splitWeights, 2 * sizes.splits);
    next(memory.splitValues, sizes.splitValues);
    next(memory.attended, sizes.attended);
    next(memory.gated, sizes.gated);
    next(memory.entry, sizes.entry);
    next(memory.logits, sizes.logits);
    if (!made)
        return tl::unexpected(made.error());
    return memory;
}

template <class T>
void PassMemory<T>::clear(Stream& with)
{
    const auto each = [&](auto&... buffers) { (buffers.fillBytes(with, 0), ...); };
    each(cache, stream, scaled, squares, products, queries, splitWeights, splitValues, attended, gated, entry, logits);
}

std::size_t cacheBytes(const PassShape& shape, std::size_t layers, std::size_t bytesPerElement)
{
    return 2 * layers * cachePartElements(shape) * bytesPerElement;
}

std::size_t scratchBytes(const PassShape& shape, std::size_t bytesPerElement)
{
    const ScratchSizes s(shape);
    const std::size_t floats = s.stream + s.squares + s.products + s.queries + 2 * s.splits + s.splitValues + s.logits;
    return floats * sizeof(float) + (s.stream + s.attended + s.gated + s.entry) * bytesPerElement;
}

template struct PassMemory<BFloat16>;
template struct PassMemory<Float16>;
template struct PassMemory<float>;

} // namespace draftscope::cuda

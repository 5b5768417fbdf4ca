// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/prompt_memory.h"

#include <algorithm>

#include "engine/backend/cuda/weight_layout.h"

namespace draftscope::cuda {

namespace {

/// Weights that lie in rows at a time. So much stays in the second-level cache of a large card until the product has
/// read it, and makes a product large enough to keep that card busy.
constexpr std::size_t mostWeightBytes = std::size_t(32) << 20;

} // namespace

Result<void> PromptTools::reserve(std::size_t bytes)
{
    if (bytes <= reserved())
        return {};
    m_scratch = {}; // first, so that both need not fit
    auto larger = DeviceBuffer<unsigned char>::allocate(bytes, "reading prompts");
    if (!larger)
        return tl::unexpected(larger.error());
    m_scratch = std::move(*larger);
    return {};
}

PromptLayout::PromptLayout(const PassShape& shape, std::size_t bytesPerElement)
    : rows(std::min(promptRows, shape.slotCount)), pieces((rows + productRows - 1) / productRows)
{
    bytes = 0;
    const auto take = [this](std::size_t size) {
        const std::size_t first = bytes;
        bytes += (size + 255) / 256 * 256;
        return first;
    };
    const auto row = [this](int tiles) { return std::size_t(rows) * std::size_t(tiles) * tileSize; };
    const int outputs = std::max(queriesKeysValuesTiles(shape), gateUpTiles(shape));
    const int widest = std::max({shape.hiddenTiles, shape.attendedTiles, shape.gatedTiles});
    stream = take(row(shape.hiddenTiles) * sizeof(float));
    normal = take(row(shape.hiddenTiles) * bytesPerElement);
    wide = take(row(std::max(outputs, shape.normsRows ? shape.hiddenTiles : 0)) * sizeof(float));
    narrow = take(row(std::max(shape.attendedTiles, shape.gatedTiles)) * bytesPerElement);
    inputs = take(std::size_t(pieces) * sizeof(PassInput));
    lists = take(std::size_t(pieces) * std::size_t(shape.slotCount) * sizeof(int));
    const std::size_t tile = std::size_t(tileSize) * tileSize * bytesPerElement;
    const std::size_t largest = tile
        * std::max({std::size_t(outputs) * std::size_t(shape.hiddenTiles),
                    std::size_t(shape.hiddenTiles) * std::size_t(std::max(shape.attendedTiles, shape.gatedTiles))});
    weightBytes = std::min(largest, std::max(mostWeightBytes, tile * std::size_t(widest)));
    weights = take(weightBytes);
    workspace = take(runtime::gemmWorkspaceBytes);
}

} // namespace draftscope::cuda

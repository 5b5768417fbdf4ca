// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/weight_layout.h"

namespace draftscope::cuda {

WeightLayout::WeightLayout(const PassShape& shape, const Weights& weights)
{
    const auto take = [this](int rowTiles, int columnTiles) {
        const std::size_t first = elements;
        elements += std::size_t(rowTiles) * std::size_t(columnTiles) * tileSize * tileSize;
        return first;
    };
    embedding = take(tilesOf(weights.embedding.rows), shape.hiddenTiles);
    for (std::size_t i = 0; i < weights.layers.size(); ++i) {
        Layer& layer = layers.emplace_back();
        layer.queriesKeysValues = take(queriesKeysValuesTiles(shape), shape.hiddenTiles);
        layer.o = take(shape.hiddenTiles, shape.attendedTiles);
        layer.gateUp = take(gateUpTiles(shape), shape.hiddenTiles);
        layer.down = take(shape.hiddenTiles, shape.gatedTiles);
    }
    const bool isTied = weights.head.data == weights.embedding.data;
    head = isTied ? embedding : take(tilesOf(weights.head.rows), shape.hiddenTiles);
}

} // namespace draftscope::cuda

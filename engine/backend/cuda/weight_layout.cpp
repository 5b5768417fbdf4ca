// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/weight_layout.h"

namespace draftscope::cuda {

WeightLayout::WeightLayout(const PassShape& shape, const Weights& weights, const SharedMatrices& sharedMatrices)
    : shared(sharedMatrices)
{
    const auto take = [this](int rowTiles, int columnTiles) {
        const std::size_t first = elements;
        elements += std::size_t(rowTiles) * std::size_t(columnTiles) * tileSize * tileSize;
        return first;
    };
    const auto takeFloats = [this](int tiles) {
        const std::size_t first = floats;
        floats += std::size_t(tiles) * tileSize;
        return first;
    };
    const auto takeIf = [&](bool isThere, int tiles) {
        return isThere ? std::optional(takeFloats(tiles)) : std::nullopt;
    };
    if (!shared.embedding)
        embedding = take(tilesOf(weights.embedding.rows), shape.hiddenTiles);
    if (weights.entry.fc.data) {
        entry.fcTiles = tilesOf(weights.entry.fc.columns);
        entry.fc = take(shape.hiddenTiles, entry.fcTiles);
        entry.normsFeatures = !weights.entry.fcNorm.empty();
        entry.fcNorm = takeFloats(entry.normsFeatures ? entry.fcTiles : 0);
        entry.fcBias = takeFloats(shape.hiddenTiles); // zeros where there is none
    }
    for (std::size_t i = 0; i < weights.entry.blocks.size(); ++i)
        entry.blocks.push_back({take(shape.hiddenTiles, shape.hiddenTiles), takeFloats(shape.hiddenTiles)});
    for (const LayerWeights& from : weights.layers) {
        Layer& layer = layers.emplace_back();
        layer.inputTiles = tilesOf(from.q.columns);
        layer.queriesKeysValues = take(queriesKeysValuesTiles(shape), layer.inputTiles);
        layer.o = take(shape.hiddenTiles, shape.attendedTiles);
        layer.gateUp = take(gateUpTiles(shape), shape.hiddenTiles);
        layer.down = take(shape.hiddenTiles, shape.gatedTiles);
        layer.readsTokens = !from.embeddingNorm.empty();
        layer.embeddingNorm = takeFloats(layer.readsTokens ? shape.hiddenTiles : 0);
        layer.queriesKeysValuesBias = takeIf(from.q.bias || from.k.bias || from.v.bias, queriesKeysValuesTiles(shape));
        layer.oBias = takeIf(from.o.bias, shape.hiddenTiles);
        layer.gateUpBias = takeIf(from.gate.bias || from.up.bias, gateUpTiles(shape));
        layer.downBias = takeIf(from.down.bias, shape.hiddenTiles);
        layer.queryNorm = takeIf(!from.queryNorm.empty(), shape.headTiles);
        layer.keyNorm = takeIf(!from.keyNorm.empty(), shape.headTiles);
    }
    const bool isTied = weights.head.data == weights.embedding.data;
    if (!shared.head)
        head = isTied ? embedding : take(tilesOf(weights.head.rows), shape.hiddenTiles);
}

} // namespace draftscope::cuda

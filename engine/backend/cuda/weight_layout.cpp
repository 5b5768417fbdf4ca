// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/weight_layout.h"

#include <algorithm>

#include "engine/backend/cuda/pass_shape.h"

namespace draftscope::cuda {

namespace {

/// Of both: their rows share tiles. Without a gate that of up.
WeightKind kindOfGateAndUp(const LayerWeights& layer)
{
    const WeightKind up = kindOf(layer.up.type);
    return !layer.gate.data || kindOf(layer.gate.type) == up ? up : WeightKind();
}

} // namespace

WeightLayout::WeightLayout(const PassShape& shape, const Weights& weights, const SharedMatrices& sharedMatrices)
    : shared(sharedMatrices)
{
    const std::size_t bytesPerElement = bytesPer(deviceType(weights));
    const auto take = [&](int rowTiles, int columnTiles, const WeightKind& kind = {}) {
        const std::size_t first = bytes;
        bytes += std::size_t(rowTiles) * rowTileBytes(kind.form, columnTiles, bytesPerElement);
        return Place{first, kind};
    };
    const auto takeFloats = [this](std::size_t tiles) {
        const std::size_t first = floats;
        floats += tiles * tileSize;
        return first;
    };
    const auto takeIf = [&](bool isThere, int tiles) {
        return isThere ? std::optional(takeFloats(std::size_t(tiles))) : std::nullopt;
    };
    const auto hiddenTiles = std::size_t(shape.hiddenTiles);
    if (!shared.embedding)
        embedding = take(tilesOf(weights.embedding.rows), shape.hiddenTiles, kindOf(weights.embedding.type));
    if (weights.entry.fc.data) {
        entry.fcTiles = tilesOf(weights.entry.fc.columns);
        entry.fc = take(shape.hiddenTiles, entry.fcTiles);
        entry.normsFeatures = !weights.entry.fcNorm.empty();
        entry.fcNorm = takeFloats(entry.normsFeatures ? std::size_t(entry.fcTiles) : 0);
        entry.fcBias = takeFloats(hiddenTiles); // zeros where there is none
    }
    for (std::size_t i = 0; i < weights.entry.blocks.size(); ++i)
        entry.blocks.push_back({take(shape.hiddenTiles, shape.hiddenTiles), takeFloats(hiddenTiles)});
    for (const LayerWeights& from : weights.layers) {
        Layer& layer = layers.emplace_back();
        layer.inputTiles = tilesOf(from.q.columns);
        layer.queries = take(shape.heads * shape.headTiles, layer.inputTiles, kindOf(from.q.type));
        layer.keys = take(shape.kvHeads * shape.headTiles, layer.inputTiles, kindOf(from.k.type));
        layer.values = take(shape.kvHeads * shape.headTiles, layer.inputTiles, kindOf(from.v.type));
        layer.o = take(shape.hiddenTiles, shape.attendedTiles, kindOf(from.o.type));
        layer.gateUp = take(gateUpTiles(shape), shape.hiddenTiles, kindOfGateAndUp(from));
        layer.down = take(shape.hiddenTiles, shape.gatedTiles, kindOf(from.down.type));
        layer.readsTokens = !from.embeddingNorm.empty();
        layer.embeddingNorm = takeFloats(layer.readsTokens ? hiddenTiles : 0);
        layer.queriesKeysValuesBias = takeIf(from.q.bias || from.k.bias || from.v.bias, queriesKeysValuesTiles(shape));
        layer.oBias = takeIf(from.o.bias, shape.hiddenTiles);
        layer.gateUpBias = takeIf(from.gate.bias || from.up.bias, gateUpTiles(shape));
        layer.downBias = takeIf(from.down.bias, shape.hiddenTiles);
        layer.queryNorm = takeIf(!from.queryNorm.empty(), shape.headTiles);
        layer.keyNorm = takeIf(!from.keyNorm.empty(), shape.headTiles);
        layer.attentionOutputNorm = takeIf(!from.attentionOutputNorm.empty(), shape.hiddenTiles);
        layer.mlpOutputNorm = takeIf(!from.mlpOutputNorm.empty(), shape.hiddenTiles);
    }
    headBias = takeIf(weights.head.bias, tilesOf(shape.vocabulary));
    if (weights.positions.data)
        positions = takeFloats(std::size_t(weights.positions.rows) * hiddenTiles);
    const bool isTied = weights.head.data == weights.embedding.data;
    if (!shared.head)
        head = isTied ? embedding : take(tilesOf(weights.head.rows), shape.hiddenTiles, kindOf(weights.head.type));
}

double bytesOnDevice(const MatrixView& matrix, const Weights& weights, std::size_t bytesPerElement)
{
    WeightForm form = kindOf(matrix.type).form;
    for (const LayerWeights& layer : weights.layers)
        if (matrix.data == layer.gate.data || matrix.data == layer.up.data)
            form = kindOfGateAndUp(layer).form;
    const auto isIt = [&](const MatrixView& other) { return matrix.data == other.data; };
    if (isIt(weights.entry.fc) || std::ranges::any_of(weights.entry.blocks, isIt, &ResidualBlock::weight))
        form = WeightForm::dense;
    const double perElement =
        form == WeightForm::dense ? double(bytesPerElement) : double(recordBytes(form)) / (tileSize * recordColumns);
    return double(matrix.rows) * double(matrix.columns) * perElement;
}

std::vector<WeightLayout::Run> WeightLayout::Layer::queriesKeysValues(const PassShape& shape) const
{
    std::vector<Run> runs;
    int before = 0;
    const auto add = [&](const Place& place, int matrixHeads) {
        const int tiles = matrixHeads * shape.headTiles;
        if (!runs.empty() && runs.back().place.kind == place.kind)
            runs.back().tiles += tiles;
        else
            runs.push_back({place, before, tiles});
        before += tiles;
    };
    add(queries, shape.heads);
    add(keys, shape.kvHeads);
    add(values, shape.kvHeads);
    return runs;
}

} // namespace draftscope::cuda

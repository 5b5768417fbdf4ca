// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/device_weights.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/weight_upload.h"
#include "engine/core/quantised_blocks.h"

namespace draftscope::cuda {

namespace {

/// All norms one behind the other, each padded with zeros to whole tiles.
struct PaddedNorms {
    std::vector<float> weights; ///< [norms, normSize()], and the same of biases where there are any
    std::vector<float> scales;  ///< [norms], see DeviceNorm
    std::vector<bool> areThere; ///< [norms]
    bool haveBiases;
};

bool haveNormsBiases(const Weights& weights)
{
    return !weights.finalNormBias.empty();
}

/// Floats of all norms.
std::size_t normFloats(const PassShape& shape, const Weights& weights)
{
    return normCount(weights.layers.size()) * normSize(shape) * (haveNormsBiases(weights) ? 2 : 1);
}

PaddedNorms paddedNorms(const PassShape& shape, const Weights& weights)
{
    const std::size_t count = normCount(weights.layers.size());
    PaddedNorms norms = {std::vector<float>(normFloats(shape, weights)), std::vector<float>(count, 1.0f),
                         std::vector<bool>(count), haveNormsBiases(weights)};
    const auto put = [&](std::size_t layer, bool isPostAttention, const std::vector<float>& norm,
                         const std::vector<float>& bias) {
        const std::size_t index = normIndex(layer, isPostAttention);
        const auto first = norms.weights.begin() + std::ptrdiff_t(index * normSize(shape));
        norms.areThere[index] = !norm.empty();
        if (norm.empty()) {
            std::fill_n(first, shape.hidden, 1.0f);
            return;
        }
        float largest = 0;
        for (const std::vector<float>* numbers : {&norm, &bias})
            for (const float number : *numbers)
                largest = std::max(largest, std::fabs(number));
        int exponent = 0;
        if (std::isfinite(largest))
            std::frexp(largest, &exponent);
        exponent = std::min(exponent, std::numeric_limits<float>::max_exponent - 1); // 2^exponent is a float
        norms.scales[index] = std::ldexp(1.0f, exponent);
        const auto scaled = [&](float number) { return std::ldexp(number, -exponent); };
        std::ranges::transform(norm, first, scaled);
        if (norms.haveBiases)
            std::ranges::transform(bias, first + std::ptrdiff_t(count * normSize(shape)), scaled);
    };
    for (std::size_t i = 0; i < weights.layers.size(); ++i) {
        put(i, false, weights.layers[i].inputNorm, weights.layers[i].inputNormBias);
        put(i, true, weights.layers[i].postAttentionNorm, weights.layers[i].postAttentionNormBias);
    }
    put(weights.layers.size(), false, weights.finalNorm, weights.finalNormBias);
    put(weights.layers.size(), true, {}, {});
    return norms;
}

/// Where the rows of a layer's matrices go among those of the tiles that they share.
struct LayerPlacements {
    RowPlacement q, k, v, gate, up;
    RowPlacement head; ///< of one head alone

    explicit LayerPlacements(const PassShape& shape)
    {
        using Kind = RowPlacement::Kind;
        const auto heads = [&](int firstHead) {
            return RowPlacement{Kind::heads, shape.interleavedRope, firstHead * shape.headTiles, shape.headSize,
                                shape.rotaryPairs};
        };
        q = head = heads(0);
        k = heads(shape.heads);
        v = heads(shape.heads + shape.kvHeads);
        gate.kind = Kind::gate;
        up.kind = shape.hasGate ? Kind::up : Kind::inOrder;
    }
};

/// All that is kept in floats but norms in front of products: WeightLayout.
std::vector<float> floatsOf(const Weights& weights, const PassShape& shape, const WeightLayout& layout)
{
    std::vector<float> floats(layout.floats);
    const auto put = [&](std::size_t offset, std::span<const float> from, const RowPlacement& placement = {}) {
        for (std::size_t i = 0; i < from.size(); ++i)
            floats[offset + std::size_t(placement.of(int(i)))] = from[i];
    };
    const auto putBias = [&](std::optional<std::size_t> offset, const MatrixView& matrix,
                             const RowPlacement& placement = {}) {
        if (offset && matrix.bias)
            put(*offset, {matrix.bias, matrix.biasElements()}, placement);
    };
    put(layout.entry.fcNorm, weights.entry.fcNorm);
    put(layout.entry.fcBias, weights.entry.fcBias);
    for (std::size_t i = 0; i < weights.entry.blocks.size(); ++i)
        put(layout.entry.blocks[i].bias, weights.entry.blocks[i].bias);
    const LayerPlacements placements(shape);
    for (std::size_t i = 0; i < weights.layers.size(); ++i) {
        const LayerWeights& from = weights.layers[i];
        const WeightLayout::Layer& to = layout.layers[i];
        put(to.embeddingNorm, from.embeddingNorm);
        put(to.queryNorm.value_or(0), from.queryNorm, placements.head);
        put(to.keyNorm.value_or(0), from.keyNorm, placements.head);
        put(to.attentionOutputNorm.value_or(0), from.attentionOutputNorm);
        put(to.mlpOutputNorm.value_or(0), from.mlpOutputNorm);
        putBias(to.queriesKeysValuesBias, from.q, placements.q);
        putBias(to.queriesKeysValuesBias, from.k, placements.k);
        putBias(to.queriesKeysValuesBias, from.v, placements.v);
        putBias(to.oBias, from.o);
        putBias(to.gateUpBias, from.gate, placements.gate);
        putBias(to.gateUpBias, from.up, placements.up);
        putBias(to.downBias, from.down);
    }
    putBias(layout.headBias, weights.head);
    for (int row = 0; layout.positions && row < weights.positions.rows; ++row) {
        const MatrixView& table = weights.positions;
        const std::size_t first = *layout.positions + std::size_t(row) * normSize(shape);
        toFloats(table.type, static_cast<const std::byte*>(table.data) + std::size_t(row) * table.rowBytes(),
                 std::span(floats).subspan(first, std::size_t(table.columns)));
    }
    return floats;
}

/// One matrix and where it goes.
struct Move {
    MatrixView matrix;
    WeightLayout::Place to;
    RowPlacement placement;
};

std::vector<Move> movesOf(const Weights& weights, const PassShape& shape, const WeightLayout& layout)
{
    const LayerPlacements placements(shape);
    std::vector<Move> moves;
    if (weights.embedding.data && !layout.shared.embedding)
        moves.push_back({weights.embedding, layout.embedding, {}});
    if (weights.entry.fc.data)
        moves.push_back({weights.entry.fc, layout.entry.fc, {}});
    for (std::size_t i = 0; i < weights.entry.blocks.size(); ++i)
        moves.push_back({weights.entry.blocks[i].weight, layout.entry.blocks[i].weight, {}});
    for (std::size_t i = 0; i < weights.layers.size(); ++i) {
        const LayerWeights& from = weights.layers[i];
        const WeightLayout::Layer& to = layout.layers[i];
        moves.push_back({from.q, to.queries, placements.head});
        moves.push_back({from.k, to.keys, placements.head});
        moves.push_back({from.v, to.values, placements.head});
        moves.push_back({from.o, to.o, {}});
        if (from.gate.data)
            moves.push_back({from.gate, to.gateUp, placements.gate});
        moves.push_back({from.up, to.gateUp, placements.up});
        moves.push_back({from.down, to.down, {}});
    }
    if (weights.head.data != weights.embedding.data && !layout.shared.head)
        moves.push_back({weights.head, layout.head, {}});
    return moves;
}

} // namespace

template <class T>
Result<DeviceWeights<T>> DeviceWeights<T>::upload(const Model& model, const PassShape& shape, const Progress& progress,
                                                  LentWeights<T> lent)
{
    DeviceWeights result(WeightLayout(shape, model.weights, lent.matrices));
    result.m_lender = std::move(lent.lender);
    auto matrices = DeviceBuffer<unsigned char>::allocate(result.m_layout.bytes, "the weights of " + model.name);
    if (!matrices)
        return tl::unexpected(matrices.error());
    result.m_matrices = std::move(*matrices);
    PaddedNorms padded = paddedNorms(shape, model.weights);
    const std::vector<float> frequencies = frequenciesOf(model.config);
    auto norms = DeviceBuffer<float>::allocate(padded.weights.size(), "the weights of " + model.name);
    if (!norms)
        return tl::unexpected(norms.error());
    result.m_norms = std::move(*norms);
    result.m_normSize = normSize(shape);
    result.m_normScales = std::move(padded.scales);
    result.m_hasNorm = std::move(padded.areThere);
    result.m_hasNormBiases = padded.haveBiases;
    const std::vector<float> floats = floatsOf(model.weights, shape, result.m_layout);
    auto others = DeviceBuffer<float>::allocate(floats.size(), "the weights of " + model.name);
    if (!others)
        return tl::unexpected(others.error());
    result.m_floats = std::move(*others);
    result.m_attention = attentionOfLayers(model.config);
    auto angles = DeviceBuffer<float>::allocate(frequencies.size(), "the weights of " + model.name);
    if (!angles)
        return tl::unexpected(angles.error());
    result.m_frequencies = std::move(*angles);

    auto upload = WeightUpload::create(mostRowBytes(model.config));
    if (!upload)
        return tl::unexpected(upload.error());
    result.m_matrices.fillBytes(upload->stream(), 0);
    result.m_norms.upload(upload->stream(), padded.weights);
    result.m_frequencies.upload(upload->stream(), frequencies);
    result.m_floats.upload(upload->stream(), floats);
    const std::vector<Move> moves = movesOf(model.weights, shape, result.m_layout);
    std::size_t all = 0, done = 0;
    for (const Move& move : moves)
        all += move.matrix.bytes();
    const std::string what = "Bringing " + model.name + " to the device";
    for (const Move& move : moves) {
        const bool goesOn = upload->put<T>(result.m_matrices.data() + move.to.first, move.to.kind, move.matrix,
                                           move.placement, [&](std::size_t bytes) {
                                               done += bytes;
                                               progress.tell(double(done) / double(all), what);
                                               return !progress.isCancelled();
                                           });
        if (!goesOn) {
            upload->stream().synchronize();
            return fail("Bringing {} to the device was cancelled.", model.name);
        }
    }
    upload->stream().synchronize();
    if (const auto unchanged = model.weights.filesUnchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return result;
}

std::vector<float> frequenciesOf(const ModelConfig& config)
{
    std::vector<int> lengths = {1};
    if (!config.longRopeFactors.empty())
        lengths.push_back(config.ropeScaling->originalContext + 1);
    std::vector<float> all;
    for (const int length : lengths)
        std::ranges::copy(ropeFrequencies(config, length), std::back_inserter(all));
    for (std::size_t set = 0; set < lengths.size(); ++set) // they have the same in texts of any length
        std::ranges::copy(localRopeFrequencies(config), std::back_inserter(all));
    return all;
}

std::vector<DeviceAttention> attentionOfLayers(const ModelConfig& config)
{
    const int sets = config.longRopeFactors.empty() ? 1 : 2, firstLocal = sets * config.rotatedSize() / 2;
    std::vector<DeviceAttention> all;
    for (int layer = 0; layer < config.layerCount; ++layer) {
        const LayerAttention attention = config.attentionOf(layer);
        all.push_back({config.attentionScale(layer), config.attentionCap, attention.window, attention.hasRope,
                       attention.hasLocalRope ? firstLocal : 0, config.rotationScale(attention.hasLocalRope)});
    }
    return all;
}

std::size_t weightBytes(const PassShape& shape, const Model& model, const SharedMatrices& shared)
{
    const WeightLayout layout(shape, model.weights, shared);
    const std::size_t floats = normFloats(shape, model.weights) + frequenciesOf(model.config).size() + layout.floats;
    return layout.bytes + floats * sizeof(float);
}

std::size_t mostRowBytes(const ModelConfig& config)
{
    const int width = std::max({config.hiddenSize, config.intermediateSize, config.headCount * config.headSize,
                                config.isHead() ? 2 * config.hiddenSize : 0, config.featureSize});
    return std::size_t(width) * sizeof(float);
}

template class DeviceWeights<BFloat16>;
template class DeviceWeights<Float16>;
template class DeviceWeights<float>;

} // namespace draftscope::cuda

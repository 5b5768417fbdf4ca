// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/prompt_pass.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "engine/backend/cuda/device_error.h"

namespace draftscope::cuda {

namespace {

/// Whether anything behind the keys and values of a layer looks at the stream. Logits of a prompt are never wanted.
bool isStreamReadBehind(const Rows& rows, int layer, int end)
{
    for (int later = layer + 1; later < end; ++later)
        if (rows.part.hasAttention(later))
            return true;
    return std::ranges::any_of(rows.hiddenStates, [&](const HiddenStates& wanted) {
        return wanted.entering > layer || wanted.entering == HiddenStates::afterFinalNorm;
    });
}

} // namespace

template <class T>
struct PromptPass<T>::Work {
    Stream& stream;
    const DeviceWeights<T>& weights;
    const PassMemory<T>& memory;
    PromptLaunch<T> launch;
    int rows;
};

template <class T>
Result<PromptPass<T>> PromptPass<T>::create(std::shared_ptr<PromptTools> tools, const PassShape& shape)
{
    PromptPass pass(std::move(tools), shape);
    if (Result<void> reserved = pass.m_tools->reserve(pass.m_layout.bytes); !reserved)
        return tl::unexpected(reserved.error());
    auto input = PinnedBuffer<unsigned char>::allocate(pass.m_layout.inputBytes(), "the rows of a prompt");
    if (!input)
        return tl::unexpected(input.error());
    pass.m_input = std::move(*input);
    return pass;
}

template <class T>
void PromptPass<T>::run(Stream& stream, const DeviceWeights<T>& weights, const PassMemory<T>& memory, const Rows& rows,
                        std::size_t first, std::size_t count)
{
    assert(count <= std::size_t(m_layout.rows));
    if (Result<void> reserved = m_tools->reserve(m_layout.bytes); !reserved) // another pass wanted more and got nothing
        throw DeviceError(reserved.error().sentence);
    reserveStates(rows.hiddenStates.size());
    send(stream, rows, first, count);
    const Work work = {stream, weights, memory, PromptLaunch<T>(stream, weights, memory, m_shape), int(count)};
    for (const Piece& piece : m_pieces)
        work.launch.embed(at<float>(m_layout.stream) + std::size_t(piece.first) * streamWidth(), piece.input,
                          piece.count);
    const int end = rows.part.end(int(weights.layout().layers.size()));
    for (int layer = rows.part.firstLayer; layer < end; ++layer) {
        const bool isRead = isStreamReadBehind(rows, layer, end);
        takeStates(work, rows, layer);
        if (rows.part.hasAttention(layer))
            addAttention(work, std::size_t(layer), isRead);
        if (!isRead)
            break;
        if (rows.part.hasMlp(layer))
            addFeedForward(work, std::size_t(layer));
    }
    takeStates(work, rows, end);
    takeStates(work, rows, HiddenStates::afterFinalNorm);
    stream.synchronize(); // also before pinned memory is written again
    giveStates(rows, first, count);
}

template <class T>
void PromptPass<T>::reserveStates(std::size_t places)
{
    if (places * statesStride() <= m_states.size())
        return;
    auto states = PinnedBuffer<float>::allocate(places * statesStride(), "hidden states");
    if (!states)
        throw DeviceError(states.error().sentence);
    m_states = std::move(*states);
}

template <class T>
void PromptPass<T>::takeStates(const Work& work, const Rows& rows, int entering)
{
    const auto isAsked = [&](const HiddenStates& wanted) { return wanted.entering == entering; };
    if (std::ranges::none_of(rows.hiddenStates, isAsked))
        return;
    const auto* const stream = at<float>(m_layout.stream);
    if (entering == HiddenStates::afterFinalNorm)
        work.launch.normalise(at<float>(m_layout.stream), work.weights.norm(work.weights.layout().layers.size(), false),
                              work.rows);
    for (std::size_t n = 0; n < rows.hiddenStates.size(); ++n)
        if (isAsked(rows.hiddenStates[n]))
            work.stream.copy(m_states.data() + n * statesStride(), stream, std::size_t(work.rows) * streamWidth());
}

template <class T>
void PromptPass<T>::giveStates(const Rows& rows, std::size_t first, std::size_t count) const
{
    const std::size_t hidden = std::size_t(m_shape.hidden);
    for (std::size_t n = 0; n < rows.hiddenStates.size(); ++n)
        for (std::size_t row = 0; row < count; ++row)
            std::copy_n(m_states.data() + n * statesStride() + row * streamWidth(), hidden,
                        rows.hiddenStates[n].out.subspan((first + row) * hidden).begin());
}

/// Puts the pieces' rows and lists where the kernels read them.
template <class T>
void PromptPass<T>::send(Stream& stream, const Rows& rows, std::size_t first, std::size_t count)
{
    m_pieces.clear();
    const std::size_t listsAt = m_layout.lists - m_layout.inputs;
    std::size_t listed = 0;
    for (std::size_t done = 0; done < count; done += productRows) {
        const std::size_t size = std::min(count - done, std::size_t(productRows)), number = m_pieces.size();
        m_rows.take(rows, first + done, size);
        const std::vector<int>& list = m_rows.list();
        assert(m_rows.input().wantedCount == 0 && m_rows.longestPath() <= m_shape.slotCount);
        assert(listed + list.size() <= std::size_t(m_layout.pieces) * std::size_t(m_shape.slotCount));
        std::memcpy(m_input.data() + number * sizeof(PassInput), &m_rows.input(), sizeof(PassInput));
        if (!list.empty())
            std::memcpy(m_input.data() + listsAt + listed * sizeof(int), list.data(), list.size() * sizeof(int));
        m_pieces.push_back({at<PassInput>(m_layout.inputs) + number, at<int>(m_layout.lists) + listed, int(done),
                            int(size),
                            PassSize::of(int(size), 0, m_rows.input().groupCount, m_rows.longestPath(), m_shape)});
        listed += list.size();
    }
    stream.copy(at<unsigned char>(m_layout.inputs), static_cast<const unsigned char*>(m_input.data()),
                listsAt + listed * sizeof(int));
}

/// Keys and values of all rows go to the cache piece by piece, before those that see them come to attention.
template <class T>
void PromptPass<T>::addAttention(const Work& work, std::size_t layer, bool addsToStream)
{
    const WeightLayout::Layer& matrices = work.weights.layout().layers[layer];
    work.launch.norm(at<T>(m_layout.normal), at<float>(m_layout.stream), work.weights.norm(layer, false), work.rows);
    const std::size_t products = std::size_t(queriesKeysValuesTiles(m_shape) * tileSize);
    for (const WeightLayout::Run& run : matrices.queriesKeysValues(m_shape))
        multiply(work, {at<float>(m_layout.wide) + run.firstTile * tileSize, int(products), false},
                 at<T>(m_layout.normal), work.weights.matrix(run.place), run.tiles, m_shape.hiddenTiles);
    const std::size_t attended = std::size_t(m_shape.attendedTiles * tileSize);
    for (const Piece& piece : m_pieces) {
        work.launch.placeQueriesKeysValues(at<float>(m_layout.wide) + std::size_t(piece.first) * products, piece.input,
                                           piece.count, layer);
        if (!addsToStream)
            continue;
        launchAttention<T>(work.stream, {work.weights, work.memory, piece.input, piece.list, m_shape, nullptr},
                           piece.size, layer);
        work.launch.takeAttended(at<T>(m_layout.narrow) + std::size_t(piece.first) * attended, piece.count);
    }
    if (!addsToStream)
        return;
    addToStream(work, work.weights.matrix(matrices.o), m_shape.attendedTiles, work.weights.floats(matrices.oBias),
                work.weights.floats(matrices.attentionOutputNorm));
}

template <class T>
void PromptPass<T>::addFeedForward(const Work& work, std::size_t layer)
{
    const WeightLayout::Layer& matrices = work.weights.layout().layers[layer];
    work.launch.norm(at<T>(m_layout.normal), at<float>(m_layout.stream), work.weights.norm(layer, true), work.rows);
    multiply(work, {at<float>(m_layout.wide), gateUpTiles(m_shape) * tileSize, false}, at<T>(m_layout.normal),
             work.weights.matrix(matrices.gateUp), gateUpTiles(m_shape), m_shape.hiddenTiles);
    work.launch.gate(at<T>(m_layout.narrow), at<float>(m_layout.wide), work.rows, layer);
    addToStream(work, work.weights.matrix(matrices.down), m_shape.gatedTiles, work.weights.floats(matrices.downBias),
                work.weights.floats(matrices.mlpOutputNorm));
}

template <class T>
void PromptPass<T>::addToStream(const Work& work, const DeviceMatrix& weights, int columnTiles, const float* bias,
                                const float* norm)
{
    auto* const stream = at<float>(m_layout.stream);
    if (!norm)
        work.launch.addBias(stream, bias, work.rows);
    auto* const out = norm ? at<float>(m_layout.wide) : stream;
    multiply(work, {out, int(streamWidth()), !norm}, at<T>(m_layout.narrow), weights, m_shape.hiddenTiles, columnTiles);
    if (norm)
        work.launch.addNormed(stream, out, bias, norm, work.rows);
}

template <class T>
void PromptPass<T>::multiply(const Work& work, const Product& product, const T* activations,
                             const DeviceMatrix& weights, int outputTiles, int columnTiles)
{
    const std::size_t tileElements = std::size_t(columnTiles) * tileSize * tileSize; // of a row of tiles
    const int together = int(m_layout.weightBytes / (tileElements * sizeof(T)));
    for (int tile = 0; tile < outputTiles; tile += together) {
        const int count = std::min(together, outputTiles - tile);
        work.launch.untile(at<T>(m_layout.weights), weights, tile, count, columnTiles);
        m_tools->blas().multiply(work.stream,
                                 {.out = product.out + tile * tileSize,
                                  .outStride = product.outStride,
                                  .activations = activations,
                                  .weights = at<T>(m_layout.weights),
                                  .type = gemmType<T>,
                                  .rows = work.rows,
                                  .outputs = count * tileSize,
                                  .width = columnTiles * tileSize,
                                  .adds = product.adds,
                                  .workspace = at<void>(m_layout.workspace)});
    }
}

template class PromptPass<BFloat16>;
template class PromptPass<Float16>;
template class PromptPass<float>;

} // namespace draftscope::cuda

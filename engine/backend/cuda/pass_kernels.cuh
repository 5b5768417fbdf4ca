// SPDX-License-Identifier: MIT
#pragma once

// The launches of a pass for one type; pass_kernels_*.cu instantiate them, so that the types compile side by side.

#include <optional>
#include <type_traits>

#include "engine/backend/cuda/attention_memory.cuh"
#include "engine/backend/cuda/head_entry_launch.cuh"
#include "engine/backend/cuda/kernels/add_to_stream.cuh"
#include "engine/backend/cuda/kernels/attention.cuh"
#include "engine/backend/cuda/kernels/embed.cuh"
#include "engine/backend/cuda/kernels/gate.cuh"
#include "engine/backend/cuda/kernels/hidden_states.cuh"
#include "engine/backend/cuda/kernels/logits.cuh"
#include "engine/backend/cuda/kernels/normed_stream.cuh"
#include "engine/backend/cuda/kernels/place_heads.cuh"
#include "engine/backend/cuda/kernels/product.cuh"
#include "engine/backend/cuda/launch.h"
#include "engine/backend/cuda/pass_kernels.h"
#include "engine/backend/cuda/product_launch.cuh"

namespace draftscope::cuda {

/// Launches the kernels of one pass: all of them, or for measurements one step of a layer.
template <class T>
class PassLaunch {
public:
    PassLaunch(Stream& stream, const PassArguments<T>& arguments, const PassSize& size)
        : m_stream(stream), m_arguments(arguments), m_shape(arguments.shape), m_size(size),
          m_entry(stream, arguments, size)
    {
    }

    /// Calls after(stage) behind the kernels of each stage of each layer.
    template <class After>
    void run(const After& after)
    {
        beginStream();
        after(PassStage::embedding);
        const PassPart& part = m_arguments.part;
        for (int l = part.firstLayer; l < endLayer(); ++l) {
            const auto layer = std::size_t(l);
            takeStates(l);
            if (part.hasAttention(l)) {
                projectQueriesKeysValues(layer);
                after(PassStage::queriesKeysValues);
                attend(layer);
                after(PassStage::attention);
                addAttended(layer);
                after(PassStage::attentionOutput);
            }
            if (part.hasMlp(l)) {
                gate(layer);
                after(PassStage::gateUp);
                addGated(layer);
                after(PassStage::down);
            }
        }
        takeStates(endLayer());
        takeStates(HiddenStates::afterFinalNorm);
        writeLogits();
        after(PassStage::logits);
    }

    void beginStream()
    {
        const DeviceNorm next = nextNorm(m_arguments.part.firstLayer, false);
        const RowStates& given = m_arguments.given;
        const TokenEmbedding<T> embedding = {
            {m_arguments.weights.embedding(), m_shape.hiddenTiles}, m_shape.embeddingScale, floats(layout().positions)};
        if (m_shape.normsRows) {
            if (given.states)
                launch<putNormedStatesKernel<T>>(m_stream, unsigned(m_size.rows), rowThreads, 0,
                                                 normedStreamBefore(next), given.states, m_arguments.input);
            else
                launch<embedNormedKernel<T>>(m_stream, unsigned(m_size.rows), rowThreads, 0, normedStreamBefore(next),
                                             embedding, m_arguments.input);
            return;
        }
        const ResidualStream<T> stream = streamBefore(next);
        if (given.states || given.features)
            return m_entry.begin(stream, m_arguments.weights.noNorm());
        const dim3 grid(unsigned(m_shape.hiddenTiles), unsigned(m_size.rows + rowTileSize - 1) / rowTileSize);
        launch<embedKernel<T>>(m_stream, grid, 32, 0, stream, embedding, m_arguments.input);
    }

    /// Leaves the stream to who asked for it where it enters a layer, or after the final norm.
    void takeStates(int entering)
    {
        const bool isNormalised = entering == HiddenStates::afterFinalNorm && finalNorm().isThere;
        const unsigned rows = unsigned(m_size.rows);
        const float* const stream = m_arguments.memory.stream.data();
        for (std::size_t n = 0; n < m_arguments.asked.size(); ++n) {
            if (m_arguments.asked[n] != entering)
                continue;
            float* const states = m_arguments.states + n * std::size_t(maxRows) * std::size_t(m_shape.hidden);
            if (m_shape.normsRows && isNormalised)
                launch<takeNormedStatesKernel>(m_stream, rows, rowThreads, 0, states, stream, rowNorm(finalNorm()),
                                               finalNorm().weightScale, m_shape.hiddenTiles, m_arguments.input);
            else
                launch<takeStatesKernel>(m_stream, rows, 256, 0, states, stream,
                                         isNormalised ? finalNorm().weights : nullptr, squaresFor(finalNorm()),
                                         m_arguments.input);
        }
    }

    void projectQueriesKeysValues(std::size_t layer)
    {
        const WeightLayout::Layer& matrices = layout().layers[layer];
        const DeviceNorm norm = m_arguments.weights.norm(layer, false);
        const T* const read = matrices.readsTokens ? m_entry.join(norm, squaresFor(norm), matrices.embeddingNorm)
                                                   : m_arguments.memory.scaled.data();
        const NormSquares squares = squaresFor(matrices.readsTokens ? m_arguments.weights.noNorm() : norm);
        const float* const bias = floats(matrices.queriesKeysValuesBias);
        for (const WeightLayout::Run& run : matrices.queriesKeysValues(m_shape))
            withOperands(weights(run.place), read, run.tiles, matrices.inputTiles,
                         bias ? bias + run.firstTile * tileSize : nullptr,
                         [&](const auto& operands) { project(layer, operands, squares, run.firstTile); });
        if (m_shape.hasHeadNorms)
            placeHeads(layer);
    }

    void attend(std::size_t layer)
    {
        if (m_shape.headSize <= 64)
            attendInPieces<1>(layer);
        else if (m_shape.headSize <= 128)
            attendInPieces<2>(layer);
        else
            attendInPieces<4>(layer);
    }

    void addAttended(std::size_t layer)
    {
        const WeightLayout::Layer& matrices = layout().layers[layer];
        addToStream({weights(matrices.o), floats(matrices.oBias), m_arguments.memory.attended.data(),
                     m_shape.attendedTiles, floats(matrices.attentionOutputNorm)},
                    nextNorm(int(layer), true));
    }

    void gate(std::size_t layer)
    {
        const WeightLayout::Layer& matrices = layout().layers[layer];
        withOperands(weights(matrices.gateUp), m_arguments.memory.scaled.data(), gateUpTiles(m_shape),
                     m_shape.hiddenTiles, floats(matrices.gateUpBias), [&](const auto& operands) {
                         eachProduct(m_size.rows, [&](auto tiles, int firstRow) {
                             launchProduct<gateKernel<T, tiles(), WeightOf<decltype(operands)>>, tiles()>(
                                 m_stream, operands, m_arguments.memory.gated.data(), operands,
                                 squaresFor(m_arguments.weights.norm(layer, true)), m_arguments.input, m_shape,
                                 firstRow);
                         });
                     });
    }

    void addGated(std::size_t layer)
    {
        const WeightLayout::Layer& matrices = layout().layers[layer];
        addToStream({weights(matrices.down), floats(matrices.downBias), m_arguments.memory.gated.data(),
                     m_shape.gatedTiles, floats(matrices.mlpOutputNorm)},
                    nextNorm(int(layer) + 1, false));
    }

    /// Of the rows that want them.
    void writeLogits()
    {
        const NormSquares squares =
            squaresFor(m_arguments.part.hasFinalNorm ? finalNorm() : m_arguments.weights.noNorm());
        withOperands(m_arguments.weights.head(), m_arguments.memory.scaled.data(), tilesOf(m_shape.vocabulary),
                     m_shape.hiddenTiles, floats(layout().headBias), [&](const auto& operands) {
                         eachProduct(m_size.wanted, [&](auto tiles, int firstRow) {
                             launchProduct<logitsKernel<T, tiles(), WeightOf<decltype(operands)>>, tiles()>(
                                 m_stream, operands, m_arguments.logits, operands, squares, m_arguments.input,
                                 m_shape.vocabulary, m_shape.logitCap, firstRow);
                         });
                     });
    }

private:
    [[nodiscard]] const WeightLayout& layout() const { return m_arguments.weights.layout(); }
    [[nodiscard]] DeviceMatrix weights(const WeightLayout::Place& place) const
    {
        return m_arguments.weights.matrix(place);
    }
    [[nodiscard]] const float* floats(std::optional<std::size_t> offset) const
    {
        return m_arguments.weights.floats(offset);
    }
    [[nodiscard]] int endLayer() const { return m_arguments.part.end(int(layout().layers.size())); }
    [[nodiscard]] DeviceNorm finalNorm() const { return m_arguments.weights.norm(layout().layers.size(), false); }
    /// The norm that the stream meets next from a layer's attention or MLP on: that of the first sublayer there that
    /// runs, or the one before the head.
    [[nodiscard]] DeviceNorm nextNorm(int layer, bool isMlp) const
    {
        const PassPart& part = m_arguments.part;
        for (; layer < endLayer(); ++layer, isMlp = false) {
            if (!isMlp && part.hasAttention(layer))
                return m_arguments.weights.norm(std::size_t(layer), false);
            if (part.hasMlp(layer))
                return m_arguments.weights.norm(std::size_t(layer), true);
        }
        return part.hasFinalNorm ? finalNorm() : m_arguments.weights.noNorm();
    }
    /// What this norm needs, before a product.
    [[nodiscard]] NormSquares squaresFor(const DeviceNorm& norm) const
    {
        const bool isLeft = norm.isThere && !m_shape.normsRows;
        return {isLeft ? m_arguments.memory.squares.data() : nullptr, m_shape.hidden, m_shape.hiddenTiles,
                m_shape.normEpsilon, norm.weightScale};
    }
    [[nodiscard]] RowNorm rowNorm(const DeviceNorm& norm) const
    {
        return {norm.isThere ? norm.weights : nullptr, norm.biases, m_shape.hidden, m_shape.normEpsilon};
    }
    /// The stream as it is left for this norm.
    [[nodiscard]] ResidualStream<T> streamBefore(const DeviceNorm& norm) const
    {
        const PassMemory<T>& memory = m_arguments.memory;
        return {memory.stream.data(), memory.scaled.data(), memory.squares.data(), norm.weights, m_shape.hiddenTiles};
    }
    [[nodiscard]] NormedStream<T> normedStreamBefore(const DeviceNorm& norm) const
    {
        const PassMemory<T>& memory = m_arguments.memory;
        return {memory.stream.data(), memory.scaled.data(), rowNorm(norm), m_shape.hiddenTiles};
    }
    [[nodiscard]] AttentionMemory<T> attentionMemory(std::size_t layer) const
    {
        return attentionMemoryOf(m_arguments.memory, m_shape, layer);
    }

    /// What the weights of operands are.
    template <class Operands>
    using WeightOf = typename std::remove_cvref_t<Operands>::Weight;

    /// Queries, keys and values from tile `firstTile` of all of theirs on.
    template <class W>
    void project(std::size_t layer, const GemmOperands<T, W>& operands, const NormSquares& squares, int firstTile)
    {
        eachProduct(m_size.rows, [&](auto tiles, int firstRow) {
            if (m_shape.hasHeadNorms)
                launchProduct<productKernel<T, tiles(), W>, tiles()>(
                    m_stream, operands, m_arguments.memory.products.data() + firstTile * tileSize, operands, squares,
                    m_arguments.input, queriesKeysValuesTiles(m_shape) * tileSize, firstRow);
            else
                launchProduct<queriesKeysValuesKernel<T, tiles(), W>, tiles()>(
                    m_stream, operands, attentionMemory(layer), operands, squares, m_arguments.input,
                    m_arguments.weights.rotation(layer), m_shape, firstTile, firstRow);
        });
    }

    void placeHeads(std::size_t layer)
    {
        const WeightLayout::Layer& matrices = layout().layers[layer];
        const HeadNorms norms = {nullptr, floats(matrices.queryNorm), floats(matrices.keyNorm)};
        launch<placeHeadsKernel<T>>(
            m_stream, dim3(unsigned(m_size.rows), unsigned(m_shape.heads + 2 * m_shape.kvHeads)),
            unsigned(m_shape.headSize / 2 + 31) / 32 * 32, 0, attentionMemory(layer),
            m_arguments.memory.products.data(), norms, m_arguments.input, m_arguments.weights.rotation(layer), m_shape);
    }

    template <int headSlices>
    void attendInPieces(std::size_t layer)
    {
        const PassMemory<T>& memory = m_arguments.memory;
        const SplitSums splits = {reinterpret_cast<float2*>(memory.splitWeights.data()), memory.splitValues.data()};
        const auto [grid, threads, warpsOfPairs] =
            AttentionGrid::of<T>(m_shape, m_size.rows, m_size.groups, m_size.splits);
        const DeviceAttention special = m_arguments.weights.attention(layer);
        const int window = special.window < m_shape.slotCount ? special.window : 0;
        const AttentionArguments<T> attention = {memory.attended.data(),
                                                 splits,
                                                 attentionMemory(layer),
                                                 m_arguments.input,
                                                 m_arguments.list,
                                                 special.scale,
                                                 special.cap,
                                                 window,
                                                 m_size.splits,
                                                 warpsOfPairs};
        if (special.cap > 0)
            launchEarly<attentionKernel<T, headSlices, true, true>>(m_stream, grid, threads, 0, attention, m_shape);
        else if (window > 0)
            launchEarly<attentionKernel<T, headSlices, true, false>>(m_stream, grid, threads, 0, attention, m_shape);
        else
            launchEarly<attentionKernel<T, headSlices, false, false>>(m_stream, grid, threads, 0, attention, m_shape);
        if (m_size.splits > 1)
            launchEarly<mergeKernel<T>>(m_stream, dim3(unsigned(m_shape.heads), unsigned(m_size.rows)),
                                        unsigned(m_shape.headSize + 31) / 32 * 32, 0, memory.attended.data(), splits,
                                        m_arguments.input, m_shape, window);
    }

    /// What a sublayer adds to the stream.
    struct Addition {
        DeviceMatrix matrix;
        const float* bias;
        const T* activations;
        int columnTiles;
        const float* norm; ///< that it goes through; null: none
    };
    void addToStream(const Addition& added, const DeviceNorm& next)
    {
        withOperands(added.matrix, added.activations, m_shape.hiddenTiles, added.columnTiles, added.bias,
                     [&](const auto& operands) {
                         eachProduct(m_size.rows, [&](auto tiles, int firstRow) {
                             multiplyForStream<tiles()>(operands, next, firstRow);
                         });
                     });
        if (m_shape.normsRows)
            launchEarly<addRowsKernel<T>>(m_stream, unsigned(m_size.rows), rowThreads, 0, normedStreamBefore(next),
                                          m_arguments.memory.products.data(),
                                          RowNorm{added.norm, nullptr, m_shape.hidden, m_shape.normEpsilon},
                                          m_arguments.input);
    }
    /// To the stream itself, or to PassMemory::products for addRowsKernel().
    template <int tiles, class W>
    void multiplyForStream(const GemmOperands<T, W>& operands, const DeviceNorm& next, int firstRow)
    {
        if (m_shape.normsRows)
            launchProduct<productKernel<T, tiles, W>, tiles>(
                m_stream, operands, m_arguments.memory.products.data(), operands,
                squaresFor(m_arguments.weights.noNorm()), m_arguments.input, m_shape.hiddenTiles * tileSize, firstRow);
        else
            launchProduct<addToStreamKernel<T, tiles, W>, tiles>(m_stream, operands, streamBefore(next), operands,
                                                                 m_arguments.input, firstRow);
    }

    Stream& m_stream;
    const PassArguments<T>& m_arguments;
    const PassShape& m_shape;
    PassSize m_size;
    HeadEntryLaunch<T> m_entry; ///< of drafting heads, and of rows that begin with states
};

template <class T>
void launchPass(Stream& stream, const PassArguments<T>& arguments, const PassSize& size,
                const std::function<void(PassStage)>& after)
{
    PassLaunch<T>(stream, arguments, size).run([&](PassStage stage) {
        if (after)
            after(stage);
    });
}

template <class T>
void launchAttention(Stream& stream, const PassArguments<T>& arguments, const PassSize& size, std::size_t layer)
{
    PassLaunch<T>(stream, arguments, size).attend(layer);
}

} // namespace draftscope::cuda

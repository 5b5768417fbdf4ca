// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cassert>

#include "engine/backend/cuda/kernels/head_entry.cuh"
#include "engine/backend/cuda/kernels/hidden_states.cuh"
#include "engine/backend/cuda/pass_kernels.h"
#include "engine/backend/cuda/product_launch.cuh"

namespace draftscope::cuda {

/// Launches what a drafting head does in front of its layers. CPU twin: HeadEntry.
template <class T>
class HeadEntryLaunch {
public:
    HeadEntryLaunch(Stream& stream, const PassArguments<T>& arguments, const PassSize& size)
        : m_stream(stream), m_arguments(arguments), m_shape(arguments.shape), m_size(size)
    {
    }

    /// `stream` becomes what enters the first layer. `ones` is the norm that leaves it as it is.
    void begin(const ResidualStream<T>& stream, const DeviceNorm& ones)
    {
        const RowStates& given = m_arguments.given;
        if (given.features)
            launch<putFeaturesKernel<T>>(m_stream, unsigned(m_size.rows), entryThreads, 0, wide(), given.features,
                                         layout().normsFeatures ? floats(layout().fcNorm) : nullptr, given.featureSize,
                                         m_shape.normEpsilon, m_arguments.input);
        else if (given.kind == RowInput::tokenAndState)
            launch<joinStatesKernel<T>>(m_stream, unsigned(m_size.rows), entryThreads, 0, wide(), embedding(),
                                        given.states, m_shape.hidden, m_arguments.input);
        else
            return putStatesAndBlocks(stream, ones);
        assert(layout().blocks.empty()); // they need `wide`, too
        multiply(stream,
                 {m_arguments.weights.dense(layout().fc), wide(), m_shape.hiddenTiles, layout().fcTiles,
                  floats(layout().fcBias)},
                 false);
    }

    /// What EAGLE-3's q, k and v read: [norm(embedding); norm(stream)].
    [[nodiscard]] const T* join(const DeviceNorm& norm, const NormSquares& squares, std::size_t embeddingNorm)
    {
        launch<joinNormsKernel<T>>(
            m_stream, unsigned(m_size.rows), entryThreads, 0, wide(), m_arguments.memory.stream.data(), embedding(),
            JoinedNorms{squares, norm.weights, floats(embeddingNorm), m_arguments.given.normBeforeResidual},
            m_arguments.input);
        return wide();
    }

private:
    [[nodiscard]] const WeightLayout::Entry& layout() const { return m_arguments.weights.layout().entry; }
    [[nodiscard]] const float* floats(std::size_t offset) const { return m_arguments.weights.floats(offset); }
    [[nodiscard]] DeviceTable<T> embedding() const { return {m_arguments.weights.embedding(), m_shape.hiddenTiles}; }
    [[nodiscard]] T* wide() const { return m_arguments.memory.entry.data(); }

    /// A block reads what the one before it left, and other blocks of its grid still do while it writes: so they write
    /// in turns to `wide` and to where the stream belongs, the last one there.
    void putStatesAndBlocks(const ResidualStream<T>& stream, const DeviceNorm& ones)
    {
        const std::size_t count = layout().blocks.size();
        const auto leftBy = [&](std::size_t block) { // counted from 1; 0: the states themselves
            ResidualStream<T> left = stream;
            if (block < count) {
                left.nextNorm = ones.weights;
                left.scaled = (count - block) % 2 == 1 ? wide() : stream.scaled;
            }
            return left;
        };
        const dim3 grid(unsigned(m_shape.hiddenTiles), unsigned(m_size.rows + rowTileSize - 1) / rowTileSize);
        launch<putStatesKernel<T>>(m_stream, grid, 32, 0, leftBy(0), m_arguments.given.states, m_shape.hidden,
                                   m_arguments.input);
        for (std::size_t block = 0; block < count; ++block)
            multiply(leftBy(block + 1),
                     {m_arguments.weights.dense(layout().blocks[block].weight), leftBy(block).scaled,
                      m_shape.hiddenTiles, m_shape.hiddenTiles, floats(layout().blocks[block].bias)},
                     true);
    }

    void multiply(const ResidualStream<T>& stream, const GemmOperands<T>& operands, bool addsSilu)
    {
        eachProduct(m_size.rows, [&](auto tiles, int firstRow) {
            launchProduct<entryProductKernel<T, tiles()>, tiles()>(m_stream, operands, stream, operands, addsSilu,
                                                                   m_arguments.input, firstRow);
        });
    }

    Stream& m_stream;
    const PassArguments<T>& m_arguments;
    const PassShape& m_shape;
    PassSize m_size;
};

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#pragma once

// What a drafting head does in front of its layers: it makes the residual stream of hidden states of its target and of
// tokens' embeddings (RowInput). `wide` is what the product behind reads: activations [rows, width], zero behind the
// width up to whole tiles. Values of a row depend on that row alone. CPU twin of all: HeadEntry.

#include "engine/backend/cuda/kernels/residual_stream.cuh"
#include "engine/backend/cuda/kernels/row_scale.cuh"
#include "engine/backend/cuda/kernels/skinny_gemm.cuh"

namespace draftscope::cuda {

inline constexpr int entryThreads = 256;

/// Writes a row of `wide`, valueOf(column) each. Of a whole block of entryThreads.
template <class T, class ValueOf>
__device__ void fillWide(T* wide, int row, int width, const ValueOf& valueOf)
{
    const int tiles = tilesOf(width);
    for (int column = int(threadIdx.x); column < tiles * tileSize; column += entryThreads)
        wide[activationIndex(row, column, tiles)] = fromFloat<T>(column < width ? valueOf(column) : 0.0f);
}

/// wide [rows, 2 * hidden] = the token's embedding and behind it the input state, of `states` [rows, hidden]: what
/// EAGLE-1/2's fc reads. Grid (rows), entryThreads.
template <class T>
__global__ void joinStatesKernel(T* wide, DeviceTable<T> embedding, const float* states, int hidden,
                                 const PassInput* input)
{
    const int row = int(blockIdx.x);
    if (row >= input->rowCount)
        return;
    const int token = input->rows[row].token;
    fillWide(wide, row, 2 * hidden, [&](int column) {
        return column < hidden ? embedding.at(token, column)
                               : states[std::size_t(row) * std::size_t(hidden) + std::size_t(column - hidden)];
    });
}

/// wide [rows, width] = `features` [rows, width]: over their root mean square and times `norm` [width] where there is
/// one. What EAGLE-3's fc reads. Grid (rows), entryThreads.
template <class T>
__global__ void putFeaturesKernel(T* wide, const float* features, const float* norm, int width, float epsilon,
                                  const PassInput* input)
{
    const int row = int(blockIdx.x);
    if (row >= input->rowCount)
        return;
    const float* const own = features + std::size_t(row) * std::size_t(width);
    float scale = 1;
    if (norm)
        scale = rowScaleOfBlock<entryThreads>(width, width, epsilon, [&](int column) { return own[column]; });
    fillWide(wide, row, width, [&](int column) { return norm ? own[column] * scale * norm[column] : own[column]; });
}

/// The norms in front of EAGLE-3's q, k and v: of the stream, as NormSquares and DeviceNorm::weights, and of
/// embeddings.
struct JoinedNorms {
    NormSquares squares;
    const float* weights;          ///< [hiddenTiles * 16]
    const float* embeddingWeights; ///< [hidden]
    bool streamGoesOn;             ///< from what its norm gives
};

/// wide [rows, 2 * hidden] = the token's embedding and behind it the stream, each normalised. Grid (rows),
/// entryThreads.
template <class T>
__global__ void joinNormsKernel(T* wide, float* stream, DeviceTable<T> embedding, JoinedNorms norms,
                                const PassInput* input)
{
    const int row = int(blockIdx.x), hidden = norms.squares.hidden, tiles = norms.squares.hiddenTiles;
    if (row >= input->rowCount)
        return;
    const int token = input->rows[row].token;
    const auto embeddingAt = [&](int column) { return embedding.at(token, column); };
    const float scale = rowScale(norms.squares, row);
    const float embeddingScale = rowScaleOfBlock<entryThreads>(hidden, hidden, norms.squares.epsilon, embeddingAt);
    fillWide(wide, row, 2 * hidden, [&](int column) {
        if (column < hidden)
            return embeddingAt(column) * embeddingScale * norms.embeddingWeights[column];
        float& at = stream[streamIndex(row, column - hidden, tiles)];
        const float value = at * scale * norms.weights[column - hidden];
        if (norms.streamGoesOn)
            at = value;
        return value;
    });
}

/// With y = weights · activations + bias of the rows from firstRow on: stream = y, EAGLE's fc, or where `addsSilu`
/// stream += SiLU(y), Medusa's residual block. weights [hidden, width]. Grid: hiddenTiles in the
/// block's output tiles. The stream's `scaled` are not the activations: other blocks still read these.
template <class T, int rowTiles>
__global__ void __launch_bounds__(gemmThreads, blocksFor<T>(rowTiles))
    entryProductKernel(ResidualStream<T> stream, GemmOperands<T> operands, bool addsSilu, const PassInput* input,
                       int firstRow)
{
    using Block = SkinnyGemm<T, rowTiles>;
    Block block(operands);
    waitForPreviousKernel();
    letNextKernelBegin();
    const RowChoice rows = Block::rowsFrom(firstRow, input->rowCount);
    block.run(rows, [&](int o, int rowTile, const float(&sums)[4], const float*) {
        const int tile = block.tile(o), tileOfPass = int(unsigned(firstRow) / rowTileSize) + rowTile;
        const float4 before = *streamTile(stream, tile, tileOfPass);
        const float streams[4] = {before.x, before.y, before.z, before.w};
        float after[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float y = sums[i] + operands.bias[tile * tileSize + Block::lane() / 4 + i / 2 * 8];
            after[i] = addsSilu ? streams[i] + y / __fadd_rn(1.0f, expf(-y)) : y;
        }
        putStream(stream, tile, tileOfPass, after, input->rowCount);
    });
}

} // namespace draftscope::cuda

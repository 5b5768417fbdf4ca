// SPDX-License-Identifier: MIT
#pragma once

// What stands between the products of a prompt, which a library computes: it takes and gives row-major matrices, with
// widths rounded up to whole tiles and zeros there. Values of a row depend on that row alone.

#include "engine/backend/cuda/kernels/activation.cuh"
#include "engine/backend/cuda/kernels/place_heads.cuh"
#include "engine/backend/cuda/kernels/row_norm.cuh"
#include "engine/backend/cuda/kernels/row_scale.cuh"
#include "engine/backend/cuda/kernels/token_embedding.cuh"

namespace draftscope::cuda {

inline constexpr int promptThreads = 256;

/// Some tiles of a weight matrix become rows [outputs, columnTiles * 16], in the order of the tiles. Grid (columnTiles,
/// tiles of outputs), a warp. Undoes: repackKernel(), but for the order of rows.
template <class T>
__global__ void untileWeightsKernel(T* rows, const T* tiles, int columnTiles)
{
    struct alignas(16) Eight {
        T values[8];
    };
    struct alignas(2 * sizeof(T)) Two {
        T values[2];
    };
    const int columnTile = int(blockIdx.x), rowTile = int(blockIdx.y), lane = int(threadIdx.x);
    const std::size_t tile = std::size_t(rowTile) * std::size_t(columnTiles) + std::size_t(columnTile);
    const Eight own = reinterpret_cast<const Eight*>(tiles + tile * 256)[lane];
#pragma unroll
    for (int i = 0; i < 4; ++i) { // as in weightIndex()
        const int row = rowTile * tileSize + lane / 4 + i % 2 * 8,
                  column = columnTile * tileSize + lane % 4 * 2 + i / 2 * 8;
        T* const to = rows + std::size_t(row) * std::size_t(columnTiles * tileSize) + std::size_t(column);
        *reinterpret_cast<Two*>(to) = Two{{own.values[2 * i], own.values[2 * i + 1]}};
    }
}

/// The same of quantised weights, from a tile of outputs on; rounded to T. Grid (columnTiles, tiles of outputs), 256
/// threads.
template <class T>
__global__ void expandWeightsKernel(T* rows, DeviceMatrix matrix, int firstTile, int columnTiles)
{
    const int row = int(blockIdx.y) * tileSize + int(threadIdx.x) / tileSize,
              column = int(blockIdx.x) * tileSize + int(threadIdx.x) % tileSize;
    rows[std::size_t(row) * std::size_t(columnTiles * tileSize) + std::size_t(column)] =
        fromFloat<T>(quantisedAt(matrix, firstTile * tileSize + row, column, columnTiles));
}

/// The embeddings of the rows' tokens become the residual stream [rows, hiddenTiles * 16]. Grid (rows). CPU twin:
/// readRow().
template <class T>
__global__ void embedRowsKernel(float* stream, TokenEmbedding<T> embedding, const PassInput* input)
{
    const int row = int(blockIdx.x), width = embedding.table.columnTiles * tileSize;
    for (int column = int(threadIdx.x); column < width; column += int(blockDim.x))
        stream[std::size_t(row) * std::size_t(width) + std::size_t(column)] = embedding.at(input->rows[row], column);
}

/// The stream over its root mean square, times the norm's weights, `norm` [hiddenTiles * 16] * weightScale. `normal`
/// may be the stream. Grid (rows), promptThreads. CPU twin: rmsNorm().
template <class T>
__global__ void rmsNormRowsKernel(T* normal, const float* stream, const float* norm, int hidden, int hiddenTiles,
                                  float epsilon, float weightScale)
{
    const int width = hiddenTiles * tileSize;
    const std::size_t first = std::size_t(blockIdx.x) * std::size_t(width);
    const float scale = rowScaleOfBlock<promptThreads>(width, hidden, epsilon,
                                                       [&](int column) { return stream[first + std::size_t(column)]; })
        * weightScale;
    for (int column = int(threadIdx.x); column < width; column += promptThreads)
        normal[first + std::size_t(column)] = fromFloat<T>(stream[first + std::size_t(column)] * scale * norm[column]);
}

/// normal [rows, width] = the stream through a LayerNorm whose weights and biases times weightScale are what they
/// should be. `normal` may be the stream. Grid (rows), rowThreads. CPU twin: layerNorm().
template <class T>
__global__ void layerNormRowsKernel(T* normal, const float* stream, RowNorm norm, int width, float weightScale)
{
    const std::size_t first = std::size_t(blockIdx.x) * std::size_t(width);
    const auto at = [&](int column) { return stream[first + std::size_t(column)]; };
    const RowMoments moments = RowMoments::of<0>(norm, at);
    for (int column = int(threadIdx.x); column < norm.hidden; column += rowThreads)
        normal[first + std::size_t(column)] =
            fromFloat<T>(__fmul_rn(moments.normalised(norm, column, at(column)), weightScale));
}

/// stream [rows, width] += the norm of products [rows, width] + bias, which may be null. Grid (rows), rowThreads. CPU
/// twin: CpuForwardPass::addToStream().
static __global__ void addNormedRowsKernel(float* stream, const float* products, const float* bias, RowNorm norm,
                                           int width)
{
    const std::size_t first = std::size_t(blockIdx.x) * std::size_t(width);
    const auto at = [&](int column) {
        const float product = products[first + std::size_t(column)];
        return bias ? __fadd_rn(product, bias[column]) : product;
    };
    const RowMoments moments = RowMoments::of<0>(norm, at);
    for (int column = int(threadIdx.x); column < norm.hidden; column += rowThreads) {
        float& sum = stream[first + std::size_t(column)];
        sum = __fadd_rn(sum, moments.normalised(norm, column, at(column)));
    }
}

/// stream [rows, hiddenTiles * 16] += bias. Grid (rows).
static __global__ void addBiasRowsKernel(float* stream, const float* bias, int hiddenTiles)
{
    const int width = hiddenTiles * tileSize;
    for (int column = int(threadIdx.x); column < width; column += int(blockDim.x))
        stream[std::size_t(blockIdx.x) * std::size_t(width) + std::size_t(column)] += bias[column];
}

/// Activations of up to maxRows rows become row-major, [rows, columnTiles * 16]. Grid (rows).
template <class T>
__global__ void untileActivationsKernel(T* rows, const T* tiles, int columnTiles)
{
    const int row = int(blockIdx.x), width = columnTiles * tileSize;
    for (int column = int(threadIdx.x); column < width; column += int(blockDim.x))
        rows[std::size_t(row) * std::size_t(width) + std::size_t(column)] =
            tiles[activationIndex(row, column, columnTiles)];
}

/// gated [rows, gatedTiles * 16] = activation(gate) * up, of products [rows, gateUpTiles * 16] in which 8 columns of
/// gate are followed by the same 8 of up, or without a gate activation(up); `bias`, in the order of the columns, is
/// added to them, or is null. Grid (rows). CPU twins: swiglu(), geglu() and geluTanh().
template <class T>
__global__ void gateRowsKernel(T* gated, const float* products, const float* bias, int gateUpTiles, PassShape shape)
{
    const int row = int(blockIdx.x), width = shape.gatedTiles * tileSize;
    const float* const ofRow = products + std::size_t(row) * std::size_t(gateUpTiles * tileSize);
    const auto at = [&](int place) { return ofRow[place] + (bias ? bias[place] : 0.0f); };
    for (int column = int(threadIdx.x); column < width; column += int(blockDim.x)) {
        const int place = shape.hasGate ? column / 8 * tileSize + column % 8 : column;
        float value = 0;
        if (place < gateUpTiles * tileSize) {
            value = activated(shape.activation, at(place));
            if (shape.hasGate)
                value *= at(place + 8);
        }
        gated[std::size_t(row) * std::size_t(width) + std::size_t(column)] = fromFloat<T>(value);
    }
}

} // namespace draftscope::cuda

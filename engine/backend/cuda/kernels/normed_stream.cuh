// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/fragments.cuh"
#include "engine/backend/cuda/kernels/row_norm.cuh"
#include "engine/backend/cuda/kernels/token_embedding.cuh"

namespace draftscope::cuda {

/// The residual stream, and what the next product reads of it: normalised rows, whose norm's weights and biases are
/// those of a DeviceNorm. Memory as in ResidualStream; what lies behind hidden is zero from the first and stays so.
template <class T>
struct NormedStream {
    float* values;
    T* scaled;
    RowNorm next;
    int hiddenTiles;
};

/// Writes a row of the stream, valueAt(column, before) each. Of a whole block.
template <class T, class ValueAt>
__device__ void leaveRow(const NormedStream<T>& stream, int row, const ValueAt& valueAt)
{
    const auto at = [&](int column) -> float& { return stream.values[streamIndex(row, column, stream.hiddenTiles)]; };
    for (int column = int(threadIdx.x); column < stream.next.hidden; column += rowThreads)
        at(column) = valueAt(column, at(column));
    const RowMoments moments = RowMoments::of<0>(stream.next, at); // each thread reads what it has written
    for (int column = int(threadIdx.x); column < stream.next.hidden; column += rowThreads)
        stream.scaled[activationIndex(row, column, stream.hiddenTiles)] =
            fromFloat<T>(moments.normalised(stream.next, column, at(column)));
}

/// The embeddings of the rows' tokens become the residual stream. Grid (rows), rowThreads. CPU twins:
/// CpuForwardPass::beginStream() and normalise().
template <class T>
__global__ void embedNormedKernel(NormedStream<T> stream, TokenEmbedding<T> embedding, const PassInput* input)
{
    const int row = int(blockIdx.x);
    if (row < input->rowCount)
        leaveRow(stream, row, [&](int column, float) { return embedding.at(input->rows[row], column); });
}

/// `states` [rows, hidden] become the residual stream. Grid (rows), rowThreads.
template <class T>
__global__ void putNormedStatesKernel(NormedStream<T> stream, const float* states, const PassInput* input)
{
    const int row = int(blockIdx.x);
    const float* const own = states + std::size_t(row) * std::size_t(stream.next.hidden);
    if (row < input->rowCount)
        leaveRow(stream, row, [&](int column, float) { return own[column]; });
}

/// stream += products [rows, hiddenTiles * 16], through `norm` where there is one. Grid (rows), rowThreads. CPU twins:
/// CpuForwardPass::addToStream() and normalise().
template <class T>
__global__ void addRowsKernel(NormedStream<T> stream, const float* products, RowNorm norm, const PassInput* input)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int row = int(blockIdx.x);
    if (row >= input->rowCount)
        return;
    const float* const own = products + std::size_t(row) * std::size_t(stream.hiddenTiles * tileSize);
    const RowMoments moments = RowMoments::of<1>(norm, [&](int column) { return own[column]; });
    leaveRow(stream, row, [&](int column, float before) {
        return __fadd_rn(before, moments.normalised(norm, column, own[column]));
    });
}

/// states [rows, hidden] = the residual stream, `values` in the order of streamIndex(), through `norm`, whose weights
/// and biases times weightScale are what they should be. Grid (rows), rowThreads. CPU twin:
/// CpuForwardPass::normalise().
static __global__ void takeNormedStatesKernel(float* states, const float* values, RowNorm norm, float weightScale,
                                              int hiddenTiles, const PassInput* input)
{
    const int row = int(blockIdx.x);
    if (row >= input->rowCount)
        return;
    const auto at = [&](int column) { return values[streamIndex(row, column, hiddenTiles)]; };
    const RowMoments moments = RowMoments::of<0>(norm, at);
    for (int column = int(threadIdx.x); column < norm.hidden; column += rowThreads)
        states[std::size_t(row) * std::size_t(norm.hidden) + std::size_t(column)] =
            __fmul_rn(moments.normalised(norm, column, at(column)), weightScale);
}

} // namespace draftscope::cuda

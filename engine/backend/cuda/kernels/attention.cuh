// SPDX-License-Identifier: MIT
#pragma once

// Softmax attention over slots in path order. A warp takes some pairs of row and head over one split of their paths, 32
// keys at a time, and the warp that comes last to a pair adds its splits up in order. What comes out for a row depends
// on that row's path alone.

#include "engine/backend/cuda/kernels/attention_split_f32.cuh"
#include "engine/backend/cuda/kernels/attention_split_mma.cuh"
#include "engine/backend/cuda/kernels/queries_keys_values.cuh"
#include "engine/backend/cuda/kernels/split_sums.cuh"

namespace draftscope::cuda {

/// Everything that attention reads and writes.
template <class T>
struct AttentionArguments {
    T* attended; ///< activations [rows, heads * headSize]
    SplitSums splits;
    AttentionMemory<T> memory; ///< of the layer
    const PassInput* input;
    const int* list;
    bool mergesLater; ///< mergeKernel() follows
};

/// Pairs of row and head of one K/V head that a warp takes: with tensor cores eight cost what one does.
template <class T>
inline constexpr int pairsOfWarp = sizeof(T) == 4 ? 1 : 8;

[[nodiscard]] inline __device__ int pathLength(const PassRow& row)
{
    return row.prefixCount + row.ancestorCount + 1;
}

/// The slot of a key, counted along the row's path; -1 behind its end.
[[nodiscard]] inline __device__ int slotAt(const PassRow& row, const int* list, int key)
{
    if (key < row.prefixCount)
        return list[row.prefixFirst + key];
    key -= row.prefixCount;
    if (key < row.ancestorCount)
        return list[row.ancestorFirst + key];
    return key == row.ancestorCount ? row.slot : -1;
}

/// f32: one pair a warp.
template <int headSlices>
__device__ void attend(const AttentionArguments<float>& all, const PassShape& shape, int kvHead, int firstPair,
                       int split)
{
    const int group = shape.heads / shape.kvHeads, row = firstPair / group, head = kvHead * group + firstPair % group;
    if (row >= all.input->rowCount)
        return;
    const PassRow path = all.input->rows[row];
    const int begin = splitBegin(split), end = min(splitBegin(split + 1), pathLength(path)),
              splits = splitsOf(pathLength(path));
    if (begin >= end)
        return;

    const std::size_t pair = SplitSums::pairIndex(shape, row, head);
    const std::size_t ofHead = std::size_t(kvHead) * std::size_t(shape.headStride);
    AttentionSplitF32<headSlices> own;
    own.loadQuery(all.memory.queries + pair * std::size_t(shape.headStride), shape.headStride);
    for (int chunk = begin; chunk < end; chunk += chunkKeys)
        own.addChunk(all.memory.keys + ofHead, all.memory.values + ofHead,
                     slotAt(path, all.list, chunk + int(threadIdx.x % 32)), shape.kvHeads * shape.headStride,
                     shape.headStride, shape.attentionScale);
    own.addOverLanes();

    const std::size_t at = SplitSums::firstSplit(shape, row, head) + std::size_t(split);
    if (splits > 1 && threadIdx.x % 32 == 0)
        all.splits.weights[at] = float2{own.most, own.weight};
#pragma unroll
    for (int p = 0; p < headSlices; ++p) {
        if (!own.holds(p, shape.headStride))
            continue;
        if (splits > 1)
            leaveEight(all.splits.values + at * std::size_t(shape.headStride) + own.elementOf(p), own.sums[p]);
        else
            putOnlySplit(all.attended, own.sums[p], own.weight, row, head, own.elementOf(p), shape);
    }
    if (splits == 1 || all.mergesLater)
        return;
    __syncwarp();
    const bool isLast = threadIdx.x % 32 == 0 && isLastSplit(all.splits, pair, splits);
    if (__any_sync(0xffffffffu, isLast)) {
        __syncwarp();
        mergeSplits<float, 32, (headSlices + 1) / 2>(all.attended, all.splits, row, head, splits, int(threadIdx.x % 32),
                                                     shape);
    }
}

/// The pairs firstPair … of a K/V head that a warp on tensor cores has.
template <class T, int headSlices>
class AttentionMmaWarp {
    using Sums = AttentionSplitMma<T, headSlices>;

public:
    __device__ AttentionMmaWarp(const AttentionArguments<T>& all, const PassShape& shape, int kvHead, int firstPair,
                                int split)
        : m_all(all), m_shape(shape), m_kvHead(kvHead), m_firstPair(firstPair), m_split(split), m_firstRow(rowOf(0)),
          m_lastRow(min(rowOf(Sums::columns - 1), all.input->rowCount - 1))
    {
    }

    __device__ void run()
    {
        const int begin = splitBegin(m_split);
        int longest = 0, common = 0x7fffffff; // keys of the longest path; those that all rows share
        for (int row = m_firstRow; row <= m_lastRow; ++row) {
            const PassRow& path = m_all.input->rows[row];
            longest = max(longest, pathLength(path));
            common = min(common, path.prefixFirst == m_all.input->rows[m_firstRow].prefixFirst ? path.prefixCount : 0);
        }
        const int end = min(splitBegin(m_split + 1), longest);
        if (begin >= end)
            return;

        m_own.loadQuery(queryOf(Sums::g()), m_shape.headStride);
        for (int chunk = begin; chunk < end; chunk += chunkKeys) {
            if (chunk + chunkKeys <= common) {
                addChunk(m_firstRow, chunk, {true, true});
                continue;
            }
            for (int row = m_firstRow; row <= m_lastRow; ++row)
                if (chunk < pathLength(m_all.input->rows[row]))
                    addChunk(row, chunk, {rowOf(2 * Sums::t()) == row, rowOf(2 * Sums::t() + 1) == row});
        }
        m_own.addOverLanes();
        leave();
        if (!m_all.mergesLater)
            merge();
    }

private:
    [[nodiscard]] __device__ int group() const { return m_shape.heads / m_shape.kvHeads; }
    [[nodiscard]] __device__ int rowOf(int column) const { return (m_firstPair + column) / group(); }
    [[nodiscard]] __device__ int headOf(int column) const
    {
        return m_kvHead * group() + (m_firstPair + column) % group();
    }
    [[nodiscard]] __device__ int lengthOf(int column) const { return pathLength(m_all.input->rows[rowOf(column)]); }
    /// Whether the column is that of a row, and the row has keys in the split.
    [[nodiscard]] __device__ bool isThere(int column) const
    {
        return rowOf(column) <= m_lastRow && splitBegin(m_split) < lengthOf(column);
    }
    [[nodiscard]] __device__ const float* queryOf(int column) const
    {
        if (rowOf(column) > m_lastRow)
            return nullptr;
        return m_all.memory.queries
            + SplitSums::pairIndex(m_shape, rowOf(column), headOf(column)) * std::size_t(m_shape.headStride);
    }

    /// Adds 32 keys of a row's path to the columns that take them.
    __device__ void addChunk(int row, int chunk, const bool (&takes)[2])
    {
        const std::size_t ofHead = std::size_t(m_kvHead) * std::size_t(m_shape.headStride);
        m_own.addChunk(m_all.memory.keys + ofHead, m_all.memory.values + ofHead,
                       slotAt(m_all.input->rows[row], m_all.list, chunk + int(threadIdx.x % 32)),
                       std::size_t(m_shape.kvHeads) * std::size_t(m_shape.headStride), m_shape.headStride,
                       m_shape.attentionScale, takes);
    }

    /// Writes what was attended to where a path has one split only, else the split's sums.
    __device__ void leave()
    {
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            const int column = 2 * Sums::t() + c;
            if (!isThere(column))
                continue;
            const bool isOnly = splitsOf(lengthOf(column)) == 1;
            const std::size_t at = SplitSums::firstSplit(m_shape, rowOf(column), headOf(column)) + std::size_t(m_split);
            if (!isOnly && Sums::g() == 0)
                m_all.splits.weights[at] = float2{m_own.most(c), m_own.weight(c)};
#pragma unroll
            for (int s = 0; s < headSlices; ++s) {
                const int first = Sums::firstElement(s);
                if (first >= m_shape.headStride)
                    continue;
                float eight[8];
                m_own.sums(eight, s, c);
                if (isOnly)
                    putOnlySplit(m_all.attended, eight, m_own.weight(c), rowOf(column), headOf(column), first, m_shape);
                else
                    leaveEight(m_all.splits.values + at * std::size_t(m_shape.headStride) + first, eight);
            }
        }
    }

    /// Merges the columns to which this was the last split: four lanes for each.
    __device__ void merge()
    {
        __syncwarp();
        const int lane = int(threadIdx.x % 32);
        bool isLast = false;
        if (lane < Sums::columns && isThere(lane))
            if (const int splits = splitsOf(lengthOf(lane)); splits > 1)
                isLast = isLastSplit(m_all.splits, SplitSums::pairIndex(m_shape, rowOf(lane), headOf(lane)), splits);
        const unsigned last = __ballot_sync(0xffffffffu, isLast);
        if (last == 0)
            return;
        __syncwarp();
        if (const int column = lane / 4; last >> column & 1u)
            mergeSplits<T, 4, 4 * headSlices>(m_all.attended, m_all.splits, rowOf(column), headOf(column),
                                              splitsOf(lengthOf(column)), lane % 4, m_shape);
    }

    const AttentionArguments<T>& m_all;
    const PassShape& m_shape;
    int m_kvHead, m_firstPair, m_split, m_firstRow, m_lastRow;
    Sums m_own;
};

/// Grid (splits, kvHeads, pairs of row and head of the group in the block's warps); blocks are whole warps. For heads
/// of up to 64 * headSlices elements. CPU twin: attend().
template <class T, int headSlices>
__global__ void attentionKernel(AttentionArguments<T> all, PassShape shape)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int warp = int(blockIdx.z * (blockDim.x / 32) + threadIdx.x / 32), firstPair = warp * pairsOfWarp<T>;
    const int kvHead = int(blockIdx.y), split = int(blockIdx.x);
    if constexpr (sizeof(T) == 4)
        attend<headSlices>(all, shape, kvHead, firstPair, split);
    else if (firstPair / (shape.heads / shape.kvHeads) < all.input->rowCount)
        AttentionMmaWarp<T, headSlices>(all, shape, kvHead, firstPair, split).run();
}

/// Merges what attentionKernel() left with mergesLater. Grid (heads, rows), a thread for each element of a head.
template <class T>
__global__ void mergeKernel(T* attended, SplitSums all, const PassInput* input, PassShape shape)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int head = int(blockIdx.x), row = int(blockIdx.y), element = int(threadIdx.x);
    if (row >= input->rowCount || element >= shape.headSize)
        return;
    const int splits = splitsOf(pathLength(input->rows[row]));
    if (splits == 1)
        return;
    const std::size_t first = SplitSums::firstSplit(shape, row, head);
    float most = -INFINITY, weight = 0, sum = 0;
#pragma unroll 8
    for (int split = 0; split < splits; ++split)
        most = fmaxf(most, all.weights[first + std::size_t(split)].x);
#pragma unroll 8
    for (int split = 0; split < splits; ++split) {
        const std::size_t at = first + std::size_t(split);
        const float share = expf(all.weights[at].x - most);
        weight = __fmaf_rn(all.weights[at].y, share, weight);
        sum = __fmaf_rn(all.values[at * std::size_t(shape.headStride) + std::size_t(element)], share, sum);
    }
    attended[activationIndex(row, head * shape.headSize + element, shape.attendedTiles)] = fromFloat<T>(sum / weight);
}

} // namespace draftscope::cuda

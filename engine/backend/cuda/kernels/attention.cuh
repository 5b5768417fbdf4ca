// SPDX-License-Identifier: MIT
#pragma once

// Softmax attention over slots in path order. A warp takes one head of one row over one split of its path, 32 keys at a
// time, and the warp that is the last one of a row and head adds the splits up in order. What comes out depends on that
// row's path alone.

#include "engine/backend/cuda/kernels/head_over_split.cuh"
#include "engine/backend/cuda/kernels/queries_keys_values.cuh"

namespace draftscope::cuda {

/// What is known of each split of each row's path and head: [maxRows, heads, splitCount].
struct SplitSums {
    float2* weights; ///< the largest score, and the sum of exp(score - largest)
    float* values; ///< [.., headStride]: sums of exp(score - largest) * value
    unsigned* arrivals; ///< [maxRows, heads]: splits that are there; zero before and after
};

/// The slot of a key, counted along the row's path.
[[nodiscard]] inline __device__ int slotAt(const PassRow& row, const int* list, int key)
{
    if (key < row.prefixCount)
        return list[row.prefixFirst + key];
    key -= row.prefixCount;
    return key < row.ancestorCount ? list[row.ancestorFirst + key] : row.slot;
}

/// What a warp of attentionKernel has to do.
struct AttentionJob {
    int row, head, kvHead, split;
    int begin, end; ///< keys
    int splits; ///< of the path
};

/// Adds up the splits of a row and head in their order. A lane has elements lane, lane + 32 ….
template <class T, int pieces>
__device__ void mergeSplits(T* attended, const SplitSums& all, const AttentionJob& job, const PassShape& shape)
{
    const int lane = int(threadIdx.x % 32);
    const std::size_t first =
        (std::size_t(job.row) * std::size_t(shape.heads) + std::size_t(job.head)) * std::size_t(shape.splitCount);
    float most = -INFINITY;
    for (int split = lane; split < job.splits; split += 32)
        most = fmaxf(most, __ldcg(&all.weights[first + std::size_t(split)]).x);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));

    float weight = 0, sums[2 * pieces] = {};
#pragma unroll 4
    for (int split = 0; split < job.splits; ++split) {
        const std::size_t at = first + std::size_t(split);
        const float2 part = __ldcg(&all.weights[at]);
        const float share = expf(part.x - most);
        weight = __fmaf_rn(part.y, share, weight);
#pragma unroll
        for (int i = 0; i < 2 * pieces; ++i)
            if (const int element = lane + 32 * i; element < shape.headSize)
                sums[i] = __fmaf_rn(__ldcg(&all.values[at * std::size_t(shape.headStride) + std::size_t(element)]),
                                    share, sums[i]);
    }
#pragma unroll
    for (int i = 0; i < 2 * pieces; ++i)
        if (const int element = lane + 32 * i; element < shape.headSize)
            attended[activationIndex(job.row, job.head * shape.headSize + element, shape.attendedTiles)] =
                fromFloat<T>(sums[i] / weight);
}

/// Leaves a split's sums for the others; true for the warp that comes last, which sees all of them.
template <class T, int pieces>
__device__ bool leaveSplit(const SplitSums& all, const HeadOverSplit<T, pieces>& own, const AttentionJob& job,
                           const PassShape& shape)
{
    const std::size_t pair = std::size_t(job.row) * std::size_t(shape.heads) + std::size_t(job.head);
    const std::size_t at = pair * std::size_t(shape.splitCount) + std::size_t(job.split);
    if (threadIdx.x % 32 == 0)
        all.weights[at] = float2{own.most, own.weight};
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
        if (!own.holds(p, shape.headStride))
            continue;
        float4* const out =
            reinterpret_cast<float4*>(all.values + at * std::size_t(shape.headStride) + own.elementOf(p));
        out[0] = float4{own.sums[p][0], own.sums[p][1], own.sums[p][2], own.sums[p][3]};
        out[1] = float4{own.sums[p][4], own.sums[p][5], own.sums[p][6], own.sums[p][7]};
    }
    __threadfence(); // each lane's own writes, before the arrival can be seen
    __syncwarp();
    unsigned before = 0;
    if (threadIdx.x % 32 == 0) {
        before = atomicAdd(&all.arrivals[pair], 1u);
        if (before + 1 == unsigned(job.splits))
            all.arrivals[pair] = 0;
    }
    before = __shfl_sync(0xffffffffu, before, 0);
    __threadfence();
    return before + 1 == unsigned(job.splits);
}

/// attended [rows, heads * headSize]. Grid (splits, kvHeads, pairs of row and head of the group in the block's warps);
/// blocks are whole warps. CPU twin: attend().
template <class T, int pieces>
__global__ void attentionKernel(T* attended, SplitSums all, AttentionMemory<T> memory, const PassInput* input,
                                const int* list, PassShape shape)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int group = shape.heads / shape.kvHeads;
    const int pair = int(blockIdx.z * (blockDim.x / 32) + threadIdx.x / 32);
    AttentionJob job{};
    job.row = pair / group;
    job.kvHead = int(blockIdx.y);
    job.head = job.kvHead * group + pair % group;
    job.split = int(blockIdx.x);
    if (job.row >= input->rowCount)
        return;
    const PassRow path = input->rows[job.row];
    const int length = path.prefixCount + path.ancestorCount + 1;
    job.begin = splitBegin(job.split);
    job.end = min(splitBegin(job.split + 1), length);
    job.splits = splitsOf(length);
    if (job.begin >= job.end)
        return;

    HeadOverSplit<T, pieces> own;
    own.loadQuery(memory.queries + std::size_t(job.row * shape.heads + job.head) * std::size_t(shape.headStride),
                  shape.headStride);
    const std::size_t ofHead = std::size_t(job.kvHead) * std::size_t(shape.headStride);
    for (int chunk = job.begin; chunk < job.end; chunk += chunkKeys) {
        const int key = chunk + int(threadIdx.x % 32);
        const int slot = key < job.end ? slotAt(path, list, key) : -1;
        own.addChunk(memory.keys + ofHead, memory.values + ofHead, slot, shape.kvHeads * shape.headStride,
                     shape.headStride, shape.attentionScale);
    }
    own.addOverLanes();
    if (job.splits > 1) {
        if (leaveSplit(all, own, job, shape))
            mergeSplits<T, pieces>(attended, all, job, shape);
        return;
    }
    // The only split: what mergeSplits() would compute.
#pragma unroll
    for (int p = 0; p < pieces; ++p)
#pragma unroll
        for (int e = 0; e < 8; ++e)
            if (const int element = own.elementOf(p) + e; own.holds(p, shape.headStride) && element < shape.headSize)
                attended[activationIndex(job.row, job.head * shape.headSize + element, shape.attendedTiles)] =
                    fromFloat<T>(own.sums[p][e] / own.weight);
}

} // namespace draftscope::cuda

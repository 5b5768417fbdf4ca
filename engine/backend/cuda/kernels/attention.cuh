// SPDX-License-Identifier: MIT
#pragma once

// Softmax attention over slots in path order. A warp takes some pairs of row and head over one split of their paths, 32
// keys at a time; mergeKernel() adds the splits of a pair up in order. The rows of a warp share their prefix
// (PassInput::groups). Behind it those of a chain, each of which sees those before it, go on together, each up to its
// own end; where paths part, each chain has a warp of its own. With a window a row's keys are the last ones of its
// path; its splits and sixteens of keys lie where they would without. What comes out for a row depends on that row's
// path alone.

#include <climits>

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
    float scale;      ///< of scores
    float cap;        ///< where they are capped: they become cap * tanh(x / cap)
    int window;       ///< keys that a row sees at most; 0: all
    int splitCount;   ///< of the longest path
    int warpsOfPairs; ///< that share the pairs of a warp where these part: AttentionGrid
};

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

/// The same, and -1 in front of the first key that a row sees.
[[nodiscard]] inline __device__ int slotFrom(int firstKey, const PassRow& row, const int* list, int key)
{
    return key < firstKey ? -1 : slotAt(row, list, key);
}

/// Pairs of row and head of one K/V head that a warp takes: with tensor cores eight cost what one does.
template <class T>
inline constexpr int pairsOfWarp = sizeof(T) == 4 ? 1 : 8;

/// Splits, from where the paths of a warp's rows part, in which each chain of rows has a warp of its own. Behind them
/// one warp takes the chains one after the other: drafts are shorter.
inline constexpr int splitsOfOwnWarps = 2;

/// The launch of attentionKernel().
struct AttentionGrid {
    dim3 grid; ///< all splits and those of own warps, K/V heads, pairs of row and head of a K/V head in blocks
    unsigned threads;
    int warpsOfPairs; ///< rows that a warp's pairs may be of

    /// For up to so many rows in so many groups.
    template <class T>
    [[nodiscard]] static AttentionGrid of(const PassShape& shape, int rows, int groups, int splits)
    {
        constexpr int together = pairsOfWarp<T>;
        const int heads = shape.heads / shape.kvHeads, warpsOfRow = (heads + together - 1) / together;
        // Each group may end with a warp that is not full.
        const int most = (rows * heads + (together - 1) * groups) / together,
                  warps = most < rows * warpsOfRow ? most : rows * warpsOfRow;
        const int rowsOfWarp = together % heads == 0 ? together / heads : (together - 2 + heads) / heads + 1,
                  warpsOfPairs = together == 1 || heads % together == 0 ? 1
            : rows < rowsOfWarp                                         ? rows
                                                                        : rowsOfWarp;
        const int warpsOfBlock = warps < 8 ? warps : 8;
        return {dim3(unsigned(splits + splitsOfOwnWarps * (warpsOfPairs - 1)), unsigned(shape.kvHeads),
                     unsigned((warps + warpsOfBlock - 1) / warpsOfBlock)),
                unsigned(warpsOfBlock) * 32, warpsOfPairs};
    }
};

/// f32: one pair a warp.
template <int headSlices, bool hasWindow, bool hasCap>
__device__ void attend(const AttentionArguments<float>& all, const PassShape& shape, int kvHead, int firstPair,
                       int split)
{
    const int group = shape.heads / shape.kvHeads, row = firstPair / group, head = kvHead * group + firstPair % group;
    if (row >= all.input->rowCount)
        return;
    const PassRow path = all.input->rows[row];
    const RowSplits splits = RowSplits::of(path, hasWindow ? all.window : 0);
    const int begin = max(splitBegin(split), splits.firstKey / chunkKeys * chunkKeys),
              end = min(splitBegin(split + 1), pathLength(path));
    if (begin >= end)
        return;

    const std::size_t pair = SplitSums::pairIndex(shape, row, head);
    const std::size_t ofHead = std::size_t(kvHead) * std::size_t(shape.headStride);
    AttentionSplitF32<headSlices, hasCap> own;
    own.loadQuery(all.memory.queries + pair * std::size_t(shape.headStride), shape.headStride);
    for (int chunk = begin; chunk < end; chunk += chunkKeys)
        own.addChunk(all.memory.keys + ofHead, all.memory.values + ofHead,
                     slotFrom(splits.firstKey, path, all.list, chunk + int(threadIdx.x % 32)),
                     shape.kvHeads * shape.headStride, shape.headStride, {all.scale, all.cap});
    own.addOverLanes();

    const std::size_t at = SplitSums::firstSplit(shape, row, head) + std::size_t(split);
    if (splits.count() > 1 && threadIdx.x % 32 == 0)
        all.splits.weights[at] = float2{own.most, own.weight};
#pragma unroll
    for (int p = 0; p < headSlices; ++p) {
        if (!own.holds(p, shape.headStride))
            continue;
        if (splits.count() > 1)
            leaveEight(all.splits.values + at * std::size_t(shape.headStride) + own.elementOf(p), own.sums[p]);
        else
            putOnlySplit(all.attended, own.sums[p], own.weight, row, head, own.elementOf(p), shape);
    }
}

/// Which pairs of row and head a warp on tensor cores has.
struct WarpPairs {
    RowGroup group;
    int first; ///< of those of the group, counted row by row in their order

    /// Of warp number `warp` of a K/V head; a count of 0 where there are no more. Of the whole warp.
    [[nodiscard]] static __device__ WarpPairs of(const PassInput& input, int warp, int heads, int together)
    {
        if (input.groupCount == 1)
            return {{0, warp * together < input.rowCount * heads ? input.rowCount : 0}, warp * together};
        const int lane = int(threadIdx.x % 32);
        int before = 0; // warps of groups that have been looked at
        for (int first = 0; first < input.groupCount; first += 32) {
            const int number = first + lane;
            const int own =
                number < input.groupCount ? (input.groups[number].count * heads + together - 1) / together : 0;
            int upTo = own;
            for (int delta = 1; delta < 32; delta *= 2) {
                const int lower = __shfl_up_sync(0xffffffffu, upTo, unsigned(delta));
                upTo += lane >= delta ? lower : 0;
            }
            const unsigned behind = __ballot_sync(0xffffffffu, before + upTo > warp);
            if (behind != 0) {
                const int found = __ffs(int(behind)) - 1;
                const int start = before + __shfl_sync(0xffffffffu, upTo - own, found);
                return {input.groups[first + found], (warp - start) * together};
            }
            before += __shfl_sync(0xffffffffu, upTo, 31);
        }
        return {{0, 0}, 0};
    }
};

/// The work of a warp on tensor cores: those of its pairs together that have the same keys. Rows are counted in their
/// order.
template <class T, int headSlices, bool hasWindow, bool hasCap>
class AttentionMmaWarp {
    using Sums = AttentionSplitMma<T, headSlices, hasWindow, hasCap>;

public:
    __device__ AttentionMmaWarp(const AttentionArguments<T>& all, const PassShape& shape, int kvHead,
                                const WarpPairs& pairs)
        : m_all(all), m_shape(shape), m_kvHead(kvHead), m_pairs(pairs), m_firstRow(rowOf(0)),
          m_lastRow(min(rowOf(Sums::columns - 1), pairs.group.first + pairs.group.count - 1))
    {
    }

    /// What block number `blockOfSplits` in a row of the grid does.
    __device__ void run(int blockOfSplits)
    {
        // The first split with a chunk of keys that is not all prefix.
        const int parting = splitsOf(path(m_firstRow).prefixCount / chunkKeys * chunkKeys + 1) - 1;
        int firstChain = 0, lastChain = m_lastRow; // as many as there can be
        m_split = blockOfSplits;
        if (blockOfSplits >= m_all.splitCount) {
            const int helper = blockOfSplits - m_all.splitCount, others = m_all.warpsOfPairs - 1;
            m_split = parting + helper / others;
            firstChain = lastChain = 1 + helper % others;
        } else if (parting <= m_split && m_split < parting + splitsOfOwnWarps) {
            lastChain = 0;
        }
        // All rows go on together up to the parting, and those of a chain behind it.
        const bool areTogether = m_split < parting;
        for (int first = m_firstRow, chain = 0; first <= m_lastRow && chain <= lastChain; ++chain) {
            int last = areTogether ? m_lastRow : first;
            while (last < m_lastRow && m_all.input->order[last + 1].continuesLast)
                ++last;
            if (chain >= firstChain) // called in one place, because the compiler puts the whole of it there
                runRows(first, last, areTogether ? splitBegin(m_split + 1) : pathLength(path(first)));
            first = last + 1;
        }
    }

private:
    [[nodiscard]] __device__ int heads() const { return m_shape.heads / m_shape.kvHeads; }
    /// Of a column, in their order.
    [[nodiscard]] __device__ int rowOf(int column) const
    {
        return m_pairs.group.first + (m_pairs.first + column) / heads();
    }
    [[nodiscard]] __device__ int headOf(int column) const
    {
        return m_kvHead * heads() + (m_pairs.first + column) % heads();
    }
    /// The number of a column's row in the pass.
    [[nodiscard]] __device__ int numberOf(int column) const { return m_all.input->order[rowOf(column)].number; }
    [[nodiscard]] __device__ const PassRow& path(int row) const { return m_all.input->order[row].path; }
    [[nodiscard]] __device__ int lengthOf(int column) const { return pathLength(path(rowOf(column))); }
    [[nodiscard]] __device__ RowSplits splitsOfColumn(int column) const
    {
        return RowSplits::of(path(rowOf(column)), hasWindow ? m_all.window : 0);
    }
    /// Whether the column is that of one of the rows that run, and has keys in the split.
    [[nodiscard]] __device__ bool isThere(int column) const
    {
        return m_first <= rowOf(column) && rowOf(column) <= m_last && lengthOf(column) > splitBegin(m_split)
            && (!hasWindow || splitsOfColumn(column).firstKey < splitBegin(m_split + 1));
    }
    /// The first keys of columns 2t and 2t + 1, where they are there; the first of those of all is returned.
    [[nodiscard]] __device__ int firstKeys(int (&begins)[2]) const
    {
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            const int column = 2 * Sums::t() + c;
            begins[c] = isThere(column) ? splitsOfColumn(column).firstKey : INT_MAX;
        }
        int first = min(begins[0], begins[1]);
        for (int offset = 1; offset < 4; offset *= 2)
            first = min(first, __shfl_xor_sync(0xffffffffu, first, offset));
        return first;
    }
    [[nodiscard]] __device__ const float* queryOf(int column) const
    {
        if (!isThere(column))
            return nullptr;
        return m_all.memory.queries
            + SplitSums::pairIndex(m_shape, numberOf(column), headOf(column)) * std::size_t(m_shape.headStride);
    }

    /// The split of rows first … last: their keys are those of the last, each up to its own end, of which `nearest` is
    /// the first.
    __device__ void runRows(int first, int last, int nearest)
    {
        const PassRow longest = path(last);
        int begin = splitBegin(m_split);
        const int end = min(splitBegin(m_split + 1), pathLength(longest));
        m_first = first;
        m_last = last;
        int begins[2] = {0, 0};
        if constexpr (hasWindow)
            begin = max(begin, firstKeys(begins) / chunkKeys * chunkKeys);
        if (begin >= end)
            return;
        Sums own;
        own.loadQuery(queryOf(Sums::g()), m_shape.headStride);
        const std::size_t ofHead = std::size_t(m_kvHead) * std::size_t(m_shape.headStride);
        int ends[2];
#pragma unroll
        for (int c = 0; c < 2; ++c)
            ends[c] = isThere(2 * Sums::t() + c) ? lengthOf(2 * Sums::t() + c) : end;
        const int lane = int(threadIdx.x % 32);
        int slot = slotAt(longest, m_all.list, begin + lane);
        for (int chunk = begin; chunk < end; chunk += chunkKeys) {
            const int next = slotAt(longest, m_all.list, chunk + chunkKeys + lane);
            own.addChunk(m_all.memory.keys + ofHead, m_all.memory.values + ofHead, slot,
                         std::size_t(m_shape.kvHeads) * std::size_t(m_shape.headStride), m_shape.headStride,
                         {m_all.scale, m_all.cap},
                         {{begins[0] - chunk, begins[1] - chunk},
                          {ends[0] - chunk, ends[1] - chunk},
                          nearest - chunk,
                          end - chunk});
            slot = next;
        }
        own.addOverLanes();
        leave(own);
    }

    /// Writes what was attended to where a path has one split only, else the split's sums.
    __device__ void leave(const Sums& own) const
    {
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            const int column = 2 * Sums::t() + c;
            if (!isThere(column))
                continue;
            const bool isOnly = splitsOfColumn(column).count() == 1;
            const std::size_t at =
                SplitSums::firstSplit(m_shape, numberOf(column), headOf(column)) + std::size_t(m_split);
            if (!isOnly && Sums::g() == 0)
                m_all.splits.weights[at] = float2{own.most(c), own.weight(c)};
#pragma unroll
            for (int s = 0; s < headSlices; ++s) {
                const int first = Sums::firstElement(s);
                if (first >= m_shape.headStride)
                    continue;
                float eight[8];
                own.sums(eight, s, c);
                if (isOnly)
                    putOnlySplit(m_all.attended, eight, own.weight(c), numberOf(column), headOf(column), first,
                                 m_shape);
                else
                    leaveEight(m_all.splits.values + at * std::size_t(m_shape.headStride) + first, eight);
            }
        }
    }

    const AttentionArguments<T>& m_all;
    const PassShape& m_shape;
    int m_kvHead;
    WarpPairs m_pairs;
    int m_firstRow, m_lastRow;
    int m_split = 0, m_first = 0, m_last = 0; ///< rows that run now
};

/// Launched as AttentionGrid says. `hasWindow`: all.window may be other than 0; `hasCap`: all.cap is. For heads of up
/// to 64 * headSlices elements. CPU twin: attend().
template <class T, int headSlices, bool hasWindow, bool hasCap>
__global__ void attentionKernel(AttentionArguments<T> all, PassShape shape)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int warp = int(blockIdx.z * (blockDim.x / 32) + threadIdx.x / 32);
    const int kvHead = int(blockIdx.y), blockOfSplits = int(blockIdx.x);
    if constexpr (sizeof(T) == 4) {
        attend<headSlices, hasWindow, hasCap>(all, shape, kvHead, warp, blockOfSplits);
    } else {
        const auto pairs = WarpPairs::of(*all.input, warp, shape.heads / shape.kvHeads, pairsOfWarp<T>);
        if (pairs.group.count > 0)
            AttentionMmaWarp<T, headSlices, hasWindow, hasCap>(all, shape, kvHead, pairs).run(blockOfSplits);
    }
}

/// Merges what attentionKernel() left of paths with several splits; where no path has them it is not needed. Grid
/// (heads, rows), a thread for each element of a head.
template <class T>
__global__ void mergeKernel(T* attended, SplitSums all, const PassInput* input, PassShape shape, int window)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    const int head = int(blockIdx.x), row = int(blockIdx.y), element = int(threadIdx.x);
    if (row >= input->rowCount || element >= shape.headSize)
        return;
    const RowSplits splits = RowSplits::of(input->rows[row], window);
    if (splits.count() == 1)
        return;
    const std::size_t first = SplitSums::firstSplit(shape, row, head);
    float most = -INFINITY, weight = 0, sum = 0;
#pragma unroll 8
    for (int split = splits.first; split < splits.end; ++split)
        most = fmaxf(most, all.weights[first + std::size_t(split)].x);
#pragma unroll 8
    for (int split = splits.first; split < splits.end; ++split) {
        const std::size_t at = first + std::size_t(split);
        const float share = expf(all.weights[at].x - most);
        weight = __fmaf_rn(all.weights[at].y, share, weight);
        sum = __fmaf_rn(all.values[at * std::size_t(shape.headStride) + std::size_t(element)], share, sum);
    }
    attended[activationIndex(row, head * shape.headSize + element, shape.attendedTiles)] =
        fromFloat<T>(__fmul_rn(sum, shareOfAll(weight)));
}

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#pragma once

#include <cfloat>

#include "engine/backend/cuda/kernels/score_scale.cuh"

namespace draftscope::cuda {

/// Which of 32 keys eight columns see, counted from the first of these.
struct ChunkEnds {
    int begins[2]; ///< with windows: where the keys of columns 2t and 2t + 1 begin
    int own[2];    ///< where those of columns 2t and 2t + 1 end
    int nearest;   ///< of all columns that end, the first; behind the 32 keys if none does
    int last;      ///< keys that there are
};

/// Eight pairs of row and head, the columns, over 32 keys at a time on tensor cores. They share a K/V head and the
/// keys, each up to its own end; a column's sums depend on its own query and its own keys alone. Keys are the 16-row
/// operand of scores = K · Qᵀ, and the elements of a head that of sums = Vᵀ · Pᵀ. Both are read in 16 bytes a lane as
/// they lie in the cache: which element stands in which row or column of an mma is ours to choose, and it is chosen so.
/// `headSlices`: heads of up to
/// 64 * headSlices elements. `hasWindow`: columns may begin behind the first keys. `hasCap`: as in scoreOf(). With g =
/// lane / 4 and t = lane % 4, a lane has what belongs to columns 2t and 2t + 1.
template <class T, int headSlices, bool hasWindow, bool hasCap>
class AttentionSplitMma {
public:
    static constexpr int columns = 8;

    /// `query` [headStride] is that of column g; null where there is none.
    __device__ void loadQuery(const float* query, int headStride)
    {
#pragma unroll
        for (int s = 0; s < 2 * headSlices; ++s)
#pragma unroll
            for (int pair = 0; pair < 4; ++pair) {
                const int element = s * 32 + t() * 8 + pair * 2;
                float2 two{0, 0};
                if (query && element < headStride)
                    two = *reinterpret_cast<const float2*>(query + element);
                m_queries[s][pair] = pack<T>(two.x, two.y);
            }
    }

    /// Adds 32 keys. `keys` and `values` are those of slot 0; `slot` is that of key number `lane`, -1 from where on
    /// there is none; the first is always there.
    __device__ void addChunk(const T* keys, const T* values, int slot, std::size_t slotStride, int headStride,
                             const ScoreScale& scale, const ChunkEnds& ends)
    {
        const auto slotOf = [slot](int key) { return __shfl_sync(0xffffffffu, slot, key); };
        int keySlots[2][2];   // [tile of 16 keys]: of keys g, g + 8
        int valueSlots[2][4]; // of keys 2t, 2t + 1, 2t + 8, 2t + 9
#pragma unroll
        for (int tile = 0; tile < 2; ++tile) {
            for (int half = 0; half < 2; ++half)
                keySlots[tile][half] = slotOf(tile * 16 + g() + half * 8);
            for (int k = 0; k < 4; ++k)
                valueSlots[tile][k] = slotOf(tile * 16 + t() * 2 + k / 2 * 8 + k % 2);
        }
        // All keys and values are sent for before the first of them is needed, as far as there are registers.
        uint4 tileKeys[2][2 * headSlices][2], tileValues[2][headSlices][4];
        const auto loadKeys = [&](int tile) {
#pragma unroll
            for (int s = 0; s < 2 * headSlices; ++s)
#pragma unroll
                for (int half = 0; half < 2; ++half)
                    tileKeys[tile][s][half] =
                        eight(keys, keySlots[tile][half], slotStride, s * 32 + t() * 8, headStride);
        };
        const auto loadValues = [&](int tile) {
#pragma unroll
            for (int s = 0; s < headSlices; ++s)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    tileValues[tile][s][k] =
                        eight(values, valueSlots[tile][k], slotStride, firstElement(s), headStride);
        };
        constexpr bool fits = headSlices <= 2;
        if constexpr (fits) {
#pragma unroll
            for (int tile = 0; tile < 2; ++tile)
                loadKeys(tile);
#pragma unroll
            for (int tile = 0; tile < 2; ++tile)
                loadValues(tile);
            __syncwarp(); // or ptxas moves loads down to where they are needed
        }

        float scores[2][4]; // [tile]: keys g, g, g + 8, g + 8 for columns 2t, 2t + 1, 2t, 2t + 1
#pragma unroll
        for (int tile = 0; tile < 2; ++tile) {
            if constexpr (!fits)
                loadKeys(tile);
            const int own[2] = {ends.own[0] - tile * 16, ends.own[1] - tile * 16};
            const int begins[2] = {ends.begins[0] - tile * 16, ends.begins[1] - tile * 16};
            scoreKeys(scores[tile], tileKeys[tile], begins, own, scale);
        }

        float correction[2];
        std::uint32_t shares[2][2]; // [tile][keys 2t …, 2t + 8 …] of column g
        shareOut(scores, correction, shares);

#pragma unroll
        for (int s = 0; s < headSlices; ++s)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int c = 0; c < 4; ++c)
                    m_sums[s][i][c] *= correction[c % 2];
#pragma unroll
        for (int tile = 0; tile < 2; ++tile) {
            if constexpr (!fits)
                loadValues(tile);
            const int first = tile * 16, last = min(ends.last - first, 16);
            if (last <= 0)
                break;
            const bool endTogether = ends.nearest - first >= last;
            // Columns that begin behind these keys are not multiplied with them: see addValuesUpTo().
            const bool isSeen[2] = {ends.begins[0] - first < 16, ends.begins[1] - first < 16};
#pragma unroll
            for (int s = 0; s < headSlices; ++s) {
                float before[4][4];
                if constexpr (hasWindow)
                    keepSums(before, m_sums[s]);
                if (endTogether)
                    addValues(m_sums[s], tileValues[tile][s], shares[tile]);
                else
                    addValuesUpTo({{}, {ends.own[0] - first, ends.own[1] - first}, ends.nearest - first, last},
                                  m_sums[s], tileValues[tile][s], shares[tile]);
                if constexpr (hasWindow)
#pragma unroll
                    for (int i = 0; i < 4; ++i)
#pragma unroll
                        for (int c = 0; c < 4; ++c)
                            m_sums[s][i][c] = isSeen[c % 2] ? m_sums[s][i][c] : before[i][c];
            }
        }
    }

    /// Adds up the weights over the lanes of a column.
    __device__ void addOverLanes()
    {
#pragma unroll
        for (int c = 0; c < 2; ++c)
            for (int offset = 4; offset < 32; offset *= 2)
                m_weight[c] += __shfl_xor_sync(0xffffffffu, m_weight[c], offset);
    }
    /// Of column 2t + c: the largest score, and the sum of exp(score - largest) after addOverLanes().
    [[nodiscard]] __device__ float most(int c) const
    {
        return m_most[c];
    }
    [[nodiscard]] __device__ float weight(int c) const
    {
        return m_weight[c];
    }
    /// Eight elements of column 2t + c, from firstElement(slice) on.
    __device__ void sums(float (&eight)[8], int slice, int c) const
    {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            eight[i] = m_sums[slice][i][c];
            eight[i + 4] = m_sums[slice][i][2 + c];
        }
    }
    [[nodiscard]] static __device__ int firstElement(int slice)
    {
        return slice * 64 + g() * 8;
    }
    [[nodiscard]] static __device__ int g()
    {
        return int(threadIdx.x % 32 / 4);
    }
    [[nodiscard]] static __device__ int t()
    {
        return int(threadIdx.x % 4);
    }

private:
    /// Eight neighbours of a slot's key or value; zero where there are none.
    [[nodiscard]] static __device__ uint4 eight(const T* from, int slot, std::size_t slotStride, int element,
                                                int headStride)
    {
        if (slot < 0 || element >= headStride)
            return uint4{0, 0, 0, 0};
        return *reinterpret_cast<const uint4*>(from + std::size_t(slot) * slotStride + element);
    }

    static __device__ void keepSums(float (&to)[4][4], const float (&from)[4][4])
    {
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int c = 0; c < 4; ++c)
                to[i][c] = from[i][c];
    }

    /// Scores of keys g and g + 8 of a tile; `begins` and `ends` are those of columns 2t and 2t + 1.
    __device__ void scoreKeys(float (&scores)[4], const uint4 (&keys)[2 * headSlices][2], const int (&begins)[2],
                              const int (&ends)[2], const ScoreScale& scale) const
    {
        float sums[4] = {};
#pragma unroll
        for (int s = 0; s < 2 * headSlices; ++s) {
            const uint4 &a = keys[s][0], &b = keys[s][1];
            mma_m16n8k16<T>(sums, {a.x, b.x, a.y, b.y}, {m_queries[s][0], m_queries[s][1]}, sums);
            mma_m16n8k16<T>(sums, {a.z, b.z, a.w, b.w}, {m_queries[s][2], m_queries[s][3]}, sums);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int key = g() + i / 2 * 8;
            const bool isSeen = key < ends[i % 2] && (!hasWindow || key >= begins[i % 2]);
            scores[i] = isSeen ? scoreOf<hasCap>(sums[i], scale) : -INFINITY;
        }
    }

    /// Scores become shares exp(score - largest), rounded to T, and the largest score of each column is brought up to
    /// date.
    __device__ void shareOut(const float (&scores)[2][4], float (&correction)[2], std::uint32_t (&shares)[2][2])
    {
        float largest[2];
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            float most = fmaxf(fmaxf(scores[0][c], scores[0][2 + c]), fmaxf(scores[1][c], scores[1][2 + c]));
            for (int offset = 4; offset < 32; offset *= 2)
                most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));
            largest[c] = fmaxf(m_most[c], most);
            correction[c] = expf(m_most[c] - largest[c]);
        }
        float sum[2] = {};
#pragma unroll
        for (int tile = 0; tile < 2; ++tile)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float share[2];
#pragma unroll
                for (int c = 0; c < 2; ++c)
                    share[c] = expf(scores[tile][half * 2 + c] - largest[c]);
                const std::uint32_t pair = pack<T>(share[0], share[1]);
                const float2 rounded = unpack<T>(pair); // what values will be multiplied by
                sum[0] += rounded.x;
                sum[1] += rounded.y;
                shares[tile][half] = movmatrix_trans(pair);
            }
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            m_weight[c] = __fmaf_rn(m_weight[c], correction[c], sum[c]);
            m_most[c] = largest[c];
        }
    }

    /// Adds 16 keys to the sums of a slice. Row g of its i-th mma is element 8g + i, row g + 8 is element 8g + 4 + i.
    static __device__ void addValues(float (&sums)[4][4], const uint4 (&v)[4], const std::uint32_t (&shares)[2])
    {
        const std::uint32_t words[4][4] = {{v[0].x, v[0].y, v[0].z, v[0].w},
                                           {v[1].x, v[1].y, v[1].z, v[1].w},
                                           {v[2].x, v[2].y, v[2].z, v[2].w},
                                           {v[3].x, v[3].y, v[3].z, v[3].w}};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const unsigned halves = i % 2 ? 0x7632 : 0x5410; // the upper or lower half of both
            const std::uint32_t a[4] = {__byte_perm(words[0][i / 2], words[1][i / 2], halves),
                                        __byte_perm(words[0][2 + i / 2], words[1][2 + i / 2], halves),
                                        __byte_perm(words[2][i / 2], words[3][i / 2], halves),
                                        __byte_perm(words[2][2 + i / 2], words[3][2 + i / 2], halves)};
            mma_m16n8k16<T>(sums[i], a, shares, sums[i]);
        }
    }

    /// The same where columns end one after the other, each multiplied with no key behind its end: not even by zero,
    /// which an infinite value of a later row would make no number.
    static __device__ void addValuesUpTo(const ChunkEnds& ends, float (&sums)[4][4], const uint4 (&values)[4],
                                         const std::uint32_t (&shares)[2])
    {
        for (int end = max(ends.nearest, 1); end <= ends.last; ++end) {
            uint4 there[4];
            float after[4][4];
#pragma unroll
            for (int k = 0; k < 4; ++k)
                there[k] = t() * 2 + k / 2 * 8 + k % 2 < end ? values[k] : uint4{0, 0, 0, 0};
            keepSums(after, sums);
            addValues(after, there, shares);
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int c = 0; c < 4; ++c)
                    if (min(ends.own[c % 2], ends.last) == end)
                        sums[i][c] = after[i][c];
        }
    }

    std::uint32_t m_queries[2 * headSlices][4]; ///< of column g, elements 32s + 8t …, two in each
    float m_sums[headSlices][4][4] = {};
    /// With windows a column may meet keys before its first one: then no difference of infinities may come of it.
    static constexpr float least = hasWindow ? -FLT_MAX : -INFINITY;
    float m_most[2] = {least, least};
    float m_weight[2] = {}; ///< of this lane's keys
};

} // namespace draftscope::cuda

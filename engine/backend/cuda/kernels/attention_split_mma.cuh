// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/platform.h"

namespace draftscope::cuda {

/// Eight pairs of row and head, the columns, over 32 keys at a time on tensor cores. They share a K/V head, and mostly
/// keys; a column's sums depend on its own query and keys alone. Keys are the 16-row operand of scores = K · Qᵀ, and
/// the elements of a head that of sums = Vᵀ · Pᵀ. Both are read in 16 bytes a lane as they lie in the cache: which
/// element stands in which row or column of an mma is ours to choose, and it is chosen so. `headSlices`: heads of up to
/// 64 * headSlices elements. With g = lane / 4 and t = lane % 4, a lane has what belongs to columns 2t and 2t + 1.
template <class T, int headSlices>
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

    /// Adds 32 keys to the columns 2t and 2t + 1 that say so. `keys` and `values` are those of slot 0; `slot` is that
    /// of key number `lane`, -1 from where on there is none; the first is always there.
    __device__ void addChunk(const T* keys, const T* values, int slot, std::size_t slotStride, int headStride,
                             float scale, const bool (&takes)[2])
    {
        float scores[2][4]; // [tile of 16 keys]: keys g, g, g + 8, g + 8 for columns 2t, 2t + 1, 2t, 2t + 1
#pragma unroll
        for (int tile = 0; tile < 2; ++tile)
            scoreKeys(scores[tile], keys, __shfl_sync(0xffffffffu, slot, tile * 16 + g()),
                      __shfl_sync(0xffffffffu, slot, tile * 16 + g() + 8), slotStride, headStride, scale);

        float correction[2];
        std::uint32_t shares[2][2]; // [tile][keys 2t …, 2t + 8 …] of column g
        shareOut(scores, correction, shares, takes);

#pragma unroll
        for (int s = 0; s < headSlices; ++s)
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int c = 0; c < 4; ++c)
                    m_sums[s][i][c] *= correction[c % 2];
#pragma unroll
        for (int tile = 0; tile < 2; ++tile) {
            int slots[4]; // of keys 2t, 2t + 1, 2t + 8, 2t + 9
#pragma unroll
            for (int k = 0; k < 4; ++k)
                slots[k] = __shfl_sync(0xffffffffu, slot, tile * 16 + t() * 2 + k / 2 * 8 + k % 2);
            addValues(values, slots, slotStride, headStride, shares[tile], takes);
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

    /// Scores of keys in the slots `low` (key g) and `high` (key g + 8).
    __device__ void scoreKeys(float (&scores)[4], const T* keys, int low, int high, std::size_t slotStride,
                              int headStride, float scale) const
    {
        float sums[4] = {};
#pragma unroll
        for (int s = 0; s < 2 * headSlices; ++s) {
            const int element = s * 32 + t() * 8;
            const uint4 a = eight(keys, low, slotStride, element, headStride);
            const uint4 b = eight(keys, high, slotStride, element, headStride);
            mma_m16n8k16<T>(sums, {a.x, b.x, a.y, b.y}, {m_queries[s][0], m_queries[s][1]}, sums);
            mma_m16n8k16<T>(sums, {a.z, b.z, a.w, b.w}, {m_queries[s][2], m_queries[s][3]}, sums);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
            scores[i] = (i < 2 ? low : high) < 0 ? -INFINITY : __fmul_rn(sums[i], scale);
    }

    /// Scores become shares exp(score - largest), rounded to T, and the largest score of each column is brought up to
    /// date.
    __device__ void shareOut(const float (&scores)[2][4], float (&correction)[2], std::uint32_t (&shares)[2][2],
                             const bool (&takes)[2])
    {
        float largest[2];
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            float most = fmaxf(fmaxf(scores[0][c], scores[0][2 + c]), fmaxf(scores[1][c], scores[1][2 + c]));
            for (int offset = 4; offset < 32; offset *= 2)
                most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));
            largest[c] = fmaxf(m_most[c], most);
            correction[c] = takes[c] ? expf(m_most[c] - largest[c]) : 1.0f;
        }
        float sum[2] = {};
#pragma unroll
        for (int tile = 0; tile < 2; ++tile)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                float share[2];
#pragma unroll
                for (int c = 0; c < 2; ++c)
                    share[c] = takes[c] ? expf(scores[tile][half * 2 + c] - largest[c]) : 0.0f;
                const std::uint32_t pair = pack<T>(share[0], share[1]);
                const float2 rounded = unpack<T>(pair); // what values will be multiplied by
                sum[0] += rounded.x;
                sum[1] += rounded.y;
                shares[tile][half] = movmatrix_trans(pair);
            }
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            m_weight[c] = __fmaf_rn(m_weight[c], correction[c], sum[c]);
            m_most[c] = takes[c] ? largest[c] : m_most[c];
        }
    }

    /// Row g of the i-th mma of a slice is element 8g + i, row g + 8 is element 8g + 4 + i.
    __device__ void addValues(const T* values, const int (&slots)[4], std::size_t slotStride, int headStride,
                              const std::uint32_t (&shares)[2], const bool (&takes)[2])
    {
#pragma unroll
        for (int s = 0; s < headSlices; ++s) {
            uint4 v[4];
#pragma unroll
            for (int k = 0; k < 4; ++k)
                v[k] = eight(values, slots[k], slotStride, firstElement(s), headStride);
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
                float after[4];
                mma_m16n8k16<T>(after, a, shares, m_sums[s][i]);
#pragma unroll
                for (int c = 0; c < 4; ++c) // not even 0 * infinity comes to a column that these keys are not of
                    m_sums[s][i][c] = takes[c % 2] ? after[c] : m_sums[s][i][c];
            }
        }
    }

    std::uint32_t m_queries[2 * headSlices][4]; ///< of column g, elements 32s + 8t …, two in each
    float m_sums[headSlices][4][4] = {};
    float m_most[2] = {-INFINITY, -INFINITY};
    float m_weight[2] = {}; ///< of this lane's keys
};

} // namespace draftscope::cuda

// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/bf16_scores.h"

#if defined(__AVX512BF16__)
#pragma GCC diagnostic ignored "-Wuninitialized" // GCC 12 finds fault with its own header
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

namespace draftscope::cpu {
namespace {

constexpr int positionsTogether = 4;
constexpr std::size_t vectorSize = 32; ///< bf16

template <int queries>
void score(const Bf16Keys& keys, Bf16Query* query, int first, int end)
{
    const int* const path = query->path;
    for (; first < end; first += positionsTogether) {
        const std::uint16_t* key[positionsTogether];
        __m512 sums[queries][positionsTogether]; // every loop over it is unrolled, so that it lies in registers
#pragma GCC unroll 4
        for (int k = 0; k < positionsTogether; ++k) { // behind the end the last one again
            key[k] = keys.keys + std::size_t(path[first + k < end ? first + k : end - 1]) * keys.paddedHead;
#pragma GCC unroll 4
            for (int q = 0; q < queries; ++q)
                sums[q][k] = _mm512_setzero_ps();
        }
        for (std::size_t i = 0; i < keys.paddedHead; i += vectorSize) {
            const __mmask32 mask = keys.paddedHead - i < vectorSize ? 0xffff : 0xffffffff;
            __m512bh part[positionsTogether];
#pragma GCC unroll 4
            for (int k = 0; k < positionsTogether; ++k)
                part[k] = (__m512bh)_mm512_maskz_loadu_epi16(mask, key[k] + i);
#pragma GCC unroll 4
            for (int q = 0; q < queries; ++q) {
                const auto x = (__m512bh)_mm512_maskz_loadu_epi16(mask, query[q].query + i);
#pragma GCC unroll 4
                for (int k = 0; k < positionsTogether; ++k)
                    sums[q][k] = _mm512_dpbf16_ps(sums[q][k], x, part[k]);
            }
        }
#pragma GCC unroll 4
        for (int q = 0; q < queries; ++q) { // the four sums of lanes share the shuffles
            const __m512 a = sums[q][0], b = sums[q][1], c = sums[q][2], d = sums[q][3];
            const __m512 ac = _mm512_add_ps(_mm512_unpacklo_ps(a, c), _mm512_unpackhi_ps(a, c));
            const __m512 bd = _mm512_add_ps(_mm512_unpacklo_ps(b, d), _mm512_unpackhi_ps(b, d));
            const __m512 all = _mm512_add_ps(_mm512_unpacklo_ps(ac, bd), _mm512_unpackhi_ps(ac, bd));
            const __m256 half = _mm256_add_ps(_mm512_castps512_ps256(all), _mm512_extractf32x8_ps(all, 1));
            const __m128 four = _mm_add_ps(_mm256_castps256_ps128(half), _mm256_extractf128_ps(half, 1));
            const __m128 scores = _mm_mul_ps(four, _mm_set1_ps(keys.scale));
            _mm_storeu_ps(query[q].scores + first, scores);
            const __m128 two = _mm_max_ps(scores, _mm_movehl_ps(scores, scores));
            const float most = _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
            query[q].most = most > query[q].most ? most : query[q].most;
        }
    }
}

} // namespace

void scoreBf16Keys(const Bf16Keys& keys, Bf16Query* queries, int count, int first, int end)
{
    switch (count) {
    case 1:
        return score<1>(keys, queries, first, end);
    case 2:
        return score<2>(keys, queries, first, end);
    case 3:
        return score<3>(keys, queries, first, end);
    default:
        return score<4>(keys, queries, first, end);
    }
}

} // namespace draftscope::cpu

#else

namespace draftscope::cpu {

void scoreBf16Keys(const Bf16Keys&, Bf16Query*, int, int, int) {}

} // namespace draftscope::cpu

#endif
